import type { Page } from "playwright/test";
import { bothSignedIn, codeOf, letIn, otherDevice, SHARING, share } from "./assist-pages";
import { dialogOf, expect, type House, ONE_SIZE, STAFF, test } from "./fixtures";
import { JSON_BODY } from "./house";

/**
 * When sharing is over, however it ended, the browser captures nothing any more, and the code leads nowhere (docs/design/reliability.md
 * S-39).
 */

test.use({ launchOptions: SHARING });

/** Keeps what the page captures, for looking into it. */
async function keepCaptures(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const captured: MediaStreamTrack[] = [];
    Object.assign(window, { captured });
    if (!navigator.mediaDevices) return;
    for (const name of ["getDisplayMedia", "getUserMedia"] as const) {
      const capture = navigator.mediaDevices[name].bind(navigator.mediaDevices);
      navigator.mediaDevices[name] = async (wanted) => {
        const stream = await capture(wanted);
        captured.push(...stream.getTracks());
        return stream;
      };
    }
  });
}

const states = (page: Page) =>
  page.evaluate(() => (window as unknown as { captured: MediaStreamTrack[] }).captured.map(({ readyState }) => readyState));

const setDisabled = async (house: House, username: string, disabled: boolean) => {
  const { users } = (await (await house.api("/auth/users")).json()) as { users: { id: string; username: string }[] };
  const id = users.find((user) => user.username === username)?.id;
  const body = JSON.stringify({ disabled });
  expect((await house.api(`/auth/users/${id}`, { method: "PATCH", headers: JSON_BODY, body })).status).toBe(200);
};

const ENDINGS: [string, (ways: { host: Page; viewer: Page; house: House }) => Promise<unknown>][] = [
  ["the host ends it", ({ host }) => dialogOf(host).getByRole("button", { name: "End" }).click()],
  ["the viewer leaves", ({ viewer }) => dialogOf(viewer).getByRole("button", { name: "End" }).click()],
  ["the viewer's tab is closed", ({ viewer }) => viewer.close()],
  ["the host is disabled", ({ house }) => setDisabled(house, STAFF.username, true)],
];

for (const [what, end] of ENDINGS)
  test(`nothing is captured any more after ${what}`, ONE_SIZE, async ({ page, browser, house, baseURL }) => {
    await keepCaptures(page);
    const viewer = await otherDevice(browser, baseURL);
    await bothSignedIn(house, page, viewer);
    await share(page);
    const code = await codeOf(page);
    expect(code).toMatch(/^\d{6}$/);
    await letIn(page, viewer, false);
    expect(await states(page)).toEqual(["live"]);
    await expect(dialogOf(page).getByText(/^Connected: admin/)).toBeVisible();
    await end({ host: page, viewer, house });
    // Who is disabled is led to the sign-in as well, in the same moment: a page that is left captures nothing, and cannot be asked.
    const live = () => states(page).catch(() => ["live"]);
    await expect.poll(live, { intervals: [50] }).not.toContain("live");
    await expect(page.getByRole("region", { name: "Sharing" })).toHaveCount(0);
    expect((await house.api(`/assist/join/${code}`, { method: "POST", headers: JSON_BODY, body: "{}" })).status).toBe(404);
    await viewer.context().close();
  });

test("a host who reloads shares nothing any more", ONE_SIZE, async ({ page, browser, house, baseURL }) => {
  await keepCaptures(page);
  const viewer = await otherDevice(browser, baseURL);
  await bothSignedIn(house, page, viewer);
  await letIn(page, viewer);
  await page.reload();
  await expect(viewer.getByText(/^The host ended the session\.|^The connection was lost/)).toBeVisible({ timeout: 5_000 });
  expect(await states(page)).toEqual([]);
  await viewer.context().close();
});

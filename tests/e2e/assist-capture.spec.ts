import type { Page } from "playwright/test";
import { bothSignedIn, codeOf, keepConnections, letIn, otherDevice, SHARING, share, shared } from "./assist-pages";
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

type Ways = { host: Page; viewer: Page; house: House };

/** In this order, because whoever is disabled shares nothing afterwards. */
const ENDINGS: [string, (ways: Ways) => Promise<unknown>][] = [
  ["the host ends it", ({ host }) => dialogOf(host).getByRole("button", { name: "End" }).click()],
  ["the viewer leaves", ({ viewer }) => dialogOf(viewer).getByRole("button", { name: "End" }).click()],
  ["the viewer's tab is closed", ({ viewer }) => viewer.close()],
  ["the host is disabled", ({ house }) => setDisabled(house, STAFF.username, true)],
];

test(
  "nothing is captured any more when the host ends it, the viewer leaves or goes away, the host reloads or is disabled",
  ONE_SIZE,
  async ({ page, browser, house, baseURL }) => {
    await keepCaptures(page);
    await keepConnections(page);
    let viewer = await otherDevice(browser, baseURL);
    await bothSignedIn(house, page, viewer);
    await letIn(page, viewer);
    await page.reload();
    await expect(viewer.getByText(/^The host ended the session\.|^The connection was lost/)).toBeVisible({ timeout: 5_000 });
    expect(await states(page)).toEqual([]);
    await viewer.reload();

    for (const [what, end] of ENDINGS)
      await test.step(what, async () => {
        const again = dialogOf(page).getByRole("button", { name: "Share again" });
        if (await again.isVisible()) {
          await again.click();
          await dialogOf(page).getByRole("button", { name: "Start" }).click();
        } else await share(page);
        await expect(page.locator("[data-code]")).toHaveAttribute("data-code", /^\d{6}$/);
        const code = await codeOf(page);
        await letIn(page, viewer, false);
        expect((await states(page)).at(-1)).toBe("live");
        await expect(dialogOf(page).getByText(/^Connected: admin/)).toBeVisible();
        await end({ host: page, viewer, house });
        if (what === "the host is disabled") {
          const over = "You or the host may not share any more. The session is over.";
          await expect(viewer.getByText(over)).toBeVisible({ timeout: 2_000 });
          await expect(shared(viewer)).toHaveCount(0);
        }
        // Who is disabled is led to the sign-in as well, in the same moment: a page that is left captures nothing, and cannot be asked.
        const live = () => states(page).catch(() => ["live"]);
        await expect.poll(live, { intervals: [50] }).not.toContain("live");
        const open = () => page.evaluate(() => window.kept.filter((one) => one.connectionState !== "closed").length);
        expect(await open(), "connections").toBe(0);
        await expect(page.getByRole("region", { name: "Sharing" })).toHaveCount(0);
        expect((await house.api(`/assist/join/${code}`, { method: "POST", headers: JSON_BODY, body: "{}" })).status).toBe(404);
        if (!viewer.isClosed()) return viewer.getByRole("button", { name: "Enter another code" }).click();
        viewer = await viewer.context().newPage();
        await viewer.goto("/");
      });
    await viewer.context().close();
  },
);

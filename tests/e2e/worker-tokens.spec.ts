import type { Page } from "playwright/test";
import { BUILD } from "../../lib/build";
import { expectAccessible } from "./accessible";
import { AFTERNOON, enqueue, FakeWorker, WITH_WORKERS } from "./fake-worker";
import { choose, dialogOf, expect, expectNoSidewaysScroll, OFFICE, ONE_SIZE, PHONE_FIRST, signIn, test } from "./fixtures";
import { JSON_BODY } from "./house";

test.use({ settings: WITH_WORKERS });
test.beforeEach(({ house }) => house.setClock(AFTERNOON));

const workers = (page: Page) => page.getByRole("region", { name: /^Workers/ });

async function openQueue(page: Page): Promise<void> {
  await page.emulateMedia({ reducedMotion: "reduce" }); // changed later, what is folded is drawn anew
  await signIn(page);
  await page.getByRole("button", { name: "Whatsapp Live Queue" }).click();
}

test("a worker's token is made and shown once, and taken back", OFFICE, async ({ page, house }) => {
  await openQueue(page);
  await workers(page).getByRole("button", { name: "Tokens" }).click();
  await dialogOf(page).getByLabel("Name of the worker").fill("front-desk");
  await dialogOf(page).getByRole("button", { name: "Make a token" }).click();
  const told = dialogOf(page).getByRole("region", { name: "Token of front-desk" });
  const token = (await told.locator("code").textContent()) ?? "";
  expect(token).toMatch(/^dwk_/);
  await expectNoSidewaysScroll(page);
  await expectAccessible(page, "Worker tokens");
  const body = {
    worker_id: "front-desk",
    boot_id: crypto.randomUUID(),
    name: "Front desk",
    version: BUILD,
    transport: "sandbox",
    account: "sandbox",
  };
  const register = () =>
    house.api("/worker/register", {
      method: "POST",
      headers: { ...JSON_BODY, authorization: `Bearer ${token}` },
      body: JSON.stringify(body),
    });
  expect((await register()).status).toBe(200);
  await dialogOf(page).getByRole("button", { name: "Close" }).click();
  await workers(page).getByRole("button", { name: "Tokens" }).click();
  await expect(dialogOf(page).getByRole("list", { name: "Tokens" })).toContainText("front-desk");
  await expect(dialogOf(page)).not.toContainText(token);
  await dialogOf(page).getByRole("button", { name: "Take back the token of front-desk" }).click();
  await page.getByRole("button", { name: "Take back", exact: true }).click();
  await expect(dialogOf(page)).toContainText("Taken back by");
  expect((await register()).status).toBe(401);
});

test("what the sandbox would send is seen as its guest would", PHONE_FIRST, async ({ page, house }) => {
  const worker = new FakeWorker(house);
  await worker.register();
  await enqueue(house, [{ name: "Élodie Haddad", phone: "70 555 111" }]);
  await worker.sendNext();
  await openQueue(page);
  await workers(page).getByRole("button", { name: "What the sandbox would send" }).click();
  await expect(dialogOf(page)).toContainText("How was your evening, Élodie Haddad?");
  await expect(dialogOf(page)).toContainText("+96170 ••• •11");
  await expectNoSidewaysScroll(page);
  await expectAccessible(page, "Sandbox");
});

test("two people who change the limits are told what the other changed, and both are kept", ONE_SIZE, async ({ page, house }) => {
  await signIn(page);
  await choose(page, "Options", "WhatsApp Limits");
  const phones = dialogOf(page).getByRole("group", { name: "Linked phones" });
  await phones.getByLabel("Messages in an hour").fill("30");
  const { limits } = (await (await house.api("/queue/limits")).json()) as { limits: { phone: object } };
  const body = JSON.stringify({ ...limits, phone: { ...limits.phone, per_day: 200 } });
  expect((await house.api("/queue/limits", { method: "PUT", headers: JSON_BODY, body })).status).toBe(200);
  const save = dialogOf(page).getByRole("button", { name: "Save", exact: true });
  await save.click();
  const theirs = dialogOf(page).getByRole("region", { name: "Changed by somebody else" });
  await expect(theirs).toContainText("Messages in 24 hours: 300 200");
  await expect(phones.getByLabel("Messages in an hour")).toHaveValue("30");
  await expect(phones.getByLabel("Messages in 24 hours")).toHaveValue("200");
  await save.click();
  await expect(theirs).toBeHidden();
  const kept = (await (await house.api("/queue/limits")).json()) as { limits: { phone: object } };
  expect(kept.limits.phone).toMatchObject({ per_hour: 30, per_day: 200 });
});

test("a token whose answer was lost is not called unmade, and whose place a next one takes is said", ONE_SIZE, async ({ page, house }) => {
  await openQueue(page);
  await workers(page).getByRole("button", { name: "Tokens" }).click();
  let isLost = false;
  await page.route("**/api/worker-tokens", async (route) => {
    if (isLost || route.request().method() !== "POST") return route.fallback();
    isLost = true;
    await route.fetch();
    await route.abort();
  });
  await dialogOf(page).getByLabel("Name of the worker").fill("front-desk");
  await dialogOf(page).getByRole("button", { name: "Make a token" }).click();
  await expect(dialogOf(page).getByText("Whether it was done is not known. If one was made, nobody has seen it")).toBeVisible();
  await expect(dialogOf(page).getByText("No token was made.")).toHaveCount(0);
  await expect(dialogOf(page).getByRole("list", { name: "Tokens" })).toContainText("front-desk");
  await dialogOf(page).getByRole("button", { name: "Make a token" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "New token" }).click();
  await expect(dialogOf(page).getByRole("region", { name: "Token of front-desk" })).toBeVisible();

  // Of a worker that is at work, it is asked before its place is taken.
  await new FakeWorker(house, "cs-pc").register();
  await dialogOf(page).getByRole("button", { name: "Close" }).click();
  await workers(page).getByRole("button", { name: "Tokens" }).click();
  await dialogOf(page).getByLabel("Name of the worker").fill("cs-pc");
  await dialogOf(page).getByRole("button", { name: "Make a token" }).click();
  const asked = page.getByRole("alertdialog", { name: "Take the place of cs-pc?" });
  await expect(asked).toContainText("It stops sending until it is started with the new token.");
  await asked.getByRole("button", { name: "New token" }).click();
  await expect(dialogOf(page).getByRole("region", { name: "Token of cs-pc" })).toBeVisible();
});

import { appendFileSync, cpSync } from "node:fs";
import { beginTable, dialogOf, expect, ONE_SIZE, signIn, test } from "./fixtures";

// A build of its own, because the next version is put into it.
const BUILD = "test-results/dist-updated";

test.use({
  serviceWorkers: "allow",
  // biome-ignore lint/correctness/noEmptyPattern: playwright reads which fixtures a fixture needs from its parameter
  build: async ({}, use) => {
    cpSync("dist-test", BUILD, { recursive: true });
    await use(BUILD);
  },
});

test("a new version waits while a table is being written, is taken when nothing is open, and says so", ONE_SIZE, async ({ page }) => {
  await page.addInitScript(() => {
    const look = () => document.body?.innerText.includes("Daftar was updated") && sessionStorage.setItem("told", "yes");
    new MutationObserver(look).observe(document, { subtree: true, childList: true });
  });
  await signIn(page);
  // It fetches the whole shell first, which takes as long as the machine is busy.
  await expect.poll(() => page.evaluate(() => Boolean(navigator.serviceWorker.controller)), { timeout: 60_000 }).toBe(true);
  expect(await page.evaluate(() => sessionStorage.getItem("told"))).toBeNull();
  const select = await beginTable(page, { number: "71", hostess: "Rima", waiter: "Jad" });
  await select.getByPlaceholder("Search by name or phone").fill("Nour");
  await select.getByRole("button", { name: "Add Nour Karam" }).click();
  appendFileSync(`${BUILD}/sw.js`, "\n// the next build");
  await page.evaluate(async () => void (await (await navigator.serviceWorker.ready).update()));
  await expect(page.getByText("A new version is ready. It is taken as soon as nothing is typed or open.")).toBeAttached();
  await expect(dialogOf(page).getByRole("heading", { name: "Table 71" })).toBeVisible();
  await dialogOf(page).getByRole("button", { name: "Cancel" }).click();
  await page.getByRole("button", { name: "Keep as draft" }).click();
  await expect(page.getByText(/Daftar was updated\. This is version/)).toBeVisible({ timeout: 30_000 });
  await expect(page.getByText("1 table not finished on this device")).toBeVisible();
  await expect(page.getByText("A new version is ready.", { exact: false })).toHaveCount(0);
});

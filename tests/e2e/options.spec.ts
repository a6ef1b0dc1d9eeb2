import { readFileSync } from "node:fs";
import type { Page } from "playwright/test";
import { unzip } from "../support/zip";
import { expectAccessible, violationsOf } from "./accessible";
import { choose, expect, expectNoSidewaysScroll, OFFICE, ONE_SIZE, STAFF, signIn, test } from "./fixtures";
import { JSON_BODY } from "./house";

const options = (page: Page) => page.getByRole("dialog", { name: "Options" });
const folder = (page: Page) => page.getByRole("dialog", { name: "Backend Folder" });
const frame = (page: Page) => folder(page).frameLocator("iframe");

test("the daily logs are packed and come as a file", OFFICE, async ({ page }) => {
  await signIn(page, STAFF);
  await choose(page, "Options", "Options…");
  const coming = page.waitForEvent("download");
  await options(page).getByRole("button", { name: "Pack daily logs (ZIP)" }).click();
  const file = await coming;
  const name = file.suggestedFilename();
  expect(name).toMatch(/^daftar-logs-2026-11-20-\d{6}-[0-9a-f]{8}\.zip$/);
  await expect(options(page).getByRole("status")).toContainText(name);
  const logs = unzip(readFileSync(await file.path()));
  expect(String(logs["daftar-2026-11-20.log"])).toContain('"path":"/auth/login"');
  await expectNoSidewaysScroll(page);
  await expectAccessible(page, "Options");
});

test("a download that broke is tried again without packing anew, by keys alone", ONE_SIZE, async ({ page }) => {
  await signIn(page, STAFF);
  await choose(page, "Options", "Options…");
  const packs: string[] = [];
  page.on("request", (request) => request.url().endsWith("/pack-zip") && packs.push(request.url()));
  await page.route("**/api/logs/download/*", async (route) => {
    await expect(options(page).getByText("Ready, downloading…")).toBeVisible();
    await route.abort();
  });
  await options(page).getByRole("button", { name: "Pack daily logs (ZIP)" }).press("Enter");
  await expect(options(page).getByRole("alert")).toContainText("Could not download the ZIP");
  await expectAccessible(page, "Options, not downloaded");
  await page.unroute("**/api/logs/download/*");
  const coming = page.waitForEvent("download");
  await options(page).getByRole("button", { name: "Try again" }).press("Enter");
  await coming;
  await expect(options(page).getByRole("alert")).toHaveCount(0);
  expect(packs.length).toBe(1);
  await page.route("**/api/logs/pack-zip", (route) => route.fulfill({ status: 507, ...JSON_BODY, body: '{"error":"The disk is full."}' }));
  await options(page).getByRole("button", { name: "Pack daily logs (ZIP)" }).press("Enter");
  await expect(options(page).getByRole("alert")).toContainText("Failed to pack logs");
  await page.keyboard.press("Escape");
  await expect(options(page)).toBeHidden();
});

test("the server's folder is looked through, in the dialog and in a tab of its own", OFFICE, async ({ page, context }) => {
  await signIn(page);
  await choose(page, "Options", "Backend Folder");
  await frame(page).getByRole("link", { name: "jounieh" }).click();
  await expect(frame(page).getByText("table.db", { exact: true })).toBeVisible();
  await frame(page).getByRole("link", { name: "Backend Folder" }).click();
  await expect(frame(page).getByRole("link", { name: "batroun" })).toBeVisible();
  await expectNoSidewaysScroll(page);
  await expectAccessible(page, "Backend Folder");
  const opening = context.waitForEvent("page");
  await folder(page).getByRole("link", { name: "Open in new tab" }).click();
  const tab = await opening;
  await expect(tab.getByRole("link", { name: "central" })).toBeVisible();
  expect(tab.url()).not.toContain("token");
  expect(await violationsOf(tab)).toEqual([]);
  await tab.close();
  await folder(page).getByRole("button", { name: "Close" }).click();
  await expect(folder(page)).toBeHidden();
});

test("a folder that does not open or cannot be shown says why, and what to do", ONE_SIZE, async ({ page }) => {
  await signIn(page, STAFF);
  await choose(page, "Options", "Backend Folder");
  // The server of the tests has no program that opens folders, as a server in a cupboard has none.
  await folder(page).getByRole("button", { name: "Open on this PC" }).click();
  const alert = page.getByRole("alertdialog", { name: "The folder was not opened" });
  await expect(alert).toContainText("no program that opens folders");
  await expect(alert.locator("code")).toContainText("data");
  await alert.getByRole("button", { name: "OK" }).click();
  await page.keyboard.press("Escape");
  // Refused and not cut: a line that comes back asks again by itself.
  await page.route("**/api/backend/browse*", (route) =>
    route.fulfill({ status: 503, ...JSON_BODY, body: '{"error":"The disk is away."}' }),
  );
  await choose(page, "Options", "Backend Folder");
  await expect(folder(page).getByRole("alert")).toContainText("The server's folder could not be shown");
  await page.unroute("**/api/backend/browse*");
  await folder(page).getByRole("button", { name: "Retry" }).click();
  await expect(frame(page).getByRole("link", { name: "menus" })).toHaveCount(0);
  await expect(frame(page).getByRole("link", { name: "jounieh" })).toBeVisible();
});

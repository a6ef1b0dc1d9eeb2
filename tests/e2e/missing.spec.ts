import { readdirSync, rmSync } from "node:fs";
import path from "node:path";
import Database from "better-sqlite3";
import { expect, inTurn, ONE_SIZE, saveElsewhere, signIn, test } from "./fixtures";

test("what a branch's store has lost is said on every page, until somebody has seen it", ONE_SIZE, async ({ page, house }) => {
  await saveElsewhere(house, "3");
  await house.stop();
  for (const suffix of ["-wal", "-shm"]) rmSync(path.join(house.data, `jounieh/table.db${suffix}`), { force: true });
  await house.start();
  await signIn(page);
  const line = page.getByText(/1 change to Jounieh's tables, .* is missing/);
  await expect(line).toBeVisible();
  await page.setViewportSize({ width: 390, height: 844 });
  const [words, button] = [await line.boundingBox(), await page.getByRole("button", { name: "I have seen it" }).boundingBox()];
  expect(button?.y, "on a phone the words have the whole width").toBeGreaterThanOrEqual((words?.y ?? 0) + (words?.height ?? 0));
  await page.goto("/search-date");
  await expect(line).toBeVisible();
  await page.getByRole("button", { name: "I have seen it" }).click();
  await expect(line).toBeHidden();
  await page.reload();
  await expect(page.getByRole("banner").or(page.getByRole("main")).first()).toBeVisible();
  await expect(line).toBeHidden();
  // The log has a line of it, as it must: no trouble of this test's.
  const logs = path.join(house.data, "logs");
  for (const name of readdirSync(logs)) rmSync(path.join(logs, name));
});

test("a guest who is not what was written down is told on every page, and written as it must be", inTurn(2), async ({ page, house }) => {
  const headers = { "content-type": "text/csv" };
  const body = "name,phones\nMaya Testfamily,03 998811\nTony Testfamily,03 998844\n";
  expect((await house.api("/contacts/import", { method: "POST", headers, body })).status).toBe(200);
  const book = new Database(path.join(house.data, "jounieh/contacts.db"));
  book.exec("UPDATE contact SET phones = '03 998812' WHERE name = 'Maya Testfamily'");
  book.close();
  expect((await house.api("/compare-book", { method: "POST" })).status).toBeLessThan(300);
  await signIn(page);
  const line = page.getByText(/^1 guest of Jounieh's guest book is not what was written down/);
  await expect(line).toBeVisible();
  await page.goto("/search-date");
  await expect(line).toBeVisible();
  await page.getByRole("button", { name: "Rebuild" }).click();
  await expect(page.getByText(/^1 guest was rebuilt\./)).toBeVisible();
  await expect(line).toBeHidden();
});

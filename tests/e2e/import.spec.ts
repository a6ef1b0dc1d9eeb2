import { readFileSync } from "node:fs";
import { IMPORT_TEXTS } from "../../lib/import/import-texts";
import { expectAccessible } from "./accessible";
import { dialogOf, expect, expectNoSidewaysScroll, type House, inTurn, OFFICE, signIn, test } from "./fixtures";

const fileOf = (name: string, text: string) => ({ name, mimeType: "text/csv", buffer: Buffer.from(text) });

const FRIENDS = fileOf(
  "friends.csv",
  `Nom et prénom,Mobile No,D.O.B.,Spouse No
Hala Mansour,76 912 345,14/5/1990,71 222 333
رامي خوري,03 123456,24/11,
Georges Khoury,71/222333,32/5,
Nobody,9.61E+11,,
`,
);

const people = (house: House) => house.rows<{ n: number }>("jounieh/contacts.db", "SELECT count(*) AS n FROM contact")[0]?.n;

test("a file is looked at, brought in, and undone as a whole", OFFICE, async ({ page, house }) => {
  await signIn(page, undefined, "/import");
  const before = people(house);
  const main = page.getByRole("main");
  await main.locator("input[type=file]").setInputFiles(FRIENDS);
  const trial = main.getByRole("region", { name: "Trial run" });
  await expect(trial.getByLabel("Mobile No becomes")).toHaveValue("phone");
  await expect(trial.getByLabel("D.O.B. becomes")).toHaveValue("birthday");
  await expect(trial.getByRole("region", { name: "First rows" }).getByRole("row").filter({ hasText: "Hala Mansour" })).toContainText(
    "76 912 345",
  );
  await expect(trial.getByText(/shortened|rounded/).first()).toBeVisible();
  await expect(main.getByText(IMPORT_TEXTS.answerFirst)).toBeVisible();
  await expectAccessible(page, "a trial run with its question");
  const spouse = trial.getByLabel("Spouse No becomes");
  await spouse.focus();
  await spouse.selectOption("Leave out");
  await expect(trial.getByText("1 cell not taken")).toBeVisible();
  await expect(spouse).toBeFocused();
  expect(people(house)).toBe(before);

  await main.getByRole("button", { name: /^Import \d+ guests?$/ }).click();
  const done = main.getByRole("region", { name: "Imported" });
  await expect(done).toContainText("New");
  expect(people(house)).toBe((before ?? 0) + 1);
  await expectNoSidewaysScroll(page);

  await page.reload();
  const last = main.getByRole("region", { name: "Last import" });
  await expect(last).toContainText("friends.csv: 1 new");
  // What was chosen is remembered for that heading, and nothing is asked again.
  await main.locator("input[type=file]").setInputFiles(FRIENDS);
  await expect(spouse).toHaveValue("out");
  await expect(trial.getByText("As last time · 1 cell not taken")).toBeVisible();
  await expect(main.getByText(IMPORT_TEXTS.answerFirst)).toHaveCount(0);
  await main.getByRole("button", { name: "Cancel" }).click();
  await last.getByRole("button", { name: "Undo" }).click();
  await dialogOf(page).getByRole("button", { name: "Undo the import" }).click();
  await expect(last).toContainText("5 new"); // the one before it, of the known guests, is next
  expect(people(house)).toBe(before);
});

test("a file whose headings nobody knows is read once somebody says what its columns hold", inTurn(0), async ({ page }) => {
  await signIn(page, undefined, "/import");
  const main = page.getByRole("main");
  await main.locator("input[type=file]").setInputFiles(fileOf("liste.csv", "Ad Soyad;Numara\nAyse Demir;76 555 444\n"));
  const trial = main.getByRole("region", { name: "Trial run" });
  await expect(main.getByRole("button", { name: "Nobody new in this file" })).toBeDisabled();
  await expect(trial.getByRole("row").filter({ hasText: "Ad Soyad" })).toContainText("Ayse Demir");
  await trial.getByLabel("Ad Soyad becomes").selectOption("Name");
  await expect(trial.getByRole("region", { name: "First rows" })).toContainText("Ayse Demir");
  await trial.getByLabel("Numara becomes").selectOption("Phone");
  await expect(trial.getByRole("region", { name: "First rows" })).toContainText("76 555 444");
  await expect(main.getByRole("button", { name: "Import 1 guest" })).toBeEnabled();
});

test("wrong rows are counted, downloaded, mended and brought in", inTurn(1), async ({ page, house }) => {
  await signIn(page, undefined, "/import");
  const main = page.getByRole("main");
  const before = people(house) ?? 0;
  const input = main.locator("input[type=file]");
  const rows =
    "name,phone,email,birthday\nSami Wakim,76 811 811,sami@,\nRola Wakim,9.6E+11,,\nJoe Wakim,76 833 833,,31/2\n,,x@example.com,\n";
  await input.setInputFiles(fileOf("wakim.csv", rows));
  const wrong = main.getByRole("region", { name: "What is wrong" });
  await expect(wrong.getByRole("listitem").filter({ hasText: "No name and no number" })).toContainText("1 row");
  await expect(wrong.getByRole("radiogroup", { name: "A bad e-mail" }).getByLabel("Without it")).toBeChecked();
  await expectAccessible(page, "a trial run with wrong rows");
  await expect(main.getByRole("button", { name: "Import 2 guests" })).toBeEnabled();
  await wrong.getByRole("radiogroup", { name: "A bad birthday" }).getByText("Leave out").click();
  await expect(main.getByRole("button", { name: "Import 1 guest" })).toBeEnabled();
  await expectNoSidewaysScroll(page);

  const coming = page.waitForEvent("download");
  await wrong.getByRole("button", { name: "Download the wrong rows" }).click();
  const file = await coming;
  expect(file.suggestedFilename()).toBe("wakim-wrong-rows.csv");
  const text = readFileSync(await file.path(), "utf8");
  expect(text.trim().split("\r\n")).toHaveLength(5);
  await main.getByRole("button", { name: "Import 1 guest" }).click();
  await expect(main.getByRole("region", { name: "Imported" })).toBeVisible();
  expect(people(house)).toBe(before + 1);

  const mended = text
    .replace("sami@", "sami@example.com")
    .replace("9.6E+11", "76 822 822")
    .replace("31/2", "28/2")
    .replace(",,x@", "Rita Wakim,76 844 844,x@");
  await input.setInputFiles(fileOf("wakim-wrong-rows.csv", mended));
  await expect(main.getByRole("button", { name: "Import 4 guests" })).toBeEnabled(); // one of them gets an e-mail
  await expect(wrong).toHaveCount(0);
  await main.getByRole("button", { name: "Import 4 guests" }).click();
  await expect(main.getByRole("region", { name: "Imported" })).toContainText("1 completed");
  expect(people(house)).toBe(before + 4);
  expect(house.rows("jounieh/contacts.db", "SELECT email FROM contact WHERE name = 'Sami Wakim'")).toEqual([{ email: "sami@example.com" }]);
});

test("who shares a number in a file is named with the number as people read it", inTurn(2), async ({ page }) => {
  await signIn(page, undefined, "/import");
  const main = page.getByRole("main");
  const rows = "name,phone\nRita Haddad,71234567\nWalid Saab,71/234567\nTala Aoun,70999888\n";
  await main.locator("input[type=file]").setInputFiles(fileOf("family.csv", rows));
  const also = main.getByRole("region", { name: "Also known as" });
  await expect(also).toContainText("Rita Haddad · Walid Saab");
  await expect(also).toContainText("+961 71 234 567");
});

test(
  "what is no contact file is said, days are read as they are meant, and a cut line brings nobody in twice",
  inTurn(3),
  async ({ page, house }) => {
    await signIn(page, undefined, "/import");
    const main = page.getByRole("main");
    const input = main.locator("input[type=file]");
    await input.setInputFiles(fileOf("notes.txt", "dear diary\nnothing here\n"));
    await expect(main.getByText("Line 1")).toBeVisible();
    await expect(main.getByRole("button", { name: "Nobody new in this file" })).toBeDisabled();

    await input.setInputFiles(fileOf("days.csv", "name,phone,birthday\nTala Aoun,70 123 123,5/6\n"));
    const trial = main.getByRole("region", { name: "Trial run" });
    const row = trial.getByRole("region", { name: "First rows" }).getByRole("row").filter({ hasText: "Tala Aoun" });
    await expect(row).toContainText("5 Jun");
    await trial.getByText("Month / day").click();
    await expect(row).toContainText("6 May");

    const before = people(house) ?? 0;
    let isLost = false;
    await page.route("**/api/contacts/import?*", async (route) => {
      if (isLost || route.request().url().includes("dry_run=true")) return route.fallback();
      isLost = true;
      await route.fetch(); // the server does its work, and its answer is lost on the way back
      await route.abort();
    });
    await main.getByRole("button", { name: "Import 1 guest" }).click();
    await expect(main.getByRole("alert")).toContainText(IMPORT_TEXTS.failedSafe);
    await main.getByRole("button", { name: "Retry" }).click();
    await expect(main.getByRole("region", { name: "Imported" })).toContainText("New1");
    expect(people(house)).toBe(before + 1);

    // A device that never saw the answer can undo it too.
    await page.evaluate(() => {
      for (const key of Object.keys(localStorage)) if (key.startsWith("last_import_v1")) localStorage.removeItem(key);
    });
    await page.reload();
    const last = main.getByRole("region", { name: "Last import" });
    await expect(last).toContainText(/A file that .+ brought in: 1 new/);
    await last.getByRole("button", { name: "Undo" }).click();
    await dialogOf(page).getByRole("button", { name: "Undo the import" }).click();
    await expect(last).toContainText("5 new");
    expect(people(house)).toBe(before);
  },
);

test("two columns changed one right after the other are two trials, and the second waits for the first", inTurn(4), async ({ page }) => {
  await signIn(page, undefined, "/import");
  const main = page.getByRole("main");
  await main.locator("input[type=file]").setInputFiles(FRIENDS);
  const trial = main.getByRole("region", { name: "Trial run" });
  const spouse = trial.getByLabel("Spouse No becomes");
  await expect(spouse).toBeVisible();
  // The server is still at the first one, which nobody waits for any more.
  let isBusy = true;
  let asked = 0;
  await page.route("**/api/contacts/import?*", (route) => {
    asked++;
    const error = { code: "already_running", error: "An import is already running for this branch." };
    return isBusy ? route.fulfill({ status: 409, json: error }) : route.continue();
  });
  await spouse.selectOption("Leave out");
  await expect.poll(() => asked).toBeGreaterThan(1);
  await expect(trial).toBeVisible();
  isBusy = false;
  await expect(spouse).toHaveValue("out");
  await expect(main.getByText("An import is already running")).toHaveCount(0);
});

test("the last import comes below the box for the next file, which stays where it is", inTurn(5), async ({ page }) => {
  let tell = () => {};
  const held = new Promise<void>((resolve) => {
    tell = resolve;
  });
  await page.route("**/contacts/import/last*", async (route) => {
    await held;
    await route.continue();
  });
  await signIn(page, undefined, "/import");
  const choose = page.getByRole("main").getByRole("button").first();
  const before = await choose.boundingBox();
  tell();
  await expect(page.getByRole("region", { name: "Last import" })).toBeVisible();
  expect(await choose.boundingBox()).toEqual(before);
});

test.describe("a large file", () => {
  test.use({ settings: { TEST_IMPORT_PART: "4", TEST_SLOWLY: "import-part:700" } });

  test("is said to be unfinished wherever somebody looks, and can be taken back", inTurn(6), async ({ page, house }) => {
    await signIn(page, undefined, "/import");
    const before = people(house);
    const main = page.getByRole("main");
    const rows = Array.from({ length: 80 }, (_, row) => `Guest ${row},+1 212 ${2_000_000 + row}`);
    await main.locator("input[type=file]").setInputFiles(fileOf("everybody.csv", ["name,phones", ...rows].join("\n")));
    await main.getByRole("button", { name: "Import 80 guests" }).click();
    const unfinished = main.getByRole("region", { name: "Unfinished import" });
    await expect(unfinished).toContainText(/everybody\.csv: \d+ of 80 rows are in/);
    await expectAccessible(page, "an import that is not finished");

    const other = await page.context().newPage();
    await other.goto("/import");
    const there = other.getByRole("main").getByRole("region", { name: "Unfinished import" });
    await expect(there).toContainText("It goes on by itself");
    await expect(other.getByRole("button", { name: "Choose a file" })).toBeDisabled();
    await there.getByRole("button", { name: "Take it back" }).click();
    await dialogOf(other).getByRole("button", { name: "Take it back" }).click();
    await expect(there).toHaveCount(0, { timeout: 20_000 });
    await expect(main.getByRole("alert")).toContainText(IMPORT_TEXTS.takenBack);
    expect(people(house)).toBe(before);
  });
});

test.describe("the undo of a large file", () => {
  test.use({ settings: { TEST_IMPORT_PART: "4", TEST_SLOWLY: "take-back-part:700" } });

  test("goes by steps, is said to be unfinished, and goes on after a kill", inTurn(5), async ({ page, house }) => {
    await signIn(page, undefined, "/import");
    const before = people(house);
    const main = page.getByRole("main");
    const rows = Array.from({ length: 60 }, (_, row) => `Guest ${row},+1 212 ${2_000_000 + row}`);
    await main.locator("input[type=file]").setInputFiles(fileOf("everybody.csv", ["name,phones", ...rows].join("\n")));
    await main.getByRole("button", { name: "Import 60 guests" }).click();
    const last = main.getByRole("region", { name: "Last import" });
    await expect(last).toContainText("everybody.csv: 60 new");
    await last.getByRole("button", { name: "Undo" }).click();
    await dialogOf(page).getByRole("button", { name: "Undo the import" }).click();
    const unfinished = main.getByRole("region", { name: "Unfinished import" });
    await expect(unfinished).toContainText(/everybody\.csv is being taken back: \d+ rows to go/);
    await expect(last).toHaveCount(0); // nothing else is undone meanwhile

    await house.stop();
    expect(people(house)).toBeGreaterThan(before ?? 0);
    await house.start();
    await expect(unfinished).toContainText("It goes on by itself");
    house.setPace(0);
    await expect(unfinished).toHaveCount(0, { timeout: 20_000 });
    expect(people(house)).toBe(before);
  });
});

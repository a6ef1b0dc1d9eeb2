import { readFileSync } from "node:fs";
import { COMPETITION_TEXTS as TEXTS } from "../../lib/competitions/competition-texts";
import { expectAccessible, violationsOf } from "./accessible";
import { AFTER_CLOSE, openDialog, people, ROUND_IS_THERE, ROUNDS, SETTINGS, WHILE_OPEN } from "./competitions-house";
import { expect, expectNoSidewaysScroll, OFFICE, signIn, test } from "./fixtures";
import { lookAt } from "./looks";

test.use({ settings: SETTINGS });

const COMMENTS = `${people(8)}
"1","guest_0","@again yes","2023-09-12T11:00:00Z"
"2","late.one","@a too late","2023-09-15T10:00:00Z"
"3","hostile","<img src=x onerror=alert(1)> @a \u202Etxt مرحبا 🎉","2023-09-12T11:00:00Z"`;

test(
  "a competition is made, filled, locked, drawn by a pasted round, proved, and its winner gets a voucher",
  OFFICE,
  async ({ page, house }) => {
    house.setClock(WHILE_OPEN);
    await signIn(page, undefined, "/competitions");
    await expect(page.getByText(TEXTS.none, { exact: true })).toBeVisible();
    await expectAccessible(page, "no competition");
    await page.getByRole("button", { name: TEXTS.make }).click();
    const dialog = openDialog(page);
    await dialog.getByLabel("Title").fill("Autumn dinner");
    await dialog.getByLabel("Prize").fill("Dinner for two");
    // What is typed is kept when the dialog is closed.
    await dialog.getByRole("button", { name: "Cancel" }).click();
    await page.getByRole("button", { name: TEXTS.make }).click();
    await expect(dialog.getByLabel("Title")).toHaveValue("Autumn dinner");
    await dialog.getByLabel("Winners").fill("1");
    await dialog.getByLabel("In reserve").fill("2");
    await dialog.getByLabel("Opens").fill("2023-09-10T11:00");
    await dialog.getByLabel("Closes").fill("2023-09-15T12:00");
    await dialog.getByLabel("Rules in English").fill("Mention a friend.");
    await expect(dialog.getByText("This competition is in no way sponsored", { exact: false })).toBeVisible();
    await expectAccessible(page, "a new competition");
    await lookAt(page, "competition-form");
    await dialog.getByRole("button", { name: "Make a draft" }).click();
    await expect(page.getByRole("heading", { level: 1, name: "Autumn dinner" })).toBeVisible();
    await page.getByRole("button", { name: "Open it" }).click();
    await dialog.getByRole("button", { name: "Open it" }).click();
    await expect(page.getByText(/^Closes in 2[23] h /)).toBeVisible();

    await page.getByRole("button", { name: TEXTS.bring }).click();
    await dialog.getByLabel("Or paste the comments").fill(COMMENTS);
    await expectAccessible(page, "bringing comments in");
    await dialog.getByRole("button", { name: "Bring in what is pasted" }).click();
    const entries = page.getByRole("region", { name: "Who takes part" });
    await expect(entries.getByText("Comments", { exact: true }).locator("..")).toContainText("11");
    await expect(entries.getByText("After closing", { exact: true }).locator("..")).toContainText("1");
    await entries.getByLabel("Show").selectOption("same_user");
    await expect(entries.getByRole("list", { name: "Comments" }).getByRole("listitem")).toHaveText([/@guest_0.*@again yes/]);
    await entries.getByLabel("Show").selectOption("entries");
    await entries.getByLabel("Search user or words").fill("hostile");
    await expect(entries.getByRole("list", { name: "Comments" })).toContainText("<img src=x onerror=alert(1)> @a txt مرحبا 🎉");
    await expectAccessible(page, "who takes part");
    await lookAt(page, "competition-entries");

    house.setClock(AFTER_CLOSE);
    await page.reload();
    await page.getByRole("button", { name: "Close it" }).click();
    await dialog.getByRole("button", { name: "Close it" }).click();
    await page.getByRole("button", { name: "Lock the list" }).click();
    await dialog.getByLabel("Drawn after").fill("2023-09-15T14:00");
    await expectAccessible(page, "locking");
    await lookAt(page, "competition-lock");
    await dialog.getByRole("button", { name: "Lock 9 entries" }).click();
    const proof = page.getByRole("region", { name: "The locked list and its proof" });
    await expect(proof).toContainText("Round 657413 of quicknet draws");
    await expect(page.getByRole("button", { name: TEXTS.bring })).toHaveCount(0);
    await expect(page.getByRole("button", { name: "Draw the winners" })).toHaveCount(0);
    await expect(page.getByText("The randomness that was named when it was locked is not there yet.")).toBeVisible();

    house.setClock(ROUND_IS_THERE);
    await page.reload();
    await page.getByRole("button", { name: "Draw the winners" }).click();
    const pasted = dialog.getByLabel("What the round’s page says, or the signature alone");
    await pasted.fill(JSON.stringify({ ...ROUNDS.september, signature: ROUNDS.first.signature }));
    await dialog.getByRole("button", { name: "Draw now" }).click();
    await expect(dialog.getByRole("alert")).toContainText("has not signed this for round 657413");
    await expect(pasted).toHaveValue(/657413/);
    await expectAccessible(page, "a refused round");
    await pasted.fill(JSON.stringify(ROUNDS.september));
    await dialog.getByRole("button", { name: "Draw now" }).click();
    const places = page.getByRole("list", { name: "Winners and reserves" }).locator("> li");
    await expect(places).toHaveCount(3);

    await places.first().getByRole("button", { name: "Disqualify" }).click();
    await dialog.getByLabel(/^Why\?/).fill("Does not follow us");
    await expectAccessible(page, "disqualifying");
    await dialog.getByRole("button", { name: /^Disqualify @/ }).click();
    await expect(places.first()).toContainText("Why: Does not follow us");
    await expect(places.nth(1)).toContainText("Winner");
    await places.nth(1).getByRole("button", { name: "Say which guest this is" }).click();
    await dialog.getByLabel("Name").fill("Rana Khoury");
    await dialog.getByLabel("Phone").fill("03 111111");
    await dialog.getByRole("button", { name: "Save the guest" }).click();
    await page.getByRole("button", { name: "The winners are verified" }).click();
    await dialog.getByRole("button", { name: "The winners are verified" }).click();
    await places.nth(1).getByRole("button", { name: "Give the voucher" }).click();
    await expect(places.nth(1)).toContainText(/Voucher [0-9A-Z]{4}-[0-9A-Z]{4}, until/);
    await expectAccessible(page, "a winner with a voucher");
    await expectNoSidewaysScroll(page);
    await lookAt(page, "competition-winners");

    const saved = page.waitForEvent("download");
    await proof.getByRole("button", { name: "Download the proof" }).click();
    const file = readFileSync(await (await saved).path(), "utf8");
    const [id = ""] = house.rows<{ id: string }>("hub.db", "SELECT id FROM competition").map((row) => row.id);
    expect(file).toContain("Does not follow us");
    expect(file).not.toMatch(/guest_\d|hostile|Rana|111111/);
    await page.goto(`${house.guestsUrl}/draw/${id}?lang=ar`);
    await expect(page.getByRole("heading", { level: 1 })).toContainText("Autumn dinner");
    for (const colorScheme of ["light", "dark"] as const) {
      await page.emulateMedia({ colorScheme });
      expect(await violationsOf(page), `the proof in Arabic, ${colorScheme}`).toEqual([]);
    }
    await expectNoSidewaysScroll(page);
    await lookAt(page, "competition-proof");
  },
);

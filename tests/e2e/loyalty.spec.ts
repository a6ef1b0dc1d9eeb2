import { LOYALTY_TEXTS } from "../../lib/loyalty/loyalty-texts";
import { expectAccessible } from "./accessible";
import { dialogOf, expect, expectNoSidewaysScroll, goOn, type House, inTurn, PHONE_FIRST, signIn, test } from "./fixtures";
import { STAFF } from "./house";
import { lookAt } from "./looks";

async function bring(house: House, lines: string[]): Promise<void> {
  const body = ["name,phones,birthday", ...lines].join("\n");
  const { status } = await house.api("/contacts/import", { method: "POST", headers: { "content-type": "text/csv" }, body });
  expect(status).toBe(200);
}

test(
  "a reward is made, a guest gets points by hand, spends them by the code of the message, and the panel tells it",
  PHONE_FIRST,
  async ({ page, house }) => {
    await bring(house, ["Maya Khoury,03 111111,", "زياد مراد,70 222222,"]);
    await signIn(page, undefined, "/loyalty");
    const main = page.getByRole("main");
    await expect(page.getByRole("heading", { level: 1, name: LOYALTY_TEXTS.page })).toBeVisible();
    await expect(main.getByText(LOYALTY_TEXTS.noRewards)).toBeVisible();
    await main.getByRole("button", { name: "New reward" }).click();
    const dialog = dialogOf(page);
    await dialog.getByLabel("What the guest gets").fill("Dessert");
    await dialog.getByLabel("For so many points").fill("20");
    await expectAccessible(page, "a new reward");
    await lookAt(page, "reward");
    await dialog.getByRole("button", { name: "Make the reward" }).click();
    await expect(main.getByRole("region", { name: LOYALTY_TEXTS.rewards })).toContainText("Dessert");
    await expectAccessible(page, "the loyalty programme");
    await expectNoSidewaysScroll(page);
    await lookAt(page, "programme");

    await main.getByLabel("For each guest of a table").fill("7");
    await main.getByRole("button", { name: "Save the rules" }).click();
    await expect(page.getByText("The rules are changed.")).toBeVisible();
    expect(house.rows("hub.db", "SELECT value ->> '$.per_visit' AS points FROM group_setting WHERE name = 'loyalty_programme'")).toEqual([
      { points: 7 },
    ]);

    const [guest] = house.rows<{ id: string }>("jounieh/contacts.db", "SELECT id FROM contact WHERE phones LIKE '%111111%'");
    await goOn(page, `/guest/${guest?.id}`);
    await page.getByRole("button", { name: "Change by hand" }).click();
    await dialog.getByLabel("How many points").fill("30");
    await dialog.getByLabel("Why?").fill("Lost card");
    await expectAccessible(page, "points by hand");
    await dialog.getByRole("button", { name: "Give 30 points" }).click();
    await expect(page.getByText("Maya Khoury has 30 points now.")).toBeVisible();
    const points = page.getByRole("region", { name: "Points" });
    await expect(points).toContainText("Lost card");

    await page.getByRole("button", { name: "Use points" }).click();
    await dialog.getByLabel("Reward").selectOption({ label: "Dessert: 20 points" });
    await lookAt(page, "use-points");
    await dialog.getByRole("button", { name: "Take 20 points" }).click();
    await expect(dialog.getByRole("heading", { name: "The guest confirms" })).toBeVisible();
    await expectAccessible(page, "the guest confirms");
    const [sent] = house.rows<{ text: string }>("hub.db", "SELECT text FROM queue_item ORDER BY rowid DESC");
    await dialog.getByLabel("Code of the guest").fill(/\d{6}/.exec(sent?.text ?? "")?.[0] ?? "");
    await page.keyboard.press("Enter");
    await expect(dialog.getByRole("heading", { name: "Confirmed: give it now" })).toBeVisible();
    await lookAt(page, "confirmed");
    await dialog.getByRole("button", { name: "Given" }).click();
    await dialog.getByRole("button", { name: "Close" }).click();
    await expect(points).toContainText("10 points");
    await expectNoSidewaysScroll(page);
    await lookAt(page, "guest");

    await goOn(page, "/");
    await page.getByRole("button", { name: new RegExp(LOYALTY_TEXTS.section) }).click();
    const section = page.locator('[data-section="loyalty"]');
    await expect(section.getByText("Most points")).toBeVisible();
    await expect(section).toContainText("Maya Khoury");
    await expectAccessible(page, "the loyalty panel");
    await expectNoSidewaysScroll(page);
    await lookAt(page, "panel");
  },
);

test("rules that somebody else saves meanwhile keep what is typed, and say who changed what", inTurn(2), async ({ page, house }) => {
  await signIn(page, undefined, "/loyalty");
  const main = page.getByRole("main");
  const [visit, cover] = [main.getByLabel("For each guest of a table"), main.getByLabel("For each person at it")];
  await visit.fill("9");
  const read = await house.api("/loyalty/programme");
  const { programme, changed } = (await read.json()) as { programme: object; changed: { at: string } | null };
  const saved = await house.api("/loyalty/programme", {
    method: "PUT",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ programme: { ...programme, per_visit: 7, per_cover: 2 }, seen: changed?.at ?? null }),
  });
  expect(saved.status).toBe(200);
  await main.getByRole("button", { name: "Save the rules" }).click();
  const theirs = main.getByRole("alert", { name: "Changed by somebody else" });
  await expect(theirs).toContainText("changed the rules meanwhile");
  await expect(theirs).toContainText("For each guest of a table: 5 7, and yours, 9, would replace it");
  await expect(theirs).toContainText("For each person at it, to its first guest: 0 2");
  await expect(visit).toHaveValue("9");
  await expect(cover).toHaveValue("2");
  await expectAccessible(page, "rules that two change");
  await expectNoSidewaysScroll(page);
  await lookAt(page, "rules-of-two");
  await main.getByRole("button", { name: "Save the rules" }).click();
  await expect(page.getByText("The rules are changed.")).toBeVisible();
  await expect(theirs).toBeHidden();
  const rules =
    "SELECT value ->> '$.per_visit' AS visit, value ->> '$.per_cover' AS cover FROM group_setting WHERE name = 'loyalty_programme'";
  expect(house.rows("hub.db", rules)).toEqual([{ visit: 9, cover: 2 }]);
});

test("who may not see loyalty is told so on Home", inTurn(4), async ({ page }) => {
  await signIn(page, STAFF);
  await page.getByRole("button", { name: new RegExp(LOYALTY_TEXTS.section) }).click();
  await expect(page.getByText(LOYALTY_TEXTS.hidden)).toBeVisible();
});

import { readFileSync } from "node:fs";
import decodeQR from "qr/decode.js";
import sharp from "sharp";
import { LOYALTY_TEXTS } from "../../lib/loyalty/loyalty-texts";
import { expectAccessible } from "./accessible";
import { OFFICE_PC, press, tabTo } from "./by-keyboard";
import {
  ADMIN,
  beginTable,
  dialogOf,
  expect,
  expectNoSidewaysScroll,
  goOn,
  type House,
  inTurn,
  PHONE_FIRST,
  signIn,
  signInByHand,
  test,
} from "./fixtures";
import { lookAt } from "./looks";

const JSON_BODY = { "content-type": "application/json" };
const MAYA = { name: "Maya Khoury", phones: "03 111111" };
const ZIAD = { name: "زياد مراد", phones: "70 222222" };

async function post<Answer>(
  house: House,
  path: string,
  body: unknown,
  { branch, method = "POST" }: { branch?: string; method?: string } = {},
): Promise<Answer> {
  const answer = await house.api(path, { method, headers: JSON_BODY, body: JSON.stringify(body), ...(branch && { branch }) });
  expect(answer.status, path).toBeLessThan(300);
  return (await answer.json()) as Answer;
}

/** Both are in the book; Maya was in two restaurants this evening, and has points of both. */
async function guests(house: House): Promise<string> {
  const body = ["name,phones,language", `${MAYA.name},${MAYA.phones},`, `${ZIAD.name},${ZIAD.phones},ar`].join("\n");
  expect((await house.api("/contacts/import", { method: "POST", headers: { "content-type": "text/csv" }, body })).status).toBe(200);
  const { customer } = await post<{ customer: { id: string } }>(house, "/loyalty/customers", { name: MAYA.name, phone: MAYA.phones });
  for (const branch of ["jounieh", "batroun"]) {
    const metadata = { hostess: "Rima", waiter: "Jad", table_number: "7" };
    const { table_name } = await post<{ table_name: string }>(house, "/save-table", { metadata, contacts: [MAYA] }, { branch });
    await post(house, "/loyalty/visit", { customer_id: customer.id, table_number: "7", points: 5, table_name }, { branch });
  }
  const [guest] = house.rows<{ id: string }>("jounieh/contacts.db", "SELECT id FROM contact WHERE phones LIKE '%111111%'");
  return guest?.id ?? "";
}

test(
  "tiers are off until somebody names them, say first who would be in which, and stand where guests are looked at and seated",
  PHONE_FIRST,
  async ({ page, house }) => {
    const guest = await guests(house);
    await signIn(page, undefined, "/loyalty");
    const box = page.getByRole("region", { name: LOYALTY_TEXTS.tiers });
    await expect(box).toContainText(LOYALTY_TEXTS.noTiers);
    await lookAt(page, "loyalty-empty");
    await box.getByRole("button", { name: "Give guests tiers" }).click();
    const dialog = dialogOf(page);
    await expect(dialog.getByRole("status").getByRole("listitem").filter({ hasText: "Friend" })).toContainText("1 guest");
    await expect(dialog.getByRole("status")).toContainText("Maya Khoury 2");
    await expectAccessible(page, "tiers before they count");
    await expectNoSidewaysScroll(page);
    await lookAt(page, "tiers");
    await dialog.getByRole("button", { name: "Let them count" }).click();
    await expect(box).toContainText("from 2 visits in twelve months");
    await lookAt(page, "loyalty-tiers");

    await goOn(page, `/guest/${guest}`);
    await expect(page.getByRole("img", { name: "Tier Friend" })).toBeVisible();
    await expectAccessible(page, "a guest with a tier");
    await lookAt(page, "guest-tier");
    await goOn(page, "/");
    const seating = await beginTable(page, { number: "9", hostess: "Rima", waiter: "Jad" });
    await seating.getByPlaceholder("Search by name or phone").fill("111111");
    const found = seating.getByRole("region", { name: "Search results" }).getByRole("listitem").filter({ hasText: "Maya Khoury" });
    await expect(found.getByRole("img", { name: "Tier Friend" })).toBeVisible();
    await lookAt(page, "seating-search-tier");
    await seating.getByRole("button", { name: "Add Maya Khoury" }).click();
    // On a phone the guests of the table are a tray below.
    if ((page.viewportSize()?.width ?? 0) < 640) await seating.getByRole("button", { name: /^Added to Table/ }).click();
    await expect(seating.getByRole("img", { name: "Tier Friend" }).last()).toBeVisible();
    await lookAt(page, "seating-tier");
  },
);

test("points are lost where somebody sets it, who says first who would lose what and when", inTurn(0), async ({ page, house }) => {
  await guests(house);
  house.setClock("2027-11-25T10:00:00.000Z");
  await signInByHand(page, ADMIN, "/loyalty"); // no sign-in lasts for a year
  const box = page.getByRole("region", { name: LOYALTY_TEXTS.expiry });
  await expect(box).toContainText(LOYALTY_TEXTS.kept);
  await box.getByRole("button", { name: "Let points be lost" }).click();
  const dialog = dialogOf(page);
  await expect(dialog.getByRole("button", { name: "Keep all points" })).toBeDisabled();
  await dialog.getByLabel("Without a visit for").selectOption("12");
  await expect(dialog.getByRole("status")).toContainText("On Thu 9 Dec 2027 1 guest would lose 10 points.");
  await expect(dialog.getByRole("list", { name: "Who would lose points first" })).toContainText("Maya Khoury");
  await expectAccessible(page, "who would lose points");
  await expectNoSidewaysScroll(page);
  await lookAt(page, "expiry");
  await dialog.getByRole("button", { name: "Lose them after 12 months" }).click();
  await expect(box).toContainText("Lost after 12 months without a visit, from Thu 9 Dec 2027 on.");
  await box.getByRole("button", { name: "Change or end it" }).click();
  await dialog.getByLabel("Without a visit for").selectOption("");
  await dialog.getByRole("button", { name: "Keep all points" }).click();
  await expect(box).toContainText(LOYALTY_TEXTS.kept);
});

test("a guest's statement is looked at and kept, and its code is their card", inTurn(6), async ({ page, house }) => {
  const guest = await guests(house);
  await signIn(page, undefined, `/guest/${guest}`);
  await page.getByRole("button", { name: "Statement and card" }).click();
  const dialog = dialogOf(page);
  await expect(dialog.getByRole("img", { name: /^Points of Maya Khoury/ })).toBeVisible();
  await expectAccessible(page, "a statement of points");
  await expectNoSidewaysScroll(page);
  await lookAt(page, "statement");
  const kept = page.waitForEvent("download");
  await dialog.getByRole("button", { name: "Download" }).click();
  const download = await kept;
  expect(download.suggestedFilename()).toBe("Maya Khoury.png");
  const picture = sharp(readFileSync(await download.path()));
  const { data, info } = await picture.ensureAlpha().raw().toBuffer({ resolveWithObject: true });
  const code = decodeQR({ width: info.width, height: info.height, data: Uint8Array.from(data) });
  await dialog.getByRole("button", { name: "Close" }).click();

  await post(house, "/loyalty/rewards", {
    ...{ name: "Coffee", points: 5, kind: "item", value: 0, branches: [], valid_from: null, valid_until: null },
    ...{ stock: null, per_guest: null, is_partial: false },
  });
  await page.getByRole("button", { name: "Use points" }).click();
  await dialog.getByLabel("Reward").selectOption({ label: "Coffee: 5 points" });
  await dialog.getByLabel("The guest confirms by").selectOption("card");
  await lookAt(page, "use-points-card");
  await dialog.getByRole("button", { name: "Take 5 points" }).click();
  await expect(dialog.getByRole("button", { name: "Scan the card" })).toBeFocused();
  await expectAccessible(page, "the card is asked for");
  await lookAt(page, "card-asked");
  // As a scanner at the PC types it.
  await dialog.getByLabel("Code of the card").fill(code);
  await page.keyboard.press("Enter");
  await expect(dialog.getByRole("heading", { name: "Confirmed: give it now" })).toBeVisible();
});

test("a statement goes by WhatsApp and shows how far it is, and a new card stops the old one", inTurn(2), async ({ page, house }) => {
  const guest = await guests(house);
  await signIn(page, undefined, `/guest/${guest}`);
  await page.getByRole("button", { name: "Statement and card" }).click();
  const dialog = dialogOf(page);
  await dialog.getByRole("button", { name: "Send by WhatsApp" }).click();
  const sent = dialog.getByRole("region", { name: "Sent by WhatsApp" });
  await expect(sent.getByRole("listitem").filter({ hasText: MAYA.name })).toBeVisible();
  await expect(dialog.getByRole("button", { name: "Send by WhatsApp" })).toBeDisabled();
  await expectAccessible(page, "a statement that was queued");
  await expectNoSidewaysScroll(page);
  await lookAt(page, "statement-sent");
  await dialog.getByRole("button", { name: "Close" }).click();

  await page.getByRole("button", { name: "Make a new card" }).click();
  await expect(dialog.getByRole("button", { name: "Make a new card" })).toBeDisabled();
  await dialog.getByLabel("Why? The trail keeps it").fill("The guest lost it");
  await expectAccessible(page, "a new card");
  await lookAt(page, "card-new");
  await dialog.getByRole("button", { name: "Make a new card" }).click();
  await expect(page.getByText("The old card of Maya Khoury works no more.")).toBeVisible();
  expect(house.rows("hub.db", "SELECT reason FROM loyalty_card")).toEqual([{ reason: "The guest lost it" }]);
});

test("what fails to load on the loyalty page says so, each in its own place", inTurn(4), async ({ page }) => {
  for (const part of ["programme", "rewards", "expiry", "tiers"])
    await page.route(`**/api/loyalty/${part}`, (route) => route.fulfill({ status: 503, json: { error: "The hub is away." } }));
  await signIn(page, undefined, "/loyalty");
  await expect(page.getByText(LOYALTY_TEXTS.notLoaded)).toHaveCount(4, { timeout: 30_000 });
  await expectAccessible(page, "loyalty that is not loaded");
  await expectNoSidewaysScroll(page);
  await lookAt(page, "loyalty-failing");
});

test.describe("by keyboard", () => {
  test.use(OFFICE_PC);
  test("tiers are named and points are given by hand without a mouse", inTurn(3), async ({ page, house }) => {
    const guest = await guests(house);
    await signIn(page, undefined, "/loyalty");
    const opener = page.getByRole("button", { name: "Give guests tiers" });
    await press(page, opener);
    const dialog = dialogOf(page);
    await tabTo(page, dialog.getByRole("group", { name: "Tier 1" }).getByLabel("Name"));
    await page.keyboard.press("Control+a");
    await page.keyboard.type("Neighbour");
    await page.keyboard.press("Escape");
    await expect(opener).toBeFocused();
    await page.keyboard.press("Enter");
    await press(page, dialog.getByRole("button", { name: "Let them count" }));
    await expect(page.getByRole("region", { name: LOYALTY_TEXTS.tiers })).toContainText("from 2 visits in twelve months");
    await expect(dialog).toBeHidden();
    await goOn(page, `/guest/${guest}`);
    await press(page, page.getByRole("button", { name: "Change by hand" }));
    await tabTo(page, dialog.getByLabel("How many points"));
    await page.keyboard.type("3");
    await page.keyboard.press("Tab");
    await page.keyboard.type("Waited long");
    await press(page, dialog.getByRole("button", { name: "Give 3 points" }));
    await expect(page.getByText("Maya Khoury has 13 points now.")).toBeVisible();
  });
});

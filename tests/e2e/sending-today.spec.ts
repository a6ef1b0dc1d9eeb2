import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import type { Locator, Page } from "playwright/test";
import { BIRTHDAY_TEXTS } from "../../lib/birthdays/birthday-texts";
import { MENU_TEXTS } from "../../lib/menus/menu-texts";
import { CUSTOMER_SERVICE_TEXTS } from "../../lib/queue/customer-service-texts";
import { DEFAULT_LIMITS } from "../../lib/queue/limits/default-limits";
import { ARRIVED_TEXTS, QUEUE_TEXTS } from "../../lib/queue/queue-texts";
import { celebrate, press } from "./birthday-page";
import { AFTERNOON, enqueue, FakeWorker, WITH_WORKERS } from "./fake-worker";
import { choose, dialogOf, expect, expectNoSidewaysScroll, type House, inTurn, signIn, test } from "./fixtures";
import { JSON_BODY } from "./house";

/** What can go today, by which number, and what waits until when: before it is queued, and while it waits. */

test.use({ settings: { ...WITH_WORKERS, TEST_LOOKS_EVERY: "1000" } });
test.beforeEach(({ house }) => house.setClock(AFTERNOON));

const TODAY = AFTERNOON.slice(0, 10);
const GUESTS = ["Maya,03 999331,21/11", "Rami,03 999332,21/11", "Nour,03 999333,21/11"];

/** A phone that may send so many a day, and an official number for which no template is named. */
async function phoneAndOfficial(house: House, perDay: number): Promise<FakeWorker> {
  const phone = new FakeWorker(house, "phone-pc", "baileys:9613000001");
  await phone.register("phone-pc");
  await new FakeWorker(house, "cloud-pc", "cloud:106540352242922").register("cloud-pc");
  const body = JSON.stringify({ ...DEFAULT_LIMITS, phone: { ...DEFAULT_LIMITS.phone, per_day: perDay, first_days: [] } });
  const saved = await house.api("/queue/limits", { method: "PUT", headers: JSON_BODY, body });
  expect(saved.status, await saved.text()).toBe(200);
  return phone;
}

const sending = (page: Page): Locator => page.getByRole("region", { name: "Sending", exact: true });

test(
  "birthdays say before how many go today and by whom, and then that they wait, until when and for what",
  inTurn(0),
  async ({ page, house }) => {
    const phone = await phoneAndOfficial(house, 1);
    await celebrate(house, GUESTS);
    await (await house.api(`/birthdays/generate-vouchers-stream?date=${TODAY}`)).text();
    await signIn(page, undefined, `/birthdays?date=${TODAY}`);
    await press(page, BIRTHDAY_TEXTS.send);
    const dialog = page.getByRole("dialog", { name: BIRTHDAY_TEXTS.send });
    await expect(dialog).toContainText("1 of 3 can go today by phone-pc; naming a template for cloud-pc would let the rest go.");
    await expect(dialog).toContainText("Otherwise the other 2 would miss the birthday: what has not gone today is not sent by itself.");
    await expect(dialog.getByRole("button", { name: QUEUE_TEXTS.limits })).toBeVisible();
    await expectNoSidewaysScroll(page);
    await dialog.getByRole("button", { name: "Send to 3 guests" }).click();
    await expect(sending(page)).toContainText(
      "2 of 3 wait for a number that can send it before 21:30. What phone-pc may still send today goes to others first; naming a template for cloud-pc would let them go.",
    );
    await expect(sending(page), "of all three it is not true").not.toContainText("Will be sent by");
    await phone.sendNext();
    for (const work of await phone.claim(2)) await phone.mayNotBegin(work);
    await expect(sending(page)).toContainText("Waiting: for a number that can send it before 21:30.");
    await expect(sending(page)).toContainText("phone-pc has sent as much as it may; naming a template for cloud-pc would let them go.");
    await expect(sending(page), "once").not.toContainText("in 24 hours, as many as it may");
    await expect(sending(page)).not.toContainText("Will be sent by");
    await expect(page.getByRole("button", { name: "Waiting: 1 of 3 sent" })).toBeVisible();
  },
);

test(
  "the queue and Home say what an official number lacks while a phone is online, and how the other restaurants stand",
  inTurn(1),
  async ({ page, house }) => {
    const phone = await phoneAndOfficial(house, 1);
    await enqueue(house, [
      { name: "Georges Khoury", phone: "71 222 333" },
      { name: "Nour Karam", phone: "76 400 118" },
    ]);
    await phone.sendNext();
    for (const work of await phone.claim(1)) await phone.mayNotBegin(work);
    await house.api("/cancel-sending", { method: "POST", branch: "tripoli", headers: JSON_BODY, body: "{}" });
    await signIn(page);
    const section = page.getByRole("button", { name: new RegExp(QUEUE_TEXTS.section) });
    await expect(section).toContainText(
      /1 waits · sending of Tripoli is stopped · next try .+\. phone-pc has sent as much as it may; naming a template for cloud-pc would let them go/,
    );
    await section.click();
    const main = page.getByRole("main");
    await expect(main).toContainText("cloud-pc sends no letters, except to guests who have written to that number within 24 hours");
    await expect(main.getByRole("article").filter({ hasText: "Official number" })).toContainText(
      "It sends no menus, birthdays or letters, except to guests who have written to it within 24 hours",
    );
    await expect(main).toContainText("WhatsApp sending of Jounieh is on. That of Tripoli is stopped.");
    await expect(main).toContainText("Below: the messages of Jounieh, Batroun, Tripoli, Zgharta and Ehden.");
    await expect(main).not.toContainText("Cancel switch: OFF");
    await expect(main.getByRole("article").filter({ hasText: "Waiting" })).toContainText("Waiting: next try Sun 22 Nov 2026, 14:00");
    await expectNoSidewaysScroll(page);
  },
);

test("a letter says how many of its guests can go today, and names no phone that has sent enough", inTurn(2), async ({ page, house }) => {
  const phone = await phoneAndOfficial(house, 1);
  await enqueue(house, [
    { name: "Georges Khoury", phone: "71 222 333" },
    { name: "Nour Karam", phone: "76 400 118" },
  ]);
  await phone.sendNext();
  await page.setViewportSize({ width: 1440, height: 900 });
  await signIn(page);
  await choose(page, "Options", CUSTOMER_SERVICE_TEXTS.title);
  const dialog = dialogOf(page);
  await dialog.getByPlaceholder("Search by name or phone").fill("Georges");
  await dialog.getByRole("checkbox", { name: /^Choose Georges/ }).check();
  await expect(dialog).toContainText(
    "It cannot go today; naming a template for cloud-pc would let it go. Otherwise it waits for another day.",
  );
  await house.api("/cancel-sending", { method: "POST" });
  await expect(dialog, "nothing goes today while sending is stopped").toContainText("Once sending is resumed: It cannot go today");
});

test("central names its guests whom no restaurant has, and offers neither vouchers nor sending", inTurn(3), async ({ page, house }) => {
  await celebrate(house, ["Central Only,03 555555,21/11"], "central");
  await celebrate(house, ["Maya,03 999333,21/11"], "batroun");
  await signIn(page);
  await page.evaluate(() => localStorage.setItem("BRANCH", "central"));
  await page.goto(`/birthdays?date=${TODAY}`);
  const books = page.getByRole("region", { name: "Birthdays in the restaurants’ books" });
  await expect(books).toContainText("1 guest of central’s own book stands in no restaurant’s, so nobody greets this guest: Central Only.");
  for (const name of [BIRTHDAY_TEXTS.generate, BIRTHDAY_TEXTS.send]) {
    await expect(page.getByRole("button", { name })).toHaveCount(0);
  }
  await expectNoSidewaysScroll(page);
});

test("what nobody answered is settled in the queue's list by its two buttons", inTurn(4), async ({ page, house }) => {
  const worker = new FakeWorker(house, "cs-pc", "sandbox");
  await worker.register();
  await enqueue(house, [{ name: "Georges Khoury", phone: "71 222 333" }]);
  const [work] = await worker.claim();
  if (!work) throw new Error("Nothing waits.");
  await worker.begin(work);
  await worker.unanswered(work);
  house.setClock(new Date(Date.parse(AFTERNOON) + 31 * 60_000).toISOString()); // no word of it is waited for any more
  await expect
    .poll(() => house.rows<{ code: string }>("hub.db", "SELECT last_code AS code FROM queue_item")[0]?.code, { timeout: 15_000 })
    .toBe("UNCERTAIN");
  await signIn(page);
  await page.getByRole("button", { name: new RegExp(QUEUE_TEXTS.section) }).click();
  const list = page.getByRole("region", { name: "Without an answer" });
  await expect(list.getByRole("button", { name: "Send again: Georges Khoury" })).toBeVisible();
  await list.getByRole("button", { name: `${ARRIVED_TEXTS.button}: Georges Khoury` }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: ARRIVED_TEXTS.button }).click();
  await expect(list.getByText("Georges Khoury")).toHaveCount(0);
});

test(
  "the question before a menu says who gets it tonight, and the table that the rest come too late",
  inTurn(5),
  async ({ page, house }) => {
    const phone = await phoneAndOfficial(house, 1);
    mkdirSync(path.join(house.data, "menus"), { recursive: true });
    writeFileSync(path.join(house.data, "menus", "menu.pdf"), "%PDF-1.4");
    const contacts = [
      { name: "Georges Khoury", phones: "71 222 333" },
      { name: "Élodie Haddad", phones: "70 555 111" },
    ];
    const table = JSON.stringify({ metadata: { hostess: "Rima", waiter: "Jad", table_number: "12" }, contacts });
    expect((await house.api("/save-table", { method: "POST", headers: JSON_BODY, body: table })).status).toBe(200);
    await signIn(page);
    await choose(page, "Actions", "Saved tables");
    await dialogOf(page)
      .getByRole("button", { name: /^Table 12/ })
      .click();
    await page.getByRole("button", { name: MENU_TEXTS.send }).click();
    const question = page.getByRole("alertdialog");
    await expect(question).toContainText(
      "1 of 2 can go today by phone-pc; naming a template for cloud-pc would let the rest go. Otherwise the other one would come too late for this evening: show the menu at the table.",
    );
    await question.getByRole("button", { name: "Send to 2 guests" }).click();
    await expect.poll(() => house.rows("hub.db", "SELECT id FROM queue_item").length).toBe(2);
    await phone.sendNext();
    for (const work of await phone.claim(1)) await phone.mayNotBegin(work);
    const box = page.getByRole("region", { name: "Menu sending" });
    await expect(box).toContainText(
      "Waiting: for a number that can send it before 05:00. phone-pc has sent as much as it may; naming a template for cloud-pc would let them go. You can: Options, WhatsApp Limits. Else show the menu at the table.",
    );
  },
);

test("a campaign that is sent anew says who pressed again, and when", inTurn(6), async ({ page, house }) => {
  const greet = (name: string, number: string) =>
    house.api("/queue/enqueue/batch", {
      method: "POST",
      headers: JSON_BODY,
      body: JSON.stringify({ items: [{ name, phone: number }], message: "Happy birthday!", campaign: "birthday", date: TODAY }),
      branch: "jounieh",
    });
  expect((await greet("Maya", "03 999331")).status).toBe(200);
  house.setClock(new Date(Date.parse(AFTERNOON) + 600_000).toISOString());
  expect((await greet("Rami", "03 999332")).status).toBe(200);
  await signIn(page);
  await page.getByRole("button", { name: new RegExp(QUEUE_TEXTS.section) }).click();
  await expect(page.getByRole("region", { name: "Campaigns" }).getByRole("article")).toContainText(
    /again by admin, Sat 21 Nov 2026, 14:10/,
  );
});

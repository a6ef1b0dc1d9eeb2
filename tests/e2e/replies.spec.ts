import { GUEST_SEARCH_TEXTS } from "../../lib/guest-search/guest-search-texts";
import { expectAccessible } from "./accessible";
import { AFTERNOON, enqueue, FakeWorker, WITH_WORKERS } from "./fake-worker";
import { comeBack, dialogOf, expect, expectNoSidewaysScroll, inTurn, PHONE_FIRST, pageListens, signIn, test } from "./fixtures";

test.use({ settings: WITH_WORKERS });

const WORDS = "Lovely evening! Do you have a table for six on Friday?";

test(
  "what a guest wrote back waits on Home for everybody until somebody has dealt with it, and stands with the guest",
  PHONE_FIRST,
  async ({ page, browser, house }) => {
    house.setClock(AFTERNOON);
    await enqueue(house, [{ name: "رامي خوري", phone: "03 123456" }]);
    const worker = new FakeWorker(house, "cs-pc", "baileys:9613000001");
    await worker.register();
    const { phone } = await worker.sendNext();
    await worker.heard(phone.replace(/\D/g, ""), WORDS);
    await worker.heard(phone.replace(/\D/g, ""), "شكراً جزيلاً");
    await signIn(page);
    await pageListens(page);
    const line = page.getByRole("region", { name: "Replies of guests" });
    await expect(line).toContainText("2 messages of guests wait: nobody has dealt with them.");
    await line.getByRole("button", { name: "Read them" }).click();
    const dialog = dialogOf(page);
    const guest = dialog.getByRole("listitem").filter({ hasText: WORDS });
    await expect(guest).toContainText("رامي خوري");
    await expect(guest).toContainText("Jounieh");
    await expect(guest).toContainText("New");
    await expect(dialog.getByText("شكراً جزيلاً")).toBeVisible();
    await expectNoSidewaysScroll(page);
    await expectAccessible(page, "the replies");
    await expect(guest, "who looked first is said, and takes it from nobody").toContainText("seen by admin 14:00", {
      timeout: 20_000,
    });
    await expect(guest).toContainText("New");
    await dialog.getByRole("button", { name: "Close" }).click();

    const other = await browser.newContext({ viewport: page.viewportSize(), serviceWorkers: "block", baseURL: house.url });
    const desk = await other.newPage();
    await signIn(desk, undefined, "/guest-search");
    const field = desk.getByRole("main").getByPlaceholder(GUEST_SEARCH_TEXTS.placeholder);
    await field.fill("03 123456");
    await field.press("Enter");
    const shown = desk.getByRole("region", { name: "Replies" });
    await expect(shown).toContainText(WORDS);
    await expect(shown).toContainText("New");

    await line.getByRole("button", { name: "Read them" }).click();
    await guest.getByRole("button", { name: "No answer needed" }).click();
    await expect(guest).toContainText("No answer needed: said by admin at 14:00");
    await expect(guest).not.toContainText("New");
    await dialog.getByRole("button", { name: "Close" }).click();
    await expect(line).toBeHidden();
    await comeBack(desk);
    await expect(shown).not.toContainText("New");
    await other.close();
  },
);

test("a guest is answered where their words are read, and what is typed is not lost", PHONE_FIRST, async ({ page, house }) => {
  house.setClock(AFTERNOON);
  await enqueue(house, [{ name: "Maya Testfamily", phone: "03 123457" }]);
  const worker = new FakeWorker(house, "cs-pc", "baileys:9613000001");
  await worker.register();
  const { phone } = await worker.sendNext();
  await worker.heard(phone.replace(/\D/g, ""), WORDS);
  house.setClock("2026-11-21T12:10:00.000Z");
  await signIn(page);
  const line = page.getByRole("region", { name: "Replies of guests" });
  await line.getByRole("button", { name: "Read it" }).click();
  const guest = dialogOf(page).getByRole("listitem").filter({ hasText: WORDS });
  await guest.getByLabel("Answer Maya Testfamily").fill("Yes, at eight, by the window.");
  await page.reload();
  await line.getByRole("button", { name: "Read it" }).click();
  await expect(guest.getByLabel("Answer Maya Testfamily")).toHaveValue("Yes, at eight, by the window.");
  await guest.getByRole("button", { name: "Send answer" }).click();
  await expect(guest).toContainText("Answered by admin at 14:10");
  await expect(guest.getByLabel("Write to Maya Testfamily again")).toHaveValue("");
  await expect(guest).toContainText("It waits until the PC of the number that they wrote to takes it.");
  await guest.getByRole("button", { name: "Take back the answer to Maya Testfamily" }).click();
  await expect(guest).toContainText("Cancelled");
  await expect(guest.getByText("New", { exact: true }), "nobody has answered after all").toBeVisible();
  await guest.getByLabel("Answer Maya Testfamily").fill("Yes, at eight, by the window!");
  await guest.getByRole("button", { name: "Send answer" }).click();
  await expect(guest).toContainText("Pending");
  await expectNoSidewaysScroll(page);
  await expectAccessible(page, "an answer that waits");
  await worker.heartbeat();
  expect((await worker.sendNext()).text).toBe("Yes, at eight, by the window!");
  await expect(guest).toContainText("Sent");
  await dialogOf(page).getByRole("button", { name: "Close" }).click();
  await expect(line).toBeHidden();
});

test("a day after they wrote to an official number it says what to do instead of free words", inTurn(2), async ({ page, house }) => {
  house.setClock(AFTERNOON);
  const worker = new FakeWorker(house, "cs-pc", "cloud:1");
  await worker.register();
  await worker.heard("9613123457", WORDS);
  await signIn(page);
  const line = page.getByRole("region", { name: "Replies of guests" });
  await line.getByRole("button", { name: "Read it" }).click();
  const guest = dialogOf(page).getByRole("listitem").filter({ hasText: WORDS });
  await expect(guest).toContainText("Wrote first: no branch has written to them.");
  await guest.getByLabel("Answer this guest").fill("We are open");
  house.setClock("2026-11-22T12:00:00.000Z");
  await signIn(page);
  await line.getByRole("button", { name: "Read it" }).click();
  await expect(guest).toContainText("WhatsApp takes free words only for who wrote within 24 hours");
  await expect(guest).toContainText("What you typed is kept: We are open");
  await expectAccessible(page, "free words that reach nobody any more");
  await guest.getByRole("button", { name: "Write a letter" }).click();
  await expect(page.getByRole("dialog", { name: "Customer Service" })).toBeVisible();
});

test("who may have said no is told on Home until somebody decides, and leads to the guest", inTurn(3), async ({ page, house }) => {
  house.setClock(AFTERNOON);
  await enqueue(house, [{ name: "Maya Testfamily", phone: "03 123457" }]);
  const worker = new FakeWorker(house, "cs-pc", "baileys:9613000001");
  await worker.register();
  const { phone } = await worker.sendNext();
  const no = "please stop sending me these messages";
  await worker.heard(phone.replace(/\D/g, ""), no);
  await signIn(page);
  const line = page.getByRole("region", { name: "Replies of guests" });
  await expect(line).toContainText("A guest may have said no: nothing goes to them until somebody decides.");
  await line.getByRole("button", { name: "Read and decide" }).click();
  const waiting = dialogOf(page).getByRole("region", { name: "May have said no" });
  await expect(waiting.getByRole("listitem")).toContainText(no);
  await expectNoSidewaysScroll(page);
  await expectAccessible(page, "who may have said no");
  await expect(line).toContainText("A guest may have said no");
  await waiting.getByRole("button", { name: "Stop WhatsApp messages" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Stop messages" }).click();
  await expect(waiting).toBeHidden();
  const guest = dialogOf(page).getByRole("listitem").filter({ hasText: no });
  await expect(guest).toContainText("No WhatsApp messages");
  await guest.getByRole("link", { name: "Open the guest" }).click();
  await expect(page.getByRole("main").getByPlaceholder(GUEST_SEARCH_TEXTS.placeholder)).toHaveValue(/123 ?457/);
});

test(
  "a guest of another branch is opened in that branch's book, and a search says whose book it was",
  inTurn(4),
  async ({ page, house }) => {
    house.setClock(AFTERNOON);
    await enqueue(house, [{ name: "Maya Testfamily", phone: "03 123457" }], "batroun");
    const worker = new FakeWorker(house, "cs-pc", "baileys:9613000001");
    await worker.register();
    const { phone } = await worker.sendNext();
    await worker.heard(phone.replace(/\D/g, ""), WORDS);
    await signIn(page);
    await page.getByRole("region", { name: "Replies of guests" }).getByRole("button", { name: "Read it" }).click();
    await dialogOf(page).getByRole("button", { name: "Open the guest in Batroun" }).click();
    const main = page.getByRole("main");
    await expect(main.getByPlaceholder(GUEST_SEARCH_TEXTS.placeholder)).toHaveValue(/123 ?457/);
    await expect(main.getByText("Only the book of Batroun was searched.")).toBeVisible();
    await expectNoSidewaysScroll(page);
    await expectAccessible(page, "nobody in this book");
    await main.getByPlaceholder(GUEST_SEARCH_TEXTS.placeholder).fill("03 123456");
    await main.getByRole("button", { name: "Search in Jounieh" }).click();
    await expect(main.getByText("1 guest in the book of Jounieh")).toBeVisible();
  },
);

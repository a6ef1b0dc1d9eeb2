import { GUEST_SEARCH_TEXTS } from "../../lib/guest-search/guest-search-texts";
import { expectAccessible } from "./accessible";
import { AFTERNOON, enqueue, FakeWorker, WITH_WORKERS } from "./fake-worker";
import { comeBack, dialogOf, expect, expectNoSidewaysScroll, inTurn, PHONE_FIRST, pageListens, signIn, test } from "./fixtures";

test.use({ settings: WITH_WORKERS });

const WORDS = "Lovely evening! Do you have a table for six on Friday?";

test(
  "what a guest wrote back is told on Home until somebody reads it, and stands with the guest",
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
    await expect(line).toContainText("2 messages of guests are not read.");
    await line.getByRole("button", { name: "Read them" }).click();
    const dialog = dialogOf(page);
    const guest = dialog.getByRole("listitem").filter({ hasText: WORDS });
    await expect(guest).toContainText("رامي خوري");
    await expect(guest).toContainText("Jounieh");
    await expect(guest).toContainText("New");
    await expect(dialog.getByText("شكراً جزيلاً")).toBeVisible();
    await expectNoSidewaysScroll(page);
    await expectAccessible(page, "the replies");
    await expect(line.getByText("All messages of guests are read.")).toBeAttached();
    await dialog.getByRole("button", { name: "Close" }).click();
    await expect(line).toBeHidden();

    const other = await browser.newContext({ viewport: page.viewportSize(), serviceWorkers: "block", baseURL: house.url });
    const desk = await other.newPage();
    await signIn(desk, undefined, "/guest-search");
    const field = desk.getByRole("main").getByPlaceholder(GUEST_SEARCH_TEXTS.placeholder);
    await field.fill("03 123456");
    await field.press("Enter");
    await expect(desk.getByRole("region", { name: "Replies" })).toContainText(WORDS);
    await comeBack(desk);
    await expect(desk.getByRole("region", { name: "Replies" })).not.toContainText("New");
    await other.close();
  },
);

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
  await expect(line).not.toContainText("not read");
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

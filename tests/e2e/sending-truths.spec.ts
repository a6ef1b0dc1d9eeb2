import type { Locator, Page } from "playwright/test";
import { BIRTHDAY_TEXTS } from "../../lib/birthdays/birthday-texts";
import { OPT_OUT_TEXTS } from "../../lib/opt-outs/opt-out-texts";
import { CUSTOMER_SERVICE_TEXTS } from "../../lib/queue/customer-service-texts";
import { DEFAULT_LIMITS } from "../../lib/queue/limits/default-limits";
import { QUEUE_TEXTS } from "../../lib/queue/queue-texts";
import { celebrate, press } from "./birthday-page";
import { AFTERNOON, enqueue, FakeWorker, WITH_WORKERS } from "./fake-worker";
import { choose, dialogOf, expect, expectNoSidewaysScroll, type House, ONE_SIZE, STAFF, signIn, test } from "./fixtures";
import { JSON_BODY } from "./house";

/** What the screens of sending say is true at once: of what may have arrived, of what is held, and of who sends. */

test.use({ settings: { ...WITH_WORKERS, TEST_LOOKS_EVERY: "1000" } });
test.beforeEach(({ house }) => house.setClock(AFTERNOON));

const later = (seconds: number) => new Date(Date.parse(AFTERNOON) + seconds * 1_000).toISOString();
const TODAY = AFTERNOON.slice(0, 10);
const GEORGES = { name: "Georges Khoury", phone: "71 222 333" };
const NOUR = { name: "Nour Karam", phone: "76 400 118" };
const queue = (page: Page): Locator => page.getByRole("main");

async function startWorker(house: House, id = "cs-pc", account = "sandbox", name = "Customer service PC"): Promise<FakeWorker> {
  const worker = new FakeWorker(house, id, account);
  await worker.register(name);
  return worker;
}

/** The next message is handed over, and nobody answers. */
async function lose(worker: FakeWorker): Promise<void> {
  const [work] = await worker.claim();
  if (!work) throw new Error("Nothing waits.");
  await worker.begin(work);
  await worker.unanswered(work);
}

async function openQueue(page: Page): Promise<void> {
  await page.getByRole("button", { name: new RegExp(QUEUE_TEXTS.section) }).click();
}

test("Home says what may have arrived and leads there, and a cancel what it cannot take back", ONE_SIZE, async ({ page, house }) => {
  const worker = await startWorker(house);
  await enqueue(house, [GEORGES, NOUR]);
  await lose(worker);
  await signIn(page);
  const note = page.getByRole("region", { name: "Messages without an answer" });
  await expect(note).toContainText("1 message has no answer: it may have arrived.");
  await note.getByRole("button", { name: "Look at it" }).click();
  await expect(page.getByRole("button", { name: new RegExp(QUEUE_TEXTS.section), expanded: true })).toBeFocused();
  await expect(queue(page).getByRole("region", { name: "Without an answer" }).getByText("Georges Khoury")).toBeInViewport();
  await expect(queue(page)).toContainText("Sent, failed and cancelled since 05:00 today. Each message counts once, as it stands now.");
  const letter = queue(page).getByRole("region", { name: "Campaigns" }).getByRole("article");
  await expect(letter).toContainText("To Georges Khoury and Nour Karam.");
  await letter.getByRole("button", { name: /^Cancel Customer Service/ }).click();
  const ofLetter = page.getByRole("alertdialog", { name: /^Cancel Customer Service of Sat 21 Nov 2026/ });
  await expect(ofLetter).toContainText(
    "To Georges Khoury and Nour Karam. 1 message waits. It is cancelled and stays cancelled. 1 was handed over already and may arrive.",
  );
  await ofLetter.getByRole("button", { name: "Keep it" }).click();
  await choose(page, "Options", QUEUE_TEXTS.cancel);
  await expect(page.getByRole("alertdialog")).toContainText("1 was handed over already and may arrive.");
});

test(
  "a greeting that waited until its day was over ends by itself, with no worker, and Home says so",
  ONE_SIZE,
  async ({ page, house }) => {
    const body = JSON.stringify({ items: [{ ...NOUR, message: "Happy birthday" }], campaign: "birthday", date: TODAY });
    expect((await house.api("/queue/enqueue", { method: "POST", headers: JSON_BODY, body })).status).toBe(200);
    house.setClock(new Date(Date.parse(`${TODAY}T22:00:30.000Z`)).toISOString()); // after midnight in Beirut
    await expect
      .poll(() => house.rows<{ code: string | null }>("hub.db", "SELECT last_code AS code FROM queue_item")[0]?.code, { timeout: 15_000 })
      .toBe("TOO_LATE");
    await signIn(page);
    await expect(page.getByText(/^1 greeting of yesterday, .* did not go out/)).toBeVisible();
  },
);

test("what is sent again for a guest who may have said no is said to be held, and stands so", ONE_SIZE, async ({ page, house }) => {
  const worker = await startWorker(house);
  await enqueue(house, [GEORGES]);
  await lose(worker);
  house.setClock(later(31 * 60));
  await expect
    .poll(() => house.rows<{ code: string }>("hub.db", "SELECT last_code AS code FROM queue_item")[0]?.code, { timeout: 15_000 })
    .toBe("UNCERTAIN");
  await worker.heard("96171222333", "Stop please", later(30 * 60));
  await signIn(page);
  await page.getByRole("button", { name: "Look at it" }).click();
  await page.getByRole("button", { name: /^Guests of Customer Service/ }).click();
  const guests = dialogOf(page).getByRole("region", { name: "Guests" });
  await guests.getByRole("button", { name: "Send again: Georges Khoury" }).click();
  await page.getByRole("alertdialog", { name: "Send again to Georges Khoury?" }).getByRole("button", { name: "Send again" }).click();
  const held = page.getByRole("alertdialog", { name: "It is held, and does not go out yet" });
  await expect(held).toContainText("It is in the queue again, and is held. The guest wrote what sounds like a no.");
  await held.getByRole("button", { name: "OK" }).click();
  await expect(guests.getByRole("listitem")).toContainText("The guest wrote what sounds like a no.");
  await expect(guests.getByRole("listitem")).toContainText("Held: may have said no");
  await guests.getByRole("button", { name: "Read and decide" }).click();
  await expect(page.getByRole("dialog", { name: "Replies" })).toContainText(`${OPT_OUT_TEXTS.unsure}They wrote what sounds like a no.`);
});

test("the worker's card says what the obstacle above it says, however old its own list is", ONE_SIZE, async ({ page, house }) => {
  await startWorker(house, "cs-1", "sandbox", "cs-pc");
  house.setClock(later(5));
  await startWorker(house, "cs-2", "sandbox", "cs-pc");
  await enqueue(house, [GEORGES]);
  await signIn(page);
  await openQueue(page);
  const workers = queue(page).getByRole("region", { name: /^Workers/ });
  await expect(workers.getByRole("article")).toHaveText([/^cs-pc \(cs-1\)Online/, /^cs-pc \(cs-2\)Online/]);
  await page.route("**/api/workers", () => new Promise<void>(() => {}));
  house.setClock(later(60));
  const messages = queue(page).getByRole("region", { name: "Messages" });
  await expect(messages.getByText(/^Stopped since 14:00: start cs-pc \(cs-2\)\.$/)).toBeVisible();
  await expect(workers.getByRole("article")).toHaveText([/^cs-pc \(cs-1\)Offline/, /^cs-pc \(cs-2\)Offline/]);
  await expect(workers.getByRole("heading", { name: /^Workers/ })).toContainText("0/2 online");
});

test("central names the restaurants' books in place of its own nobody, and leads into each", ONE_SIZE, async ({ page, house }) => {
  await celebrate(house, ["Maya,03 999333,21/11", "Rami,03 999334,21/11"], "batroun");
  await signIn(page);
  await page.evaluate(() => localStorage.setItem("BRANCH", "central"));
  await page.goto(`/birthdays?date=${TODAY}`);
  const main = page.getByRole("main");
  const books = main.getByRole("region", { name: "Birthdays in the restaurants’ books" });
  await expect(books).toContainText("Nobody on this date in Jounieh, Tripoli, Zgharta and Ehden.");
  await expect(main.getByText("2 birthdays in the restaurants’ books")).toBeVisible();
  await expect(main.getByText(BIRTHDAY_TEXTS.empty)).toHaveCount(0);
  await expectNoSidewaysScroll(page);
  await page.goto("/");
  await expect(page.getByRole("link", { name: "2 birthdays today in the restaurants’ books · nobody greeted yet" })).toBeVisible();
  await page.goBack();
  await books.getByRole("button", { name: "Batroun · 2 guests" }).click();
  await expect(main.getByText("2 guests", { exact: true })).toBeVisible();
  expect(await page.evaluate(() => localStorage.getItem("BRANCH"))).toBe("batroun");
});

test("before birthdays go out it is said once that no worker sends, with the way to mend it", ONE_SIZE, async ({ page, house }) => {
  await celebrate(house, ["Maya,03 999333,21/11"]);
  await (await house.api(`/birthdays/generate-vouchers-stream?date=${TODAY}`)).text();
  await signIn(page, undefined, `/birthdays?date=${TODAY}`);
  await press(page, BIRTHDAY_TEXTS.send);
  const dialog = page.getByRole("dialog", { name: BIRTHDAY_TEXTS.send });
  await expect(dialog.getByText(/No worker has been started/)).toHaveCount(1);
  await expect(dialog.getByRole("button", { name: "Make a token" })).toBeVisible();
});

test("who cannot send greetings is green neither in Birthdays nor in the queue, and says why", ONE_SIZE, async ({ page, house }) => {
  const worker = await startWorker(house, "cloud-pc", "cloud:106540352242922", "cloud-pc");
  await celebrate(house, ["Maya,03 999333,21/11"]);
  const limits = async (birthday_name: string) => {
    const body = JSON.stringify({ ...DEFAULT_LIMITS, templates: { ...DEFAULT_LIMITS.templates, birthday_name } });
    expect((await house.api("/queue/limits", { method: "PUT", headers: JSON_BODY, body })).status).toBe(200);
  };
  await limits("birthday_20");
  await signIn(page, undefined, `/birthdays?date=${TODAY}`);
  const workers = (of: Page) => of.getByRole("main").getByRole("region", { name: /^Workers/ });
  const line = workers(page).getByRole("listitem");
  const icon = line.locator("svg").first();
  await expect(line).toContainText("cloud-pc");
  await expect(icon).toHaveAttribute("data-able", "true");
  await enqueueGreeting(house, "Maya", "03 999333");
  const [work] = await worker.claim();
  if (!work) throw new Error("Nothing waits.");
  await worker.begin(work);
  await worker.refusedTemplate(work);
  await workers(page).getByRole("button", { name: BIRTHDAY_TEXTS.refreshWorkers }).click();
  await expect(line).toContainText(
    "cloud-pc sends no birthdays, except to guests who have written to that number within 24 hours: WhatsApp does not take the template of cloud-pc.",
  );
  await expect(icon).not.toHaveAttribute("data-able");
  await expectNoSidewaysScroll(page);
  await page.goto("/");
  await openQueue(page);
  const chip = workers(page).getByRole("article").getByText("Online", { exact: true });
  await expect(chip.locator("..")).toHaveAttribute("style", /--warning-soft/);
});

test("a letter says who of the chosen may get free words by the official number", ONE_SIZE, async ({ page, house }) => {
  const worker = await startWorker(house, "official-pc", "cloud:106540352242922", "official-pc");
  await worker.heard("96171222333", "Hello");
  await page.setViewportSize({ width: 1440, height: 900 });
  await signIn(page);
  await choose(page, "Options", CUSTOMER_SERVICE_TEXTS.title);
  const dialog = dialogOf(page);
  for (const name of ["Georges", "Nour"]) {
    await dialog.getByPlaceholder("Search by name or phone").fill(name);
    await dialog.getByRole("checkbox", { name: new RegExp(`^Choose ${name}`) }).check();
  }
  await expect(dialog).toContainText(
    /Written to the number of .+ within 24 hours: Georges Khoury\. For the others it takes only an approved text\./,
  );
});

test("Control Panel names the menus that whoever stands there has", ONE_SIZE, async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await signIn(page, STAFF, "/control");
  await expect(page.getByText("The menus Actions, Navigate and Options stand in the bar at the top.")).toBeVisible();
  await expect(page.getByText("On a phone: Everything is in the More menu of the navigation bar.")).toBeVisible();
  // What they may open and do stands there, and nothing else.
  await expect(page.getByRole("main").getByRole("link", { name: "Merge by Date, All Branches" })).toHaveCount(0);
  const pages = page.getByRole("main").getByRole("link", { name: /^(All data|Reservations|Competitions|Menu price .*)$/ });
  await expect(pages).toHaveText([/^All data\s*See every guest/, /^Menu price editor\s*See which menu/]);
  await page.getByRole("main").getByRole("button", { name: "Manage Staff" }).click();
  await expect(page.getByRole("dialog", { name: "Manage Staff" })).toBeVisible();
  await page.keyboard.press("Escape");
  await page.getByRole("main").getByRole("link", { name: "Birthday Search", exact: true }).click();
  await expect(page).toHaveURL(/\/birthdays$/);
});

async function enqueueGreeting(house: House, name: string, phone: string): Promise<void> {
  const body = JSON.stringify({ items: [{ name, phone }], message: "Happy birthday!", campaign: "birthday", date: TODAY });
  expect((await house.api("/queue/enqueue/batch", { method: "POST", headers: JSON_BODY, body, branch: "jounieh" })).status).toBe(200);
}

test("a held retry of birthdays says so, with what to do", ONE_SIZE, async ({ page, house }) => {
  const worker = await startWorker(house);
  await celebrate(house, ["Maya,70 111111,21/11"]);
  await enqueueGreeting(house, "Maya", "70 111111");
  const [work] = await worker.claim();
  if (!work) throw new Error("Nothing waits.");
  await worker.begin(work);
  await worker.refused(work, "WhatsApp does not know this number.");
  await worker.heard("96170111111", "Stop please");
  await signIn(page, undefined, `/birthdays?date=${TODAY}`);
  await press(page, `${BIRTHDAY_TEXTS.retry} (1)`);
  const held = page.getByRole("alertdialog", { name: "It is held, and does not go out yet" });
  await expect(held).toContainText("Retrying 1 message(s). It is held: the guest wrote what sounds like a no");
});

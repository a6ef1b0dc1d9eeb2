import type { Page } from "playwright/test";
import { PROTOCOL } from "../../lib/build";
import { GUEST_SEARCH_TEXTS } from "../../lib/guest-search/guest-search-texts";
import { OPT_OUT_TEXTS } from "../../lib/opt-outs/opt-out-texts";
import { QUEUE_TEXTS, switchWords } from "../../lib/queue/queue-texts";
import { expectAccessible } from "./accessible";
import { AFTERNOON, enqueue, FakeWorker, WITH_WORKERS } from "./fake-worker";
import {
  ADMIN,
  choose,
  comeBack,
  dialogOf,
  expect,
  expectNoSidewaysScroll,
  inTurn,
  look,
  nothingMoves,
  OFFICE,
  PHONE_FIRST,
  pageListens,
  STAFF,
  signIn,
  test,
  timePasses,
} from "./fixtures";
import { JSON_BODY } from "./house";

test.use({ settings: WITH_WORKERS });
test.beforeEach(({ house }) => house.setClock(AFTERNOON));

const GUESTS = [
  { name: "رامي خوري", phone: "03 123456" },
  { name: "Élodie Haddad", phone: "70 555 111" },
  { name: "Georges Khoury", phone: "71 222 333" },
];

const section = (page: Page) => page.getByRole("button", { name: "Whatsapp Live Queue" });
const totals = (page: Page) => page.getByRole("region", { name: "Messages", exact: true });
/** What is seen of it: a table, or cards on a phone. */
const waiting = (page: Page, words: string) =>
  page.getByRole("region", { name: "Waiting to be sent" }).getByText(words, { exact: true }).filter({ visible: true });
const campaigns = (page: Page) => page.getByRole("region", { name: "Campaigns" });
const workers = (page: Page) => page.getByRole("region", { name: /^Workers/ });

const SAID_NO = "Not sent: they said no";

async function expectTotals(page: Page, counts: Record<string, number>): Promise<void> {
  for (const [words, count] of Object.entries(counts)) {
    await expect(
      totals(page)
        .locator("dl > div", { has: page.getByText(words, { exact: true }) })
        .locator("dd"),
    ).toHaveText(String(count));
  }
}

test("the queue is followed as it goes: totals, who waits and why, and who sends", OFFICE, async ({ page, house }) => {
  await enqueue(house, GUESTS);
  await signIn(page);
  await expect(section(page)).toContainText("3 wait · no worker can send");
  await section(page).click();
  await expectTotals(page, { Pending: 3, "In progress": 0, Sent: 0, Failed: 0, Cancelled: 0 });
  await expect(waiting(page, "Élodie Haddad")).toBeVisible();
  await expect(waiting(page, "Letter · Jounieh").first()).toBeVisible();
  await expect(workers(page)).toContainText("No worker has been started yet.");
  await expect(totals(page)).toContainText("No worker has been started. Make a token for one, and start it on a PC.");
  await expect(totals(page).getByRole("button", { name: "Make a token" })).toBeVisible();
  await expect(campaigns(page).getByRole("article")).toContainText("Not going out");
  await expect(campaigns(page).getByRole("article")).toContainText("No worker has been started.");
  await expect(page.getByText("No worker has been started.", { exact: false }), "above and on the card, in no row").toHaveCount(2);
  await expect(page.getByRole("button", { name: "Make a token" })).toHaveCount(1);
  await expect(waiting(page, "next in line")).toHaveCount(0);
  // A switch that is off sends nothing by itself.
  await expect(page.getByText("messages are sent")).toHaveCount(0);

  const worker = new FakeWorker(house);
  await worker.register();
  await comeBack(page);
  const card = workers(page).getByRole("article");
  await expect(card).toContainText("Customer service PC");
  await expect(card).toContainText("Online");
  await expect(totals(page)).not.toContainText("No worker has been started");
  const first = await worker.sendNext();
  await expectTotals(page, { Pending: 2, Sent: 0, [QUEUE_TEXTS.sandbox]: 1 });
  await worker.heard(first.phone.replace(/\D/g, ""), "Thank you!");
  const [second] = await worker.claim();
  if (!second) throw new Error("Nothing waits.");
  await expect(waiting(page, "In progress")).toBeVisible();
  await expect(waiting(page, "by Customer service PC")).toBeVisible();
  await worker.begin(second);
  await worker.refused(second, "WhatsApp does not know this number.");
  await expectTotals(page, { Pending: 1, "In progress": 0, Sent: 0, [QUEUE_TEXTS.sandbox]: 1, Failed: 1 });
  await worker.heartbeat("The phone was unlinked. Scan the code again on the worker's PC.");
  await comeBack(page);
  await expect(totals(page)).toContainText(
    "Customer service PC cannot send. The phone was unlinked. Scan the code again on the worker's PC.",
  );
  await expect(card).toContainText("The phone was unlinked. Scan the code again on the worker's PC.");
  await expect(card).toContainText("Sent 0 · Failed 1 · 1 sent in the sandbox: no guest got it");

  const letter = campaigns(page).getByRole("article");
  await expect(letter).toContainText("Customer Service");
  await expect(letter).toContainText("Sent by Customer service PC");
  await expect(letter).toContainText("Arrived 1 · Read 1 · Replied 1");
  await expect(letter).toContainText("1 failed: WhatsApp does not know this number.");
  await expectNoSidewaysScroll(page);
  await letter.getByRole("button", { name: "Guests of Customer Service" }).click();
  const guests = dialogOf(page).getByRole("region", { name: "Guests" });
  await expect(guests.getByRole("listitem")).toHaveCount(3);
  await expect(guests).not.toContainText("WhatsApp’s support"); // nothing was named for it
  await expect(guests.getByRole("listitem").filter({ hasText: "The guest replied" })).toHaveCount(1);
  await guests.getByRole("radio", { name: "Failed" }).check({ force: true });
  await expect(guests.getByRole("listitem")).toHaveCount(1);
  await guests.getByRole("radio", { name: "All" }).check({ force: true });
  await guests.getByLabel("Find a guest").fill("elodie");
  await expect(guests.getByRole("listitem")).toHaveText([/Élodie Haddad/]);
  await guests.getByLabel("Find a guest").fill("71 222");
  await expect(guests.getByRole("listitem")).toHaveText([/Georges Khoury/]);
  await expectNoSidewaysScroll(page);
  await dialogOf(page).getByRole("button", { name: "Close" }).click();
  await expect(guests).toBeHidden();

  // Another build goes on and is told; one of another protocol gets nothing, and says what to do.
  await worker.register(undefined, `0.2.0+${PROTOCOL}.0dc67c13f1a2`);
  await comeBack(page);
  await expect(card).toContainText("Not of the same version as the server.");
  const told = card.getByText("It is another version than the server. It goes on sending");
  await expect(told).toBeVisible();
  const isYellow = await told.evaluate((words) => {
    const probe = document.body.appendChild(document.createElement("i"));
    probe.style.background = "var(--warning-soft)";
    const colours = [probe, words.parentElement ?? words].map((element) => getComputedStyle(element).backgroundColor);
    probe.remove();
    return colours[0] === colours[1];
  });
  expect(isYellow).toBe(true);
  await worker.register(undefined, "0.0.9");
  await comeBack(page);
  await expect(card).toContainText("Give this PC the server's own worker and start it again.");
  await expect(told).toHaveCount(0);
  expect(await worker.claim()).toEqual([]);
});

test(
  "a guest who says no in a sentence is marked where the reply stands, and at the guest, with what is to be decided",
  inTurn(3),
  async ({ page, house }) => {
    const worker = new FakeWorker(house);
    await worker.register();
    await enqueue(house, GUESTS.slice(1));
    for (const words of ["please stop sending me these messages", "arrêtez svp"]) {
      const { phone } = await worker.sendNext();
      await worker.heard(phone.replace(/\D/g, ""), words);
      house.setClock(new Date(Date.parse(AFTERNOON) + 60_000).toISOString());
      await worker.heartbeat();
    }
    await signIn(page);
    await section(page).click();
    await campaigns(page).getByRole("article").getByRole("button", { name: "Guests of Customer Service" }).click();
    const guests = dialogOf(page).getByRole("region", { name: "Guests" });
    const row = (name: string) => guests.getByRole("listitem").filter({ hasText: name });
    await expect(row("Élodie Haddad")).toContainText(OPT_OUT_TEXTS.unsure);
    await expectNoSidewaysScroll(page);
    await row("Élodie Haddad").getByRole("button", { name: OPT_OUT_TEXTS.stop }).click();
    await page.getByRole("alertdialog").getByRole("button", { name: "Stop messages" }).click();
    await expect(row("Élodie Haddad")).not.toContainText(OPT_OUT_TEXTS.unsure);
    await dialogOf(page).getByRole("button", { name: "Close" }).click();

    const card = page.locator("[data-guest]").filter({ hasText: "Georges Khoury" });
    const find = async () => {
      await page.getByPlaceholder(GUEST_SEARCH_TEXTS.placeholder).fill("Georges");
      await expect(card).toContainText(OPT_OUT_TEXTS.unsure);
      await card.locator("[data-guest-toggle]").click();
    };
    // Who may not read what guests write can stop messages alone.
    const permissions = ["nav_home", "nav_guest_search", "auth_signin", "auth_logout"];
    await house.api("/auth/roles/staff", { method: "PUT", headers: JSON_BODY, body: JSON.stringify({ permissions }) });
    await signIn(page, STAFF, "/guest-search");
    await find();
    await expect(page.getByText(OPT_OUT_TEXTS.unsureForOthers)).toBeVisible();
    await expect(page.getByRole("button", { name: OPT_OUT_TEXTS.stop })).toBeVisible();
    await expect(page.getByRole("button", { name: OPT_OUT_TEXTS.notMeant })).toHaveCount(0);

    await signIn(page, ADMIN, "/guest-search");
    await find();
    await expect(page.getByText(OPT_OUT_TEXTS.unsureBody)).toBeVisible();
    await page.getByRole("button", { name: OPT_OUT_TEXTS.notMeant }).click();
    await page.getByRole("alertdialog").getByRole("button", { name: OPT_OUT_TEXTS.notMeant }).click();
    await expect(card).not.toContainText(OPT_OUT_TEXTS.unsure);
    await expect(page.getByRole("button", { name: OPT_OUT_TEXTS.stop })).toBeVisible();
  },
);

test("the cards are of the same moment as the tiles", inTurn(1), async ({ page, house }) => {
  await enqueue(house, GUESTS);
  const worker = new FakeWorker(house, "cs-pc", "baileys:9613000001");
  await worker.register();
  await signIn(page);
  await section(page).click();
  await expectTotals(page, { Pending: 3, Sent: 0 });
  await expect(workers(page).getByRole("article")).toContainText("Sent 0");
  await worker.sendNext();
  await expectTotals(page, { Pending: 2, Sent: 1 });
  const soon = { timeout: 3_000 };
  await expect(campaigns(page).getByRole("article")).toContainText(/Sent\s*1/, soon);
  await expect(workers(page).getByRole("article")).toContainText("Sent 1", soon);
});

test("a phone is linked by the code on its worker's card", inTurn(4), async ({ page, house }) => {
  const worker = new FakeWorker(house);
  await worker.register();
  await signIn(page);
  await section(page).click();
  const card = workers(page).getByRole("article");
  const problem = "No phone is linked. Scan the code with the phone: WhatsApp, Linked devices.";
  await worker.linking({ link: "pairing", problem, pairing: { qr: "https://wa.me/settings/linked_devices#2@abc,def,ghi,jkl,1" } });
  const square = card.getByRole("img", { name: "QR code that links a phone to Customer service PC" });
  await expect(square).toBeVisible({ timeout: 15_000 });
  expect(await square.evaluate((image: HTMLImageElement) => image.complete && image.naturalWidth > 20)).toBe(true);
  await expect(card).toContainText("Not linked yet");
  await expect(card, "that its PC is on is not what somebody has to know first").toContainText("Phone not linked");
  await expect(card.getByText("Online", { exact: true })).toHaveCount(0);
  await expectNoSidewaysScroll(page);
  await worker.linking({ link: "pairing", problem, pairing: { code: "ABCD-EFGH" } });
  await expect(card).toContainText("ABCD-EFGH");
  await expect(square).toBeHidden();
  await worker.linking({ link: "connected", problem: null, pairing: null });
  await expect(card).not.toContainText("Not linked yet");
  await expect(card).not.toContainText("ABCD-EFGH");
});

test("anybody stops all sending, sees who did, and resumes it", PHONE_FIRST, async ({ page, house }) => {
  await enqueue(house, GUESTS);
  const worker = new FakeWorker(house);
  await worker.register();
  const [first] = await worker.claim();
  if (!first) throw new Error("Nothing waits.");
  await worker.begin(first);
  await signIn(page);
  await choose(page, "Options", "WhatsApp Check");
  await expect(page.getByRole("alertdialog", { name: switchWords(false, "Jounieh") })).toBeVisible();
  await dialogOf(page).getByRole("button", { name: "OK" }).click();

  await choose(page, "Options", "WhatsApp Cancel");
  const question = page.getByRole("alertdialog", { name: "Cancel WhatsApp sending of Jounieh?" });
  await expect(question).toContainText("2 messages of Jounieh wait.");
  await question.getByRole("button", { name: "Keep sending" }).click();
  await choose(page, "Options", "WhatsApp Cancel");
  await question.getByRole("button", { name: "Cancel sending" }).click();
  const done = page.getByRole("alertdialog", { name: switchWords(true, "Jounieh") });
  await expect(done.locator("dl > div", { hasText: "Cancelled" })).toContainText("2");
  await expect(done.locator("dl > div", { hasText: "Handed over" })).toContainText("1");
  await done.getByRole("button", { name: "OK" }).click();

  await section(page).click();
  const cancelSwitch = page.getByRole("region", { name: "Cancel switch" });
  await expect(cancelSwitch).toContainText(
    "WhatsApp sending of Jounieh is stopped: none of its messages goes out. Set by admin, Sat 21 Nov 2026, 14:00. Cancel switch: ON.",
  );
  await expectTotals(page, { Pending: 0, "In progress": 1, Cancelled: 2 });
  await choose(page, "Options", "WhatsApp Check");
  await expect(dialogOf(page)).toContainText("Set by admin, Sat 21 Nov 2026, 14:00.");
  await dialogOf(page).getByRole("button", { name: "Resume sending" }).click();
  await expect(page.getByRole("alertdialog", { name: switchWords(false, "Jounieh") })).toContainText("What was cancelled stays cancelled");
  await dialogOf(page).getByRole("button", { name: "OK" }).click();
  await expect(cancelSwitch).toContainText(switchWords(false, "Jounieh"));
  await worker.accepted(first);
  await expectTotals(page, { "In progress": 0, Sent: 0, [QUEUE_TEXTS.sandbox]: 1, Cancelled: 2 });
});

test("a Cancel switch that nobody answers says so", inTurn(5), async ({ page }) => {
  await signIn(page);
  await pageListens(page);
  await page.route("**/api/**", (route) => route.abort());
  await choose(page, "Options", "WhatsApp Cancel");
  await dialogOf(page).getByRole("button", { name: "Cancel sending" }).click();
  await expect(page.getByRole("alertdialog", { name: "Failed to cancel WhatsApp sending" })).toContainText(
    "Whether it arrived is not known: WhatsApp Check tells it.",
  );
  await dialogOf(page).getByRole("button", { name: "OK" }).click();
  await choose(page, "Options", "WhatsApp Resume");
  await expect(page.getByRole("alertdialog", { name: "Failed to resume WhatsApp sending" })).toBeVisible();
  await dialogOf(page).getByRole("button", { name: "OK" }).click();
  await choose(page, "Options", "WhatsApp Check");
  await expect(page.getByRole("alertdialog", { name: "Failed to check WhatsApp sending" })).toBeVisible();
});

test("a no that comes before the handing over keeps the message back, and the queue says so", inTurn(6), async ({ page, house }) => {
  await enqueue(house, GUESTS);
  const worker = new FakeWorker(house);
  await worker.register();
  await signIn(page);
  await section(page).click();
  const [work] = await worker.claim();
  if (!work) throw new Error("Nothing waits.");
  await expect(waiting(page, "In progress")).toBeVisible();
  await worker.heard(work.phone, "STOP");
  expect(await worker.mayNotBegin(work)).toMatchObject({ go: false, reason: "opted_out" });
  await expectTotals(page, { Pending: 2, "In progress": 0, Sent: 0, Failed: 0, [SAID_NO]: 1 });
  const letter = campaigns(page).getByRole("article");
  await expect(letter).toContainText("1 not sent: The guest has said no to messages.");
  await letter.getByRole("button", { name: "Guests of Customer Service" }).click();
  const guests = dialogOf(page).getByRole("region", { name: "Guests" });
  await guests.getByRole("radio", { name: "Failed" }).check({ force: true });
  await expect(guests.getByRole("listitem")).toHaveText(/رامي خوري.*The guest has said no to messages\./);
  await dialogOf(page).getByRole("button", { name: "Close" }).click();
  // The others' messages go out, and of this one nothing was ever begun.
  for (const _ of GUESTS.slice(1)) await worker.sendNext();
  await expectTotals(page, { Pending: 0, Sent: 0, [QUEUE_TEXTS.sandbox]: 2, Failed: 0, [SAID_NO]: 1 });
  const begun = house.rows<{ digits: string }>("hub.db", "SELECT digits FROM queue_attempt ORDER BY digits");
  expect(begun.map(({ digits }) => digits)).toEqual(["96170555111", "96171222333"]);
});

test("with the worker off nothing counts on: since when it stands still is said, and what to start", inTurn(0), async ({ page, house }) => {
  await enqueue(house, GUESTS);
  const worker = new FakeWorker(house);
  await worker.register();
  await worker.sendNext();
  await signIn(page);
  await section(page).click();
  await expectTotals(page, { Pending: 2, Sent: 0, [QUEUE_TEXTS.sandbox]: 1 });
  const letter = campaigns(page).getByRole("article");
  await expect(letter).toContainText("Sending");
  house.setClock("2026-11-21T12:14:30.000Z");
  await comeBack(page);
  const stands = "Stopped since 14:00: start Customer service PC.";
  await expect(totals(page)).toContainText(stands);
  await expect(letter.locator("[style*=danger-soft]")).toHaveText("Not going out");
  await expect(letter, "why, where the way to mend it stands above").toContainText(stands);
  await expect(page.getByRole("region", { name: "Waiting to be sent" }), "above, and not in every row").not.toContainText(
    "No worker is running",
  );
  await expect(totals(page)).not.toContainText(/a minute|an hour|left/);
  await letter.getByRole("button", { name: /^Guests of/ }).click();
  await expect(dialogOf(page).getByText(stands)).toHaveCount(1);
});

test("a campaign without a template is red, with the way to name one", inTurn(1), async ({ page, house }) => {
  await enqueue(house, GUESTS);
  await new FakeWorker(house, "cs-pc", "cloud:100").register();
  await signIn(page);
  await expect(section(page).locator("[data-stuck]")).toHaveText("3 wait · no template is named");
  await section(page).click();
  const letter = campaigns(page).getByRole("article");
  await expect(letter.locator("[style*=danger-soft]")).toHaveText("Not going out");
  // It stands against all that waits: the way to mend it is above, and why on the card.
  await expect(totals(page)).toContainText("none is named for letters");
  await expect(letter).toContainText("none is named for letters");
  await expect(letter.getByRole("button", { name: "WhatsApp Limits" })).toHaveCount(0);
  await totals(page).getByRole("button", { name: "WhatsApp Limits" }).click();
  const field = dialogOf(page).getByLabel("Letter: name of the template");
  await expect(field).toBeFocused();
  await expect(field).toBeInViewport();
  await expect(dialogOf(page).getByRole("group", { name: "Quiet hours" })).not.toBeInViewport();
});

test(
  "campaigns of one date are told apart by their branch, and one alone is paused, resumed and cancelled",
  inTurn(2),
  async ({ page, house }) => {
    for (const [index, branch] of (["jounieh", "batroun"] as const).entries()) {
      const items = GUESTS.map(({ name, phone }) => ({ name, phone: `${phone}${index}`.slice(-9) }));
      const body = JSON.stringify({ items, message: "Happy birthday!", campaign: "birthday", date: "2026-12-03" });
      expect((await house.api("/queue/enqueue", { method: "POST", headers: JSON_BODY, body, branch })).status).toBe(200);
    }
    await new FakeWorker(house).register();
    await signIn(page);
    await section(page).click();
    const card = (branch: string) =>
      campaigns(page)
        .getByRole("article")
        .filter({ hasText: `Birthdays of Thu 3 Dec 2026 · ${branch}` });
    await expect(card("Jounieh")).toContainText("Sending");
    await expect(card("Batroun")).toContainText("Sending");
    await card("Batroun").getByRole("button", { name: "Pause Birthdays of Thu 3 Dec 2026 · Batroun" }).click();
    await expect(card("Batroun")).toContainText("Paused by admin");
    await expect(card("Jounieh")).toContainText("Sending");
    await card("Batroun")
      .getByRole("button", { name: /^Resume/ })
      .click();
    await expect(card("Batroun")).toContainText("Sending");
    await card("Batroun")
      .getByRole("button", { name: /^Cancel/ })
      .click();
    await dialogOf(page).getByRole("button", { name: "Cancel this campaign" }).click();
    await expect(card("Batroun")).toContainText("Cancelled");
    await expect(card("Batroun").getByRole("button", { name: /^(Pause|Resume|Cancel)/ })).toHaveCount(0);
    await expect(card("Jounieh")).toContainText("Sending");
  },
);

test("the server is asked only while the section is open and the page in sight", inTurn(3), async ({ page, house }) => {
  await enqueue(house, GUESTS);
  const asked: string[] = [];
  page.on("request", (request) => {
    const { pathname } = new URL(request.url());
    // Home asks for the day's greetings itself, every minute.
    if (pathname !== "/api/queue/day" && /\/api\/(queue|workers|cancel-status)/.test(pathname)) asked.push(pathname);
  });
  const askedFor = (path: string) => asked.filter((one) => one === path).length;
  await page.clock.install();
  await signIn(page);
  await pageListens(page);
  await timePasses(page, 10_000);
  expect(asked).toEqual([]);
  await section(page).click();
  await expectTotals(page, { Pending: 3 });
  asked.length = 0;
  await expect.poll(() => askedFor("/api/queue/stats")).toBeGreaterThanOrEqual(2);
  await expect.poll(() => askedFor("/api/queue/pending")).toBeGreaterThanOrEqual(2);
  await look(page, "hidden");
  await timePasses(page, 0); // what was on its way
  asked.length = 0;
  await timePasses(page, 20_000); // campaigns and the Cancel switch are asked for every five seconds
  expect(asked).toEqual([]);
  await look(page, "visible");
  await expect.poll(() => askedFor("/api/queue/stats")).toBeGreaterThanOrEqual(1);
  await section(page).click();
  await nothingMoves(page);
  await timePasses(page, 0);
  asked.length = 0;
  await timePasses(page, 20_000);
  expect(asked).toEqual([]);
});

test("the live queue and the Cancel switch are accessible", inTurn(4), async ({ page, house }) => {
  await enqueue(house, GUESTS);
  const worker = new FakeWorker(house);
  await worker.register("مكتب خدمة الزبائن");
  await worker.heartbeat("The phone was unlinked.");
  await signIn(page);
  await section(page).click();
  await expect(workers(page).getByRole("article")).toBeVisible();
  await expectAccessible(page, "the live queue");
  await campaigns(page).getByRole("button", { name: "Guests of Customer Service" }).click();
  await expect(dialogOf(page).getByRole("listitem")).toHaveCount(3);
  await expectAccessible(page, "a campaign");
  await dialogOf(page).getByRole("button", { name: "Close" }).click();
  await choose(page, "Options", "WhatsApp Cancel");
  await expectAccessible(page, "the question");
  await dialogOf(page).getByRole("button", { name: "Cancel sending" }).click();
  await expect(dialogOf(page)).toContainText("they stay cancelled");
  await expectAccessible(page, "the answer");
  await dialogOf(page).getByRole("button", { name: "OK" }).click();
  await expectAccessible(page, "the stopped queue");
});

test("the queue stays open where another tab chooses another branch; a reload by hand closes it", inTurn(5), async ({ page }) => {
  await signIn(page);
  await section(page).click();
  await expect(section(page)).toHaveAttribute("aria-expanded", "true");
  const other = await page.context().newPage();
  await other.goto("/");
  await other.evaluate(() => localStorage.setItem("BRANCH", "batroun"));
  await expect(page.getByText(/· Batroun$/)).toBeVisible();
  await expect(section(page)).toHaveAttribute("aria-expanded", "true");
  await page.reload();
  await expect(section(page)).toHaveAttribute("aria-expanded", "false");
});

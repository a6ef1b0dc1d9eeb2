import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import type { Page } from "playwright/test";
import { BIRTHDAY_TEXTS } from "../../lib/birthdays/birthday-texts";
import { QUEUE_TEXTS, switchWords } from "../../lib/queue/queue-texts";
import { vouchersGenerated } from "../../lib/vouchers/voucher-texts";
import { script, sentBy, WorkerProcess } from "../kill/worker-process";
import { expectAccessible } from "./accessible";
import { celebrate, press, step } from "./birthday-page";
import { FakeWorker, WITH_WORKERS } from "./fake-worker";
import {
  comeBack,
  dialogOf,
  expect,
  expectNoSidewaysScroll,
  type House,
  inTurn,
  look,
  OFFICE,
  ONE_SIZE,
  pressTwiceAtOnce,
  STAFF,
  signIn,
  test,
  timePasses,
} from "./fixtures";
import { JSON_BODY } from "./house";

/** Friday 20 November 2026, 14:00 in Beirut: nobody is asleep. */
const NOON = "2026-11-20T12:00:00.000Z";
const DATE = "2026-11-20";

test.use({ settings: { ...WITH_WORKERS, TEST_LOOKS_EVERY: "1000" } });
test.beforeEach(({ house }) => house.setClock(NOON));

const later = (seconds: number) => new Date(Date.parse(NOON) + seconds * 1000).toISOString();

/** Makes the date's vouchers as the screen does. */
async function withVouchers(house: House, rows: readonly string[]): Promise<void> {
  await celebrate(house, rows);
  const answer = await house.api(`/birthdays/generate-vouchers-stream?date=${DATE}`);
  expect(await answer.text()).toContain("event: done");
}

const GUESTS = ["سارة معلوف,81 700 457,20/11/1990", "Élodie Saba,70 555 999,20/11", "Tony Frangieh,71 220 901,20/11"];
const UNREACHED = "Ralph Chidiac,,20/11";

const main = (page: Page) => page.getByRole("main");
const card = (page: Page) => main(page).getByRole("region", { name: "Sending", exact: true });
const dialog = (page: Page) => page.getByRole("dialog", { name: BIRTHDAY_TEXTS.send });
/** What is seen of the rows: a table, or cards on a phone. */
const seen = (page: Page, words: string | RegExp) => main(page).getByText(words).filter({ visible: true });

async function open(page: Page): Promise<void> {
  await signIn(page, undefined, "/birthdays");
  await expect(
    main(page)
      .getByText(/^\d+ guests?$/)
      .first(),
  ).toBeVisible();
}

async function send(page: Page, count: string): Promise<void> {
  await press(page, BIRTHDAY_TEXTS.send);
  await dialog(page)
    // Without a template that it needs it is queued, and said so.
    .getByRole("button", { name: new RegExp(`^(Send to|Queue for) ${count}$`) })
    .click();
  await expect(dialog(page)).toHaveCount(0);
}

const queued = (house: House) =>
  house.rows<{ name: string; digits: string; voucher: string; text: string; prefer_worker: string | null }>(
    "hub.db",
    "SELECT * FROM queue_item ORDER BY created_at, task_id, position",
  );

test("today's birthdays are greeted in four taps, and each message is followed until all are over", OFFICE, async ({ page, house }) => {
  await celebrate(house, [...GUESTS, UNREACHED]);
  const [first, second] = [new FakeWorker(house, "cs-pc-1"), new FakeWorker(house, "cs-pc-2")];
  await first.register("CS-PC 1");
  await second.register("CS-PC 2");
  await page.addInitScript(() => {
    window.addEventListener(
      "click",
      ({ isTrusted }) => isTrusted && localStorage.setItem("taps", `${Number(localStorage.getItem("taps")) + 1}`),
      true,
    );
  });
  const isPhone = (page.viewportSize()?.width ?? 0) < 768;
  await signIn(page, undefined, isPhone ? "/" : "/birthdays");
  await page.evaluate(() => localStorage.setItem("taps", "0"));
  if (isPhone) await page.getByRole("navigation", { name: "Bottom" }).getByText("Birthdays").click();
  await expect(step(page)).toContainText("Vouchers");
  await press(page, BIRTHDAY_TEXTS.generate);
  await expect(main(page).getByText(vouchersGenerated(3))).toBeVisible();
  await expect(step(page)).toContainText("Send");
  await expect(main(page).getByRole("button", { name: BIRTHDAY_TEXTS.send })).toBeVisible();
  await main(page).getByRole("button", { name: BIRTHDAY_TEXTS.send }).click();
  await expect(dialog(page)).toContainText("All 3 can go today by CS-PC 1 and CS-PC 2.");
  await expect(dialog(page)).toContainText("20% off your next visit");
  const left = dialog(page).getByRole("region", { name: "1 guest left out" });
  await expect(left).toContainText("Ralph Chidiac");
  await expect(left).toContainText("No number that WhatsApp could reach.");
  await expectNoSidewaysScroll(page);
  await dialog(page).getByRole("button", { name: "Send to 3 guests" }).click();
  await expect(card(page)).toContainText("0 / 3");
  await expect(card(page)).not.toContainText("sandbox");
  expect(Number(await page.evaluate(() => localStorage.getItem("taps")))).toBeLessThanOrEqual(4);

  await expect(main(page).getByText("Sent 0/3 Tasks 3, each a part of the list")).toBeVisible();
  await expect(card(page)).toContainText("Will be sent by CS-PC 1 and CS-PC 2.");
  expect(queued(house).map(({ prefer_worker }) => prefer_worker)).toEqual(["cs-pc-1", "cs-pc-2", "cs-pc-1"]);
  expect(queued(house).every(({ voucher, text }) => voucher.startsWith(`vouchers/${DATE}/`) && /^Happy birthday, \S/.test(text))).toBe(
    true,
  );
  await expect(seen(page, "Pending")).toHaveCount(3);
  await expect(main(page).getByRole("button", { name: "Sending 0 of 3…" })).toHaveAttribute("aria-disabled", "true");
  await first.sendNext();
  await expect(card(page)).toContainText("1 / 3");
  await expect(card(page)).toContainText(QUEUE_TEXTS.sandbox);
  await expect(card(page).getByRole("list", { name: "Sent by" })).toHaveText("1 by CS-PC 1");
  const [work] = await second.claim();
  if (!work) throw new Error("Nothing waits.");
  await second.begin(work);
  await expect(seen(page, "In progress")).toHaveCount(1);
  await second.refused(work, "WhatsApp does not know this number.");
  await expect(card(page)).toContainText("1 waiting · 1 failed · 1 left out: 1 ");
  await first.sendNext();
  await expect(card(page)).toContainText("2 of 3 went to the sandbox. No guest got a message.");
  await expect(main(page).getByText("Sent 2/3 (done) Tasks 3, each a part of the list")).toBeVisible();
  await expect(main(page).getByText("2 sent in the sandbox: no guest got them").first()).toBeVisible();
  await expect(card(page).getByRole("list", { name: "Sent by" })).toHaveText("2 by CS-PC 1");
  await expect(step(page)).toContainText("Follow up");
  await expect(main(page).getByRole("heading", { name: BIRTHDAY_TEXTS.failedSends })).toBeVisible();
  const failed = main(page).getByRole("region", { name: "Messages that failed" });
  await expect(failed.getByText("WhatsApp does not know this number.").filter({ visible: true })).toBeVisible();
  await expect(failed.getByRole("button", { name: /\S/ }).filter({ visible: true }).first()).toHaveAttribute("aria-haspopup", "dialog");
  const workers = main(page).getByRole("region", { name: "Workers" });
  await expect(workers).toContainText("CS-PC 1");
  await comeBack(page);
  await expect(workers).toContainText("2 sent");

  // What failed is sent again with one press.
  await press(page, `${BIRTHDAY_TEXTS.retry} (1)`);
  await expect(page.getByText("Retrying 1 message(s).")).toBeVisible();
  await expect(card(page)).toContainText("1 waiting");
  await second.heartbeat();
  await second.sendNext();
  await expect(card(page)).toContainText("3 of 3 went to the sandbox.");
  await expect(failed).toHaveCount(0);
  await expect(main(page).getByText(/\d failed/)).toHaveCount(0);
  await expectNoSidewaysScroll(page);
  // Nobody is left, and it says so where a finger sees it.
  await expect(main(page).getByText("Send is off: nobody is left to be written to.")).toBeVisible();
  // The address is that of a call too: loaded anew, by the service worker as well, it is the page.
  for (const _ of ["first", "kept"]) {
    await page.reload();
    await expect(card(page)).toContainText("3 / 3");
  }
  // While nobody knows how far it is, no step is lit: it is over, and said "Search" for a moment.
  let known = () => {};
  const held = new Promise<void>((resolve) => {
    known = resolve;
  });
  await page.route("**/api/birthdays/campaign?*", async (route) => {
    await held;
    await route.continue();
  });
  await page.reload();
  await expect(page.getByRole("list", { name: "Steps of the campaign" })).toHaveAttribute("aria-busy", "true");
  await expect(step(page)).toHaveCount(0);
  known();
  await expect(page.getByRole("img", { name: "Done:" })).toHaveCount(4);
});

test(
  "pressed twice, with a lost answer, after a reload and on another device: one message for each guest",
  ONE_SIZE,
  async ({ page, house }) => {
    await withVouchers(house, [...GUESTS, "Hala Mansour,76 912 345,20/11", "Jad Salameh,3 771 209,20/11"]);
    await open(page);
    await press(page, BIRTHDAY_TEXTS.send);
    const words = dialog(page).getByRole("textbox", { name: "Message" });
    await words.fill("Dear {name}, a present from {branch} waits for you.");
    // The server queues the second task, and its answer is lost on the way.
    let batches = 0;
    await page.route("**/api/queue/enqueue/batch", async (route) => {
      batches++;
      if (batches !== 2) return route.continue();
      await route.fetch();
      await route.abort();
    });
    await dialog(page).getByRole("button", { name: "Send to 5 guests" }).click();
    const failure = dialog(page).getByRole("alert").filter({ hasText: BIRTHDAY_TEXTS.enqueueFailed });
    await expect(failure).toContainText("The server did not answer.");
    await expect(failure).toContainText("A part of them is queued already");
    await failure.getByText("Endpoints tried").click();
    await expect(failure).toContainText("POST /queue/enqueue/batch");
    await expect(words).toHaveValue("Dear {name}, a present from {branch} waits for you.");
    await page.unroute("**/api/queue/enqueue/batch");
    const before = queued(house).length;
    expect(before).toBeGreaterThan(0);
    expect(before).toBeLessThan(5);
    // The page is loaded anew: the server knows whom nobody has written to, and the device what was typed.
    await page.reload();
    await expect(card(page)).toContainText(`0 / ${before}`);
    await press(page, BIRTHDAY_TEXTS.send);
    await expect(words).toHaveValue("Dear {name}, a present from {branch} waits for you.");
    await dialog(page)
      .getByRole("button", { name: /^Send to/ })
      .dblclick();
    await expect(dialog(page)).toHaveCount(0);
    await expect(card(page)).toContainText("0 / 5");
    const other = await page.context().newPage();
    await other.goto("/birthdays");
    await expect(card(other)).toContainText("0 / 5");
    await expect(main(other).getByRole("button", { name: "Not going out: 0 of 5 sent" })).toBeVisible();
    expect(new Set(queued(house).map(({ digits }) => digits)).size).toBe(5);
    expect(queued(house)).toHaveLength(5);
    expect(queued(house).map(({ text }) => text)).toContain("Dear Hala Mansour, a present from Jounieh waits for you.");
    await card(page).getByRole("button", { name: "Cancel Birthdays of Fri 20 Nov 2026" }).click();
    await dialogOf(page).getByRole("button", { name: "Cancel this campaign" }).click();
    await expect(card(page)).toContainText("5 cancelled");
    await expect(card(page).getByRole("button", { name: /^(Pause|Resume|Cancel) Birthdays/ })).toHaveCount(0);
  },
);

test("addresses that an older server does not have are passed over, and named when none takes it", inTurn(2), async ({ page, house }) => {
  await withVouchers(house, GUESTS.slice(0, 1));
  await open(page);
  await page.route(/\/api\/queue\/enqueue/, (route) => route.fulfill({ status: 404, json: { error: "Not found" } }));
  await press(page, BIRTHDAY_TEXTS.send);
  await dialog(page).getByRole("button", { name: "Send to 1 guest" }).click();
  await dialog(page).getByText("Endpoints tried").click();
  for (const address of ["/queue/enqueue/batch", "/queue/enqueue-items", "/queue/enqueue"]) {
    await expect(dialog(page).getByText(`POST ${address}`, { exact: true })).toBeVisible();
  }
  await page.unroute(/\/api\/queue\/enqueue/);
  await page.route("**/api/queue/enqueue/batch", (route) => route.fulfill({ status: 405, json: { error: "Not here" } }));
  await dialog(page).getByRole("button", { name: "Send to 1 guest" }).click();
  await expect(card(page)).toContainText("0 / 1");
  expect(queued(house)).toHaveLength(1);
});

test("who is left out is named with the reason, and nobody to write to is said", inTurn(3), async ({ page, house }) => {
  await withVouchers(house, ["Maya Aoun,03 111 222,20/11", UNREACHED]);
  await celebrate(house, ["Late Comer,03 111 333,20/11"]);
  await celebrate(house, ["Maya Aoun,+961 3 111 222,20/11"], "batroun");
  const items = [{ name: "Maya Aoun", phone: "03/111222" }];
  const body = JSON.stringify({ items, campaign: "birthday", date: DATE });
  expect((await house.api("/queue/enqueue", { method: "POST", headers: JSON_BODY, body, branch: "batroun" })).status).toBe(200);
  await open(page);
  for (const reason of ["No number that WhatsApp could reach.", "The birthday message of Batroun is on its way to this guest."]) {
    await expect(seen(page, reason).first()).toBeVisible();
  }
  await press(page, BIRTHDAY_TEXTS.send);
  const alert = page.getByRole("alertdialog", { name: BIRTHDAY_TEXTS.noValidContacts });
  await expect(alert).toContainText("Late Comer");
  await expect(alert).toContainText("No voucher has been made yet.");
  await alert.getByRole("button", { name: "OK" }).click();
  // Nothing failed, so there is nothing to retry.
  await page.getByRole("button", { name: "More to do with this date" }).click();
  await expect(page.getByRole("menuitem", { name: `${BIRTHDAY_TEXTS.retry} (0)` })).toBeDisabled();
});

test(
  "what is said before a send holds together: nothing goes out now that is held until the morning",
  inTurn(4),
  async ({ page, house }) => {
    house.setClock("2026-11-19T19:40:00.000Z");
    await withVouchers(house, GUESTS);
    await signIn(page, undefined, `/birthdays?date=${DATE}`);
    await press(page, BIRTHDAY_TEXTS.send);
    const warnings = dialog(page).getByRole("list", { name: "To know before" });
    await expect(warnings).toContainText("the messages go out from Fri 20 Nov 2026, 09:30 on.");
    await expect(warnings).toContainText("These birthdays are on Fri 20 Nov 2026, not today.");
    await expect(warnings).not.toContainText("go out now");
  },
);

test(
  "in the quiet hours, without a worker, and with sending stopped it is said before and while messages wait",
  inTurn(5),
  async ({ page, house }) => {
    house.setClock("2026-11-20T19:40:00.000Z");
    await withVouchers(house, GUESTS);
    await open(page);
    const workers = main(page).getByRole("region", { name: "Workers" });
    await expect(workers).toContainText("No workers discovered yet. Start workers or check server /workers route.");
    await press(page, BIRTHDAY_TEXTS.send);
    const warnings = dialog(page).getByRole("list", { name: "To know before" });
    await expect(warnings).toContainText("the messages go out from Sat 21 Nov 2026, 09:30 on, which is after the birthday.");
    await expect(dialog(page)).toContainText("No worker has been started. Make a token for one, and start it on a PC.");
    await expect(warnings).not.toContainText("No worker");
    await dialog(page).getByRole("button", { name: "Send to 3 guests" }).click();
    await expect(card(page)).toContainText("No worker has been started. Make a token for one, and start it on a PC.");
    await expect(card(page)).not.toContainText("next try");
    const worker = new FakeWorker(house);
    await worker.register("WorkerContext");
    await workers.getByRole("button", { name: BIRTHDAY_TEXTS.refreshWorkers }).click();
    await expect(workers).toContainText("WorkerContext");
    await expect(card(page)).toContainText("Waiting: next try Sat 21 Nov 2026, 09:30.");
    // Beside the button of this campaign alone it says how much more it cancels.
    await card(page).getByRole("button", { name: "Cancel all of Jounieh", exact: true }).click();
    await dialogOf(page).getByRole("button", { name: "Cancel sending" }).click();
    await dialogOf(page).getByRole("button", { name: "OK" }).click();
    await expect(card(page)).toContainText("3 cancelled");
    await card(page).getByRole("button", { name: "Resume sending" }).click();
    await dialogOf(page).getByRole("button", { name: "OK" }).click();
    // What was cancelled can be sent again.
    await send(page, "3 guests");
    await expect(card(page)).toContainText("0 / 3");
    await expect(card(page)).toContainText("3 waiting");
  },
);

test(
  "by a number of the official API the approved template is shown as it goes out, and no words are asked for in vain",
  inTurn(6),
  async ({ page, house }) => {
    await withVouchers(house, GUESTS);
    const worker = new FakeWorker(house, "cs-pc", "cloud:106540352242922");
    await worker.register();
    await open(page);
    await press(page, BIRTHDAY_TEXTS.send);
    await expect(dialog(page)).toContainText("the others wait in the queue until a template is there.");
    await expect(dialog(page).getByRole("button", { name: "Queue for 3 guests" })).toBeVisible();
    await expect(dialog(page)).toContainText("Nothing goes out yet, except to guests who have written to the number of");
    await expect(dialog(page)).toContainText("none is named for birthdays");
    await dialog(page).getByRole("button", { name: "Close" }).click();
    const { limits } = (await (await house.api("/queue/limits")).json()) as { limits: { templates: object } };
    const templates = { ...limits.templates, birthday_name: "birthday_20", birthday_text: "Dear {{1}}, 20% off at {{2}} awaits you." };
    const body = JSON.stringify({ ...limits, templates, seen: null });
    expect((await house.api("/queue/limits", { method: "PUT", headers: JSON_BODY, body })).status).toBe(200);
    await comeBack(page);
    await press(page, BIRTHDAY_TEXTS.send);
    await expect(dialog(page)).toContainText(/Dear .+, 20% off at Jounieh awaits you\./);
    await expect(dialog(page)).toContainText("All of them get the text that Meta has approved");
    await expect(dialog(page).getByLabel("Message")).toHaveCount(0);
    await expectAccessible(page, "the template");
    await worker.heard("96181700457", "Hello"); // one of them may be written to freely from now on
    await dialog(page).getByRole("button", { name: "Close" }).click();
    await comeBack(page);
    await press(page, BIRTHDAY_TEXTS.send);
    await expect(dialog(page)).toContainText("2 of 3 guests get the text that Meta has approved");
    await expect(dialog(page).getByLabel("Message")).toBeVisible();

    // Another worker sends no templates, and may be the one that takes them: then own words are read, and asked for.
    await dialog(page).getByRole("button", { name: "Close" }).click();
    await new FakeWorker(house, "laptop").register("Laptop");
    await comeBack(page);
    await press(page, BIRTHDAY_TEXTS.send);
    await expect(dialog(page)).toContainText(
      "one of two texts: the one that Meta has approved if Customer service PC sends it, and what is written below if Laptop does",
    );
    await expect(dialog(page).getByLabel("Message")).toBeVisible();
  },
);

test("Send pressed before the new vouchers are known waits for them", inTurn(0), async ({ page, house }) => {
  await celebrate(house, GUESTS);
  await open(page);
  await expect(step(page)).toContainText("Vouchers");
  await page.route(/\/api\/birthdays\/campaign\?/, async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 4_000));
    await route.continue();
  });
  await press(page, BIRTHDAY_TEXTS.generate);
  await expect(main(page).getByText(vouchersGenerated(3))).toBeVisible();
  await press(page, BIRTHDAY_TEXTS.send);
  await expect(dialog(page).getByRole("button", { name: "Send to 3 guests" })).toBeVisible();
  await expect(page.getByRole("alertdialog")).toHaveCount(0);
});

test(
  "a campaign that was cancelled is not shown as one that went well, and why nothing goes out stays",
  inTurn(1),
  async ({ page, house }) => {
    await withVouchers(house, GUESTS);
    const worker = new FakeWorker(house);
    await worker.register();
    await open(page);
    await send(page, "3 guests");
    await worker.sendNext();
    await expect(card(page)).toContainText("1 / 3");
    await card(page).getByRole("button", { name: "Pause Birthdays of Fri 20 Nov 2026" }).click();
    await expect(card(page)).toContainText("Paused by admin");
    await expect(main(page).getByRole("button", { name: "Paused: 1 of 3 sent" })).toHaveAttribute("aria-disabled", "true");
    expect(await worker.claim()).toEqual([]);
    house.setClock("2026-11-20T19:40:00.000Z");
    await expect(card(page), "a Resume would come too late").toContainText("Misses the birthday");
    house.setClock(NOON);
    await card(page).getByRole("button", { name: "Resume Birthdays of Fri 20 Nov 2026" }).click();
    await expect(card(page)).not.toContainText("Paused by admin");
    await card(page).getByRole("button", { name: "Cancel all" }).click();
    await dialogOf(page).getByRole("button", { name: "Cancel sending" }).click();
    await dialogOf(page).getByRole("button", { name: "OK" }).click();
    await expect(card(page)).toContainText("2 cancelled");
    // In the words of Whatsapp Live Queue.
    await expect(card(page).getByText("Cancelled · 1 sent", { exact: true })).toBeVisible();
    await expect(card(page).locator("[data-tone=info]").filter({ hasText: "1 of 3 went to the sandbox." })).toBeVisible();
    await expect(main(page).getByText(/^Sent 1\/3 \(2 cancelled\)/)).toBeVisible();
    await expect(card(page)).toContainText(switchWords(true, "Jounieh"));
    await expect(card(page)).toContainText("Set by admin");
  },
);

test("tasks are asked for every two seconds, not in a hidden tab, and not when all are over", inTurn(2), async ({ page, house }) => {
  await withVouchers(house, GUESTS);
  const worker = new FakeWorker(house);
  await worker.register();
  const asked: string[] = [];
  page.on("request", (request) => asked.push(new URL(request.url()).pathname));
  const tasksAsked = () => asked.filter((one) => /\/api\/queue\/[0-9a-f-]{36}$/.test(one)).length;
  await page.clock.install();
  await open(page);
  await send(page, "3 guests");
  await expect(card(page)).toContainText("0 / 3");
  asked.length = 0;
  await expect.poll(tasksAsked).toBeGreaterThanOrEqual(6);
  await look(page, "hidden");
  await timePasses(page, 0); // what was on its way
  asked.length = 0;
  await timePasses(page, 20_000);
  expect(asked.filter((one) => one.startsWith("/api/queue") || one.startsWith("/api/birthdays"))).toEqual([]);
  await look(page, "visible");
  await expect.poll(tasksAsked).toBeGreaterThanOrEqual(3);
  for (const _ of GUESTS) await worker.sendNext();
  await expect(card(page)).toContainText("3 of 3 went to the sandbox.");
  await timePasses(page, 0);
  asked.length = 0;
  // Who could send, and how all of it stands, is asked for all the same, every ten seconds.
  const workersAsked = page.waitForRequest("**/api/workers");
  await timePasses(page, 20_000);
  expect(tasksAsked()).toBe(0);
  await workersAsked;
  expect(asked.filter((one) => one === "/api/birthdays/campaign").length).toBeLessThanOrEqual(2);
});

test("a worker that is killed in the middle leaves the rest to the other one, and nobody gets two", inTurn(3), async ({ page, house }) => {
  test.slow();
  await withVouchers(
    house,
    Array.from({ length: 12 }, (_, n) => `Guest ${n},03${311_111 + n},20/11`),
  );
  const folder = mkdtempSync(path.join(tmpdir(), "daftar-workers-"));
  const start = (name: string) => {
    const own = path.join(folder, name);
    script(own, { latency: 400 });
    return new WorkerProcess({ server: house.url, token: WITH_WORKERS.WORKER_TOKEN, name, folder: own });
  };
  const workers = ["pc-1", "pc-2"].map(start);
  try {
    await open(page);
    await expect(main(page).getByText("Workers 2/2")).toBeVisible({ timeout: 30_000 });
    await press(page, BIRTHDAY_TEXTS.send);
    await expect(dialog(page)).toContainText("All 12 can go today by pc-1 and pc-2."); // both can send by now
    await dialog(page).getByRole("button", { name: "Send to 12 guests" }).click();
    await expect.poll(() => sentBy(path.join(folder, "pc-1")).length).toBeGreaterThanOrEqual(1);
    await workers[0]?.kill();
    const before = sentBy(path.join(folder, "pc-1")).length;
    expect(before).toBeLessThan(6);
    await expect.poll(() => sentBy(path.join(folder, "pc-2")).length).toBe(6);
    // Its last word is older than half a minute: what it had not begun is the other one's.
    house.setClock(later(75));
    const handedOver = () => house.rows<{ n: number }>("hub.db", "SELECT count(*) AS n FROM queue_item WHERE status = 'SENT'")[0]?.n ?? 0;
    await expect.poll(handedOver, { timeout: 60_000 }).toBeGreaterThanOrEqual(11);
    await expect(main(page).getByText("Workers 1/2")).toBeVisible({ timeout: 20_000 });
    const sent = ["pc-1", "pc-2"].flatMap((name) => sentBy(path.join(folder, name)).map(({ phone }) => phone));
    expect(new Set(sent).size).toBe(sent.length);
    // The one that it was at when it was killed is settled by its own journal.
    workers.push(start("pc-1"));
    await expect(card(page)).toContainText("12 of 12 went to the sandbox.", { timeout: 60_000 });
    const all = ["pc-1", "pc-2"].flatMap((name) => sentBy(path.join(folder, name)).map(({ phone }) => phone));
    expect(all.sort()).toEqual(
      queued(house)
        .map(({ digits }) => digits)
        .sort(),
    );
    expect(all).toHaveLength(12);
  } finally {
    for (const worker of workers) await worker.kill();
    rmSync(folder, { recursive: true, force: true });
  }
});

test("vouchers that another device makes are counted here too, without a press", inTurn(2), async ({ page, house }) => {
  await celebrate(house, GUESTS);
  await signIn(page, undefined, "/birthdays");
  await expect(main(page).getByText("No vouchers have been made for this date.")).toBeVisible();
  await (await house.api(`/birthdays/generate-vouchers-stream?date=${DATE}`)).text();
  await expect(main(page).getByText("3 / 3").first()).toBeVisible({ timeout: 20_000 });
});

test("who may not send sees how far it is, and is offered neither sending nor retrying", inTurn(4), async ({ page, house }) => {
  await withVouchers(house, GUESTS);
  const items = GUESTS.map((row) => ({ name: row.split(",")[0], phone: row.split(",")[1] }));
  const body = JSON.stringify({ items, campaign: "birthday", date: DATE });
  expect((await house.api("/queue/enqueue/batch", { method: "POST", headers: JSON_BODY, body })).status).toBe(200);
  await signIn(page, STAFF, "/birthdays");
  await expect(card(page)).toContainText("0 / 3");
  await expect(main(page).getByRole("button", { name: /Send|Retry/ })).toHaveCount(0);
  await expect(main(page).getByText(/^You may not send birthday messages\. Who can: .*admin/i)).toBeVisible();
  await page.getByRole("button", { name: "More to do with this date" }).click();
  await expect(page.getByRole("menuitem", { name: BIRTHDAY_TEXTS.exportCsv })).toBeVisible();
  await expect(page.getByRole("menuitem", { name: /Send|Retry/ })).toHaveCount(0);
});

test("a retry that nobody answers, and one that finds nothing, say so", inTurn(5), async ({ page, house }) => {
  await withVouchers(house, GUESTS.slice(0, 2));
  const worker = new FakeWorker(house);
  await worker.register();
  await open(page);
  await send(page, "2 guests");
  for (const _ of [1, 2]) {
    const [work] = await worker.claim();
    if (!work) throw new Error("Nothing waits.");
    await worker.begin(work);
    await worker.refused(work, "WhatsApp does not know this number.");
  }
  await expect(main(page).getByText("2 × WhatsApp does not know this number.")).toBeVisible();
  await page.route("**/api/birthdays/retry-all", (route) => route.abort(), { times: 1 });
  const retry = main(page).getByRole("button", { name: `${BIRTHDAY_TEXTS.retry} (2)` });
  await retry.click();
  await expect(page.getByRole("alertdialog", { name: BIRTHDAY_TEXTS.retryFailed })).toContainText("The server did not answer.");
  await dialogOf(page).getByRole("button", { name: "OK" }).click();
  const nothing = { message: BIRTHDAY_TEXTS.nothingToRetry, retried: 0, task_id: null };
  await page.route("**/api/birthdays/retry-all", (route) => route.fulfill({ json: nothing }), { times: 1 });
  await retry.click();
  await expect(page.getByRole("alertdialog", { name: BIRTHDAY_TEXTS.nothingToRetry })).toBeVisible();
});

test("what may have arrived goes again only when somebody says that it may arrive twice", inTurn(6), async ({ page, house }) => {
  await withVouchers(house, GUESTS.slice(1, 2));
  const worker = new FakeWorker(house, "cs-pc", "cloud:1");
  await worker.register();
  await worker.heard("96170555999", "Hello"); // so that no template is needed
  await open(page);
  await send(page, "1 guest");
  const [work] = await worker.claim();
  if (!work) throw new Error("Nothing waits.");
  await worker.begin(work);
  await worker.unanswered(work);
  house.setClock(later(31 * 60));
  await comeBack(page);
  const again = main(page).getByRole("button", { name: "Send again: Élodie Saba" }).filter({ visible: true });
  await expect(again).toBeVisible();
  expect((await again.boundingBox())?.height).toBeGreaterThanOrEqual(44);
  await expectNoSidewaysScroll(page);
  await again.click();
  const question = page.getByRole("alertdialog", { name: "Send again to Élodie Saba?" });
  await expect(question).toContainText("it may have arrived, and would arrive twice");
  await expectNoSidewaysScroll(page);
  await question.getByRole("button", { name: "Leave it" }).click();
  const generations = () =>
    house.rows<{ generation: number }>("hub.db", "SELECT generation FROM queue_item").map(({ generation }) => generation);
  expect(generations()).toEqual([1]);
  await again.click();
  await question.getByRole("button", { name: "Send again" }).click();
  await expect(page.getByText("It is in the queue again.")).toBeVisible();
  await expect(again).toHaveCount(0);
  expect(generations()).toEqual([2]);
  await expect(card(page)).toContainText("1 waiting");
  // It says why nothing can be retried now, where a finger sees it.
  await page.getByRole("button", { name: "More to do with this date" }).click();
  await expect(page.getByRole("menuitem", { name: `${BIRTHDAY_TEXTS.retry} (0): messages wait` })).toBeDisabled();
});

test("two presses before the screen is drawn anew send a campaign once, and retry it once", inTurn(0), async ({ page, house }) => {
  await withVouchers(house, GUESTS.slice(0, 2));
  const worker = new FakeWorker(house);
  await worker.register();
  await open(page);
  const calls: string[] = [];
  page.on("request", (request) => {
    const { pathname } = new URL(request.url());
    if (/\/(enqueue\/batch|retry-all)$/.test(pathname)) calls.push(pathname);
  });
  await press(page, BIRTHDAY_TEXTS.send);
  await pressTwiceAtOnce(dialog(page).getByRole("button", { name: "Send to 2 guests" }));
  await expect(dialog(page)).toHaveCount(0);
  // A task for each guest: so few are dealt one by one.
  expect(calls).toEqual(["/api/queue/enqueue/batch", "/api/queue/enqueue/batch"]);
  for (const _ of [1, 2]) {
    const [work] = await worker.claim();
    if (!work) throw new Error("Nothing waits.");
    await worker.begin(work);
    await worker.refused(work, "WhatsApp does not know this number.");
  }
  await pressTwiceAtOnce(main(page).getByRole("button", { name: `${BIRTHDAY_TEXTS.retry} (2)` }));
  await expect(page.getByText("Retrying 2 message(s).")).toBeVisible();
  await expect(page.getByRole("alertdialog")).toHaveCount(0);
  expect(calls.slice(2)).toEqual(["/api/birthdays/retry-all"]);
});

test("the campaign can be read by everybody", inTurn(1), async ({ page, house }) => {
  await withVouchers(house, [...GUESTS, UNREACHED]);
  const worker = new FakeWorker(house);
  await worker.register("مكتب خدمة الزبائن");
  await worker.heartbeat("The phone was unlinked.");
  await open(page);
  await press(page, BIRTHDAY_TEXTS.send);
  await expect(dialog(page).getByRole("button", { name: "Send to 3 guests" })).toBeVisible();
  await expectAccessible(page, "the question");
  await dialog(page).getByRole("button", { name: "Send to 3 guests" }).click();
  await expect(card(page)).toContainText("0 / 3");
  const [work] = await worker.claim();
  if (!work) throw new Error("Nothing waits.");
  await worker.begin(work);
  await worker.refused(work, "WhatsApp does not know this number.");
  await expect(card(page)).toContainText("1 failed");
  await card(page).getByText("1 guest is left out").click();
  await expectAccessible(page, "the campaign");
});

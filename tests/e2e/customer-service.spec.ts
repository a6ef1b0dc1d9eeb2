import type { Page } from "playwright/test";
import { QUEUE_TEXTS, switchWords } from "../../lib/queue/queue-texts";
import { expectAccessible } from "./accessible";
import { AFTERNOON, enqueue, FakeWorker, WITH_WORKERS } from "./fake-worker";
import {
  choose,
  dialogOf,
  everythingLoaded,
  expect,
  expectNoSidewaysScroll,
  inTurn,
  OFFICE,
  ONE_SIZE,
  pressTwiceAtOnce,
  signIn,
  test,
  timePasses,
} from "./fixtures";
import { JSON_BODY } from "./house";

test.use({ settings: WITH_WORKERS });
test.beforeEach(({ house }) => house.setClock(AFTERNOON));

const letter = (page: Page) => page.getByRole("dialog", { name: "Customer Service" });
const box = (page: Page) => letter(page).getByPlaceholder("Search by name or phone");
const message = (page: Page) => letter(page).getByRole("textbox", { name: "Message" });

/** Finds a guest and ticks the box beside them. */
async function pick(page: Page, typed: string, name: string): Promise<void> {
  await box(page).fill(typed);
  await letter(page)
    .getByRole("checkbox", { name: `Choose ${name}` })
    .check();
}

/** On a phone the message is the second step. */
async function goToMessage(page: Page): Promise<void> {
  const next = letter(page).getByRole("button", { name: /^Write/ });
  await expect(next.or(message(page)).first()).toBeVisible(); // the dialog may still be opening
  if (await next.isVisible()) await next.click();
  await expect(message(page)).toBeVisible();
}

const queue = (page: Page) => letter(page).getByRole("button", { name: /^Queue/ });
/** Whoever works by keyboard is still in the dialog. */
const expectFocusWithin = (page: Page) =>
  expect.poll(() => letter(page).evaluate((dialog) => dialog.contains(document.activeElement)), "focus in the dialog").toBe(true);
const ok = (page: Page) => dialogOf(page).getByRole("button", { name: "OK" }).click();

test(
  "guests of several searches get one message each, with their own names, and each is followed until it is over",
  OFFICE,
  async ({ page, house }) => {
    await page.clock.install();
    await signIn(page);
    await choose(page, "Options", "Customer Service");
    await expect(box(page)).toBeFocused();
    await pick(page, "khoury", "Georges Khoury");
    await pick(page, "خوري", "رامي خوري");
    await pick(page, "76400118", "Nour Karam");
    const chosen = letter(page).getByRole("region", { name: "Chosen" });
    await expect(chosen).toContainText("3 selected");
    await chosen.getByRole("button", { name: "Remove Georges Khoury" }).click();
    await expect(chosen).toContainText("2 selected");
    await expectNoSidewaysScroll(page);
    await goToMessage(page);
    await message(page).fill("Dear ");
    await letter(page).getByRole("button", { name: "Insert {name}" }).click();
    await page.keyboard.type(", thank you for coming to ");
    await letter(page).getByRole("button", { name: "Insert {branch}" }).click();
    await expect(message(page)).toHaveValue("Dear {name}, thank you for coming to {branch}");
    const preview = letter(page).getByRole("region", { name: "Preview" });
    await expect(preview).toContainText("Dear رامي خوري, thank you for coming to Jounieh");
    await expect(preview.getByText(/^Dear .* thank you for coming to/)).toHaveCount(2);
    await letter(page).getByRole("button", { name: "Queue 2 messages" }).click();
    await expect(page.getByRole("alertdialog")).toContainText(
      "Queued 2 message(s) to Customer Service. The worker on that PC will send them via WhatsApp.",
    );
    await ok(page);

    const progress = letter(page).getByRole("region", { name: "Progress" });
    await expect(progress).toContainText("Sent 0 of 2");
    await expect(progress.getByText("Pending", { exact: true })).toHaveCount(2);
    const worker = new FakeWorker(house);
    await worker.register();
    expect(await worker.sendNext()).toMatchObject({ phone: "9613123456", text: "Dear رامي خوري, thank you for coming to Jounieh" });
    await expect(progress).toContainText("Sent 1 of 2");
    const [second] = await worker.claim();
    if (!second) throw new Error("Nothing waits.");
    await worker.begin(second);
    await expect(progress.getByText("In progress", { exact: true })).toBeVisible();
    await worker.refused(second, "WhatsApp does not know this number.");
    await expect(progress).toContainText("Sent 1 of 2 · 1 failed · 1 sent in the sandbox: no guest got it");
    await expect(progress.getByRole("list", { name: "Sent by" })).toHaveText("1 by Customer service PC");
    await expect(progress.getByText("WhatsApp does not know this number.")).toBeVisible();
    await expect(progress.getByText("1 guest did not get it. Why stands beside the name")).toBeVisible();
    await expectNoSidewaysScroll(page);

    // Over: nobody asks any more, and the next letter is an empty one.
    let asked = 0;
    page.on("request", (request) => {
      if (/\/api\/queue\/[0-9a-f-]{36}$/.test(request.url())) asked++;
    });
    await timePasses(page, 10_000); // longer than from one call to the next
    expect(asked).toBe(0);
    await letter(page).getByRole("button", { name: "Close" }).click();
    await choose(page, "Options", "Customer Service");
    await expect(box(page)).toBeVisible();
    await expect(letter(page).getByRole("region", { name: "Chosen" })).toHaveCount(0);
    await goToMessage(page);
    await expect(message(page)).toHaveValue("");
  },
);

test(
  "a guest with another name says so, and is written to by the name that was searched for or chosen",
  inTurn(1),
  async ({ page, house }) => {
    const file = "name,phones\nMia Najjar,03 111222\nWalid Sabbagh,03 111222\n";
    await house.api("/contacts/import", { method: "POST", headers: { "content-type": "text/csv" }, body: file });
    await signIn(page);
    await choose(page, "Options", "Customer Service");
    await box(page).fill("walid");
    await expect(letter(page).getByRole("list", { name: "Results" })).toContainText("Mia Najjar also Walid Sabbagh");
    await pick(page, "walid", "Mia Najjar");
    const chosen = letter(page).getByRole("region", { name: "Chosen" });
    await expect(chosen).toContainText("Walid Sabbagh");
    const called = letter(page).getByLabel("Name for the message to Mia Najjar");
    await expect(called).toHaveValue("Walid Sabbagh");
    await called.selectOption("Mia Najjar");
    await expect(chosen).toContainText("Mia Najjar");
    await called.selectOption("Walid Sabbagh");
    await goToMessage(page);
    await message(page).fill("Hi {name}");
    await queue(page).click();
    await ok(page);
    const texts = house.rows<{ name: string; text: string }>("hub.db", "SELECT name, text FROM queue_item");
    expect(texts).toEqual([{ name: "Walid Sabbagh", text: "Hi Walid Sabbagh" }]);
  },
);

test(
  "where the official API takes the approved template alone, that is shown and queued, and no words are asked for in vain",
  inTurn(2),
  async ({ page, house }) => {
    const file = "name,phones\nMia Najjar,03 111222\nNour Haddad,03 111333\n";
    await house.api("/contacts/import", { method: "POST", headers: { "content-type": "text/csv" }, body: file });
    const { limits } = (await (await house.api("/queue/limits")).json()) as { limits: { templates: object } };
    const templates = {
      ...limits.templates,
      service_name: "our_word",
      service_body: ["name", "branch"],
      service_text: "Dear {{1}}, {{2}} is closed on Monday.",
    };
    const body = JSON.stringify({ ...limits, templates, seen: null });
    expect((await house.api("/queue/limits", { method: "PUT", headers: JSON_BODY, body })).status).toBe(200);
    const worker = new FakeWorker(house, "cs-pc", "cloud:106540352242922");
    await worker.register();
    await worker.heard("9613111333", "Hello"); // who wrote may be written to freely for a day
    await signIn(page);
    await choose(page, "Options", "Customer Service");
    await pick(page, "mia", "Mia Najjar");
    await letter(page).getByRole("button", { name: "Write to 1 guest" }).click();
    await expect(letter(page)).toContainText("The guest gets the text that Meta has approved");
    await expect(letter(page)).toContainText("Dear Mia Najjar, Jounieh is closed on Monday.");
    await expect(message(page)).toHaveCount(0);
    await expectAccessible(page, "the template of a letter");
    await queue(page).click();
    await ok(page);
    const [queued] = house.rows<{ text: string }>("hub.db", "SELECT text FROM queue_item");
    expect(queued?.text).toBe("Dear Mia Najjar, Jounieh is closed on Monday.");

    await letter(page).getByRole("button", { name: "New message" }).click();
    await pick(page, "nour", "Nour Haddad");
    await pick(page, "mia", "Mia Najjar");
    await letter(page).getByRole("button", { name: "Write to 2 guests" }).click();
    await expect(letter(page)).toContainText("1 of 2 guests get the text that Meta has approved");
    await message(page).fill("See you, {name}");
    await expect(letter(page).getByRole("region", { name: "Preview" })).toContainText("See you, Nour Haddad");
  },
);

test(
  "twenty guests of one search are written to in five taps, and each is followed until it is sent",
  inTurn(3),
  async ({ page, house }) => {
    const guests = Array.from({ length: 20 }, (_, index) => `Farah Saliba ${index + 1},71 555 0${index + 10}`);
    const file = ["name,phones", ...guests].join("\n");
    await house.api("/contacts/import", { method: "POST", headers: { "content-type": "text/csv" }, body: file });
    await signIn(page);
    await choose(page, "Options", "Customer Service");
    await box(page).fill("farah");
    const selectAll = letter(page).getByRole("button", { name: "Select all 20" });
    await expect(selectAll).toBeEnabled();
    await expect(letter(page).getByText("20 guests", { exact: true })).toBeVisible();
    await page.evaluate(() => {
      const count = () => document.body.setAttribute("data-taps", `${Number(document.body.dataset.taps ?? 0) + 1}`);
      window.addEventListener("click", ({ isTrusted }) => isTrusted && count(), true);
    });
    await selectAll.click();
    await expect(letter(page).getByRole("region", { name: "Chosen" })).toContainText("20 selected");
    await letter(page)
      .getByRole("button", { name: /^Write/ })
      .click();
    await message(page).click();
    await page.keyboard.type("Dear {name}, we open at noon on Sunday.");
    await letter(page).getByRole("button", { name: "Queue 20 messages" }).click();
    await expect(page.getByRole("alertdialog")).toContainText("Queued 20 message(s) to Customer Service.");
    await ok(page);
    const progress = letter(page).getByRole("region", { name: "Progress" });
    await expect(progress).toContainText("Sent 0 of 20");
    expect(Number(await page.evaluate(() => document.body.dataset.taps))).toBeLessThanOrEqual(5);

    const worker = new FakeWorker(house);
    await worker.register();
    const sent = [];
    for (const _ of guests) {
      sent.push((await worker.sendNext()).text);
      if (sent.length === 10) await expect(progress).toContainText("Sent 10 of 20");
    }
    expect(new Set(sent)).toEqual(new Set(guests.map((row) => `Dear ${row.split(",")[0]}, we open at noon on Sunday.`)));
    await expect(progress).toContainText("Sent 20 of 20");
    await expect(progress.getByText("Done.")).toBeVisible();
    await expect(progress.getByText(QUEUE_TEXTS.sandbox, { exact: true })).toHaveCount(20);
  },
);

test("what is missing is said in the form, in the specification's words and order", inTurn(4), async ({ page, house }) => {
  await house.api("/contacts/import", { method: "POST", headers: { "content-type": "text/csv" }, body: "name,phones\nZiad Aoun,\n" });
  await signIn(page);
  await choose(page, "Options", "Customer Service");
  await goToMessage(page);
  await queue(page).click();
  await expect(letter(page).getByRole("alert")).toHaveText("Message cannot be empty.");
  await expect(message(page)).toBeFocused();
  await message(page).fill("Hello");
  await expect(letter(page).getByText("Message cannot be empty.")).toHaveCount(0);
  await page.keyboard.press("Control+Enter");
  await expect(letter(page).getByRole("alert")).toHaveText("Pick at least one contact.");
  await expect(box(page)).toBeFocused();
  await pick(page, "ziad", "Ziad Aoun, without phone");
  await expect(letter(page).getByRole("region", { name: "Chosen" })).toContainText("1 selected, 1 without phone");
  await page.keyboard.press("Control+Enter");
  await expect(letter(page).getByRole("alert")).toHaveText("No valid phone numbers in selection.");
  await pick(page, "nour", "Nour Karam");
  await page.keyboard.press("Control+Enter");
  await expect(page.getByRole("alertdialog")).toContainText("Queued 1 message(s) to Customer Service.");
});

test("a cut line costs nothing that was typed, and a repeated press queues nothing twice", ONE_SIZE, async ({ page, house }) => {
  await signIn(page);
  await choose(page, "Options", "Customer Service");
  await pick(page, "nour", "Nour Karam");
  await goToMessage(page);
  await message(page).fill("مرحبا {name}");
  // The server queues it, and its answer is lost on the way.
  await page.route("**/api/queue/enqueue", async (route) => {
    await route.fetch();
    await route.abort();
  });
  const keys: (string | undefined)[] = [];
  page.on("request", (request) => {
    if (request.url().endsWith("/queue/enqueue")) keys.push(request.headers()["idempotency-key"]);
  });
  await queue(page).click();
  await expect(page.getByRole("alertdialog")).toContainText("Enqueue failed");
  await expect(page.getByRole("alertdialog")).toContainText("The server did not answer.");
  await expect(page.getByRole("alertdialog")).toContainText("nobody is written to twice");
  await ok(page);
  await expectFocusWithin(page);
  await page.unroute("**/api/queue/enqueue");
  await letter(page).getByRole("button", { name: "Close" }).click();
  await page.reload();
  await choose(page, "Options", "Customer Service");
  // By now the server knows that these words wait for this guest, and would leave them out of a new letter.
  await goToMessage(page);
  await everythingLoaded(page);
  await expect(message(page)).toHaveValue("مرحبا {name}");
  await expect(letter(page).getByText("Left out")).toHaveCount(0);
  await queue(page).click();
  await expect(page.getByRole("alertdialog")).toContainText("Queued 1 message(s) to Customer Service.");
  await ok(page);
  await expectFocusWithin(page);
  expect(keys).toHaveLength(2);
  expect(keys[0]).toBe(keys[1]);
  expect(house.rows("hub.db", "SELECT name FROM queue_item")).toEqual([{ name: "Nour Karam" }]);
});

test("two presses before the screen is drawn anew are one call, and one answer", inTurn(5), async ({ page, house }) => {
  await signIn(page);
  await choose(page, "Options", "Customer Service");
  await pick(page, "nour", "Nour Karam");
  await goToMessage(page);
  await message(page).fill("مرحبا {name}");
  let calls = 0;
  page.on("request", (request) => {
    if (request.url().endsWith("/queue/enqueue")) calls++;
  });
  await pressTwiceAtOnce(queue(page));
  await expect(page.getByRole("alertdialog")).toContainText("Queued 1 message(s) to Customer Service.");
  await ok(page);
  await expect(page.getByRole("alertdialog")).toHaveCount(0);
  expect(calls).toBe(1);
  expect(house.rows("hub.db", "SELECT name FROM queue_item")).toEqual([{ name: "Nour Karam" }]);
});

test(
  "a letter survives a reload without a server, and a failed search is said in red under the box",
  inTurn(6),
  async ({ page, house }) => {
    await signIn(page);
    await choose(page, "Options", "Customer Service");
    await pick(page, "nour", "Nour Karam");
    await goToMessage(page);
    await message(page).fill("See you soon, {name}");
    await page.reload();
    await everythingLoaded(page);
    await house.stop();
    await choose(page, "Options", "Customer Service");
    await expect(letter(page).getByRole("region", { name: "Chosen" })).toContainText("1 selected");
    await box(page).fill("georges");
    await box(page).press("Enter");
    await expect(letter(page).getByText("Search failed: The server did not answer.")).toBeVisible();
    await goToMessage(page);
    await expect(message(page)).toHaveValue("See you soon, {name}");
    await queue(page).click();
    await expect(page.getByRole("alertdialog")).toContainText("Enqueue failed");
    await ok(page);
    await house.start();
    await expect(page.getByRole("banner").getByText("API OK")).toBeVisible();
    await queue(page).click();
    await expect(page.getByRole("alertdialog")).toContainText("Queued 1 message(s) to Customer Service.");
  },
);

test("the search waits 450 ms after the last key, and asks at once on Enter", inTurn(0), async ({ page }) => {
  await signIn(page);
  await choose(page, "Options", "Customer Service");
  const asked: string[] = [];
  page.on("request", (request) => {
    const { pathname, searchParams } = new URL(request.url());
    if (pathname === "/api/search") asked.push(`${searchParams.get("search")} ${searchParams.get("source")}`);
  });
  await box(page).pressSequentially("nour", { delay: 60 });
  await expect(letter(page).getByRole("checkbox", { name: "Choose Nour Karam" })).toBeVisible();
  expect(asked).toEqual(["nour contacts"]);
  await box(page).fill("georges");
  await box(page).press("Enter");
  await expect.poll(() => asked.at(-1), { timeout: 400, intervals: [20] }).toBe("georges contacts");
  // The arrow keys go into the results, and the space bar ticks.
  await expect(letter(page).getByRole("checkbox", { name: "Choose Georges Khoury" })).toBeVisible();
  await box(page).press("ArrowDown");
  await page.keyboard.press("Space");
  await expect(letter(page).getByRole("region", { name: "Chosen" })).toContainText("1 selected");
});

test("who is left out is named with the reason", inTurn(1), async ({ page, house }) => {
  await house.api("/contacts/import", { method: "POST", headers: { "content-type": "text/csv" }, body: "name,phones\nZiad Aoun,\n" });
  await enqueue(house, [{ name: "Nour Karam", phone: "76 400 118" }]);
  const worker = new FakeWorker(house);
  await worker.register();
  await worker.sendNext(); // while it waits nobody knows when the same can go again
  await worker.heard("9613123456", "STOP");
  await signIn(page);
  await choose(page, "Options", "Customer Service");
  await pick(page, "nour", "Nour Karam");
  await pick(page, "georges", "Georges Khoury");
  await pick(page, "ziad", "Ziad Aoun, without phone");
  await pick(page, "خوري", "رامي خوري");
  await goToMessage(page);
  await message(page).fill("How was your evening, {name}?");
  const before = letter(page).getByRole("region", { name: "Left out" });
  await expect(before.getByRole("listitem").filter({ hasText: "رامي خوري" })).toContainText("The guest has said no to messages.");
  await expect(before.getByRole("listitem").filter({ hasText: "Nour Karam" })).toContainText(
    /went out lately\. These words can go again from/,
  );
  await expect(queue(page)).toHaveText("Queue 1 message");
  await queue(page).click();
  await expect(page.getByRole("alertdialog")).toContainText("Queued 1 message(s) to Customer Service.");
  await ok(page);
  const left = letter(page).getByRole("region", { name: "Not queued" });
  await expect(left).toContainText("Nour Karam");
  await expect(left).toContainText("The same message is on its way to this guest, or went out lately.");
  await expect(left.getByRole("listitem").filter({ hasText: "Ziad Aoun" })).toContainText("No number that WhatsApp could reach.");
  await expect(left.getByRole("listitem").filter({ hasText: "رامي خوري" })).toContainText("The guest has said no to messages.");
  // All of it went already: nothing can be queued, and that is said.
  await letter(page).getByRole("button", { name: "New message" }).click();
  await pick(page, "nour", "Nour Karam");
  await goToMessage(page);
  await message(page).fill("How was your evening, {name}?");
  await expect(before).toContainText("went out lately");
  await queue(page).click();
  await expect(letter(page).getByRole("alert")).toHaveText("Nobody who was chosen can be written to now: see why under Left out.");
});

test("a letter that may have arrived says so, and goes again only when somebody accepts that", inTurn(2), async ({ page, house }) => {
  const worker = new FakeWorker(house, "cs-pc", "cloud:100");
  await worker.register();
  await worker.heard("96176400118", "Hello"); // so that no template is needed
  await signIn(page);
  await choose(page, "Options", "Customer Service");
  const write = async () => {
    await pick(page, "nour", "Nour Karam");
    await goToMessage(page);
    await expect(letter(page)).toContainText("Nothing goes out yet, except to guests who have written to the number of");
    await message(page).fill("See you, {name}");
    await queue(page).click();
  };
  const progress = letter(page).getByRole("region", { name: "Progress" });
  const lose = async (until: string) => {
    const [work] = await worker.claim();
    if (!work) throw new Error("Nothing waits.");
    await worker.begin(work);
    await worker.unanswered(work);
    await expect(progress).toContainText("up to 30 minutes");
    house.setClock(until);
    await expect(progress).toContainText("what an official number sends cannot be looked up", { timeout: 30_000 });
    await worker.heartbeat();
  };
  await write();
  await ok(page);
  await lose("2026-11-21T12:31:00.000Z");
  await progress.getByRole("button", { name: "Send again: Nour Karam" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Send again" }).click();
  await expect(page.getByText("It is in the queue again.")).toBeVisible();
  await lose("2026-11-21T13:02:00.000Z");

  await letter(page).getByRole("button", { name: "New message" }).click();
  await write();
  const question = page.getByRole("alertdialog", { name: "A message with these words may already have reached this guest" });
  await expect(question).toContainText("Nour Karam");
  await question.getByRole("button", { name: "Do not queue" }).click();
  expect(house.rows("hub.db", "SELECT id FROM queue_item")).toHaveLength(1);
  await queue(page).click();
  await question.getByRole("button", { name: "Queue all the same" }).click();
  await expect(page.getByRole("alertdialog")).toContainText("Queued 1 message(s) to Customer Service.");
});

test("a letter for which no worker is online says so, and so does the Cancel switch", inTurn(3), async ({ page, house }) => {
  await signIn(page);
  await choose(page, "Options", "Customer Service");
  await pick(page, "nour", "Nour Karam");
  await goToMessage(page);
  await message(page).fill("How was your evening, {name}?");
  await queue(page).click();
  await ok(page);
  const progress = letter(page).getByRole("region", { name: "Progress" });
  await expect(progress).toContainText("No worker has been started. Make a token for one, and start it on a PC.");
  await house.api("/cancel-sending", { method: "POST" });
  await expect(progress).toContainText(switchWords(true, "Jounieh"));
});

test("a search that fails again says how it failed now", inTurn(4), async ({ page }) => {
  await signIn(page);
  await choose(page, "Options", "Customer Service");
  await page.route(/\/api\/search\?/, (route) => route.fulfill({ status: 500, json: { error: "The book is broken." } }));
  await box(page).fill("nour");
  await expect(letter(page).getByText("Search failed: The book is broken. HTTP 500")).toBeVisible();
  await page.unroute(/\/api\/search\?/);
  await page.route(/\/api\/search\?/, (route) => route.abort());
  await letter(page).getByRole("button", { name: "Search" }).click();
  await expect(letter(page).getByText("Search failed: The server did not answer.")).toBeVisible();
});

test("whoever may not write to guests is not offered it, and may use the Cancel switch all the same", inTurn(5), async ({ page }) => {
  await page.addInitScript(() => localStorage.setItem("role_perms_overrides_v1", JSON.stringify({ admin: ["nav_home"] })));
  await signIn(page);
  const bar = page.getByRole("navigation", { name: "Bottom" });
  // The server drew all that an admin may; the bar is laid out anew by what this device hides, and More moves once.
  await expect(bar.getByRole("link", { name: "Search" })).toHaveCount(0);
  await bar.getByRole("button", { name: "More" }).click();
  await expect(dialogOf(page).getByText("WhatsApp Cancel", { exact: true })).toBeVisible();
  await expect(dialogOf(page).getByText("Customer Service", { exact: true })).toHaveCount(0);
});

test("Back leads from the message to the people, then out", inTurn(6), async ({ page }) => {
  await signIn(page);
  await choose(page, "Options", "Customer Service");
  await goToMessage(page);
  await page.goBack();
  await expect(box(page)).toBeVisible();
  await page.goBack();
  await expect(letter(page)).toHaveCount(0);
  await expect(page).toHaveURL(/\/$/);
});

test("the letter and its progress are accessible", inTurn(0), async ({ page }) => {
  await signIn(page);
  await choose(page, "Options", "Customer Service");
  await expectAccessible(page, "the empty letter");
  await pick(page, "khoury", "Georges Khoury");
  await expectAccessible(page, "people");
  await goToMessage(page);
  await queue(page).click();
  await expect(letter(page).getByRole("alert")).toHaveText("Message cannot be empty.");
  await message(page).fill("Hello {name}");
  await expectAccessible(page, "the message");
  await queue(page).click();
  await ok(page);
  await expectAccessible(page, "the progress");
});

import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import type { Page } from "playwright/test";
import { OPT_OUT_TEXTS } from "../../lib/opt-outs/opt-out-texts";
import { switchWords } from "../../lib/queue/queue-texts";
import { expectAccessible } from "./accessible";
import { AFTERNOON, FakeWorker, WITH_WORKERS } from "./fake-worker";
import {
  choose,
  dialogOf,
  expect,
  expectNoSidewaysScroll,
  type House,
  inTurn,
  look,
  ONE_SIZE,
  PHONE_FIRST,
  pressTwiceAtOnce,
  signIn,
  test,
  timePasses,
} from "./fixtures";
import { JSON_BODY } from "./house";

test.use({ settings: WITH_WORKERS });
test.beforeEach(({ house }) => house.setClock(AFTERNOON));

const RAMI = { name: "رامي خوري", phones: "03 123456", birthday: "--11-24" };
const ELODIE = { name: "Élodie Haddad", phones: "70 555 111", birthday: "--11-01" };
const GEORGES = { name: "Georges Khoury", phones: "71 222 333" };
const ZIAD = { name: "Ziad Aoun", phones: "" };

function addMenu(house: House, name = "menu.pdf"): void {
  mkdirSync(path.join(house.data, "menus"), { recursive: true });
  writeFileSync(path.join(house.data, "menus", name), "%PDF-1.4");
}

async function saveTable(house: House, contacts: object[], table_number = "12"): Promise<string> {
  const body = JSON.stringify({ metadata: { hostess: "Rima", waiter: "Jad", table_number }, contacts });
  const answer = await house.api("/save-table", { method: "POST", headers: JSON_BODY, body });
  expect(answer.status).toBe(200);
  return ((await answer.json()) as { table_name: string }).table_name;
}

async function openTable(page: Page, table_number = "12"): Promise<void> {
  await choose(page, "Actions", "Saved tables");
  await dialogOf(page)
    .getByRole("button", { name: new RegExp(`^Table ${table_number}`) })
    .click();
  await expect(sendMenu(page)).toBeVisible();
}

const sendMenu = (page: Page) => page.getByRole("button", { name: "Send Menu (enqueue)" });
const question = (page: Page) => page.getByRole("alertdialog");
const confirm = (page: Page) => question(page).getByRole("button", { name: /send to|Send to/ });
const box = (page: Page) => page.getByRole("region", { name: "Menu sending" });
const ok = (page: Page) => question(page).getByRole("button", { name: "OK" }).click();

interface Queued {
  name: string;
  pdf_path: string;
  status: string;
}
const queued = (house: House) => house.rows<Queued>("hub.db", "SELECT name, pdf_path, status FROM queue_item ORDER BY position");

/** Counts the calls of a path until it is asked. */
function countCalls(page: Page, pathname: string): () => number {
  let calls = 0;
  page.on("request", (request) => {
    if (new URL(request.url()).pathname === pathname) calls++;
  });
  return () => calls;
}

test("the menu goes to everybody with a phone, and is followed guest by guest until it is over", PHONE_FIRST, async ({ page, house }) => {
  await page.clock.install();
  addMenu(house);
  addMenu(house, "winter.pdf");
  await saveTable(house, [RAMI, ELODIE, GEORGES, ZIAD]);
  await signIn(page);
  await openTable(page);
  await expect(box(page)).toContainText("The menu was not sent to this table.");
  await sendMenu(page).click();
  await expect(question(page)).toContainText("Send the menu to 3 guests?");
  await expect(question(page)).toContainText("Next 7 days: 1");
  await expect(question(page)).toContainText("Last month: 1");
  await expect(question(page)).toContainText("1 guest has no phone that WhatsApp reaches, and is skipped.");
  await expect(question(page).getByLabel("Menu")).toHaveValue("menus/menu.pdf");
  await expect(question(page)).toContainText("Thank you for being with us at Jounieh, رامي خوري. Here is our menu.");
  await question(page).getByLabel("Menu").selectOption("winter");
  await expectNoSidewaysScroll(page);
  await confirm(page).click();
  await expect(page.getByText("Queued 3 contact(s) for sending. A background worker will process them.")).toBeVisible();
  await expect(box(page)).toContainText("Menu: sent 0 of 3 · 1 not queued");
  await expect(box(page).getByRole("region", { name: "Not queued" })).toContainText("Ziad Aoun");
  await expect(box(page).getByRole("region", { name: "Not queued" })).toContainText("No phone.");
  await expect(box(page)).toContainText("No worker has been started. Make a token for one, and start it on a PC.");
  await expectNoSidewaysScroll(page);

  const worker = new FakeWorker(house);
  await worker.register();
  await worker.sendNext();
  await expect(box(page)).toContainText("Menu: sent 1 of 3");
  const [second] = await worker.claim();
  if (!second) throw new Error("Nothing waits.");
  await worker.begin(second);
  await expect(box(page).getByText("In progress", { exact: true }).nth(1)).toBeVisible();
  await worker.refused(second, "WhatsApp does not know this number.");
  await worker.sendNext();
  await expect(box(page)).toContainText("Menu: sent 2 of 3 · 1 failed · 1 not queued");
  await expect(box(page)).toContainText("WhatsApp does not know this number.");
  await box(page).getByRole("button", { name: "Retry Failed (1)" }).click();
  await expect(page.getByText("Retrying 1 message(s).")).toBeVisible();
  await expect(box(page)).toContainText("Menu: sent 2 of 3 · 1 not queued");
  await worker.sendNext();
  await expect(box(page)).toContainText("Menu: sent 3 of 3 · 1 not queued · done");
  await expect(box(page).getByRole("region", { name: "Queue", exact: true })).toContainText("Sent in the sandbox: no guest got it3");

  // Over: nobody asks any more.
  const asked = countCalls(page, "/api/queue/menus/sent");
  await timePasses(page, 10_000); // longer than from one call to the next
  expect(asked()).toBe(0);
  expect(queued(house).map(({ pdf_path }) => pdf_path)).toEqual(Array(3).fill("menus/winter.pdf"));
  await sendMenu(page).click();
  await expect(question(page)).toContainText("Everybody has the menu already");
  await ok(page);
});

test("by a number of the official API the approved template is shown as it goes out with the menu", inTurn(6), async ({ page, house }) => {
  addMenu(house);
  await saveTable(house, [RAMI, GEORGES]);
  const worker = new FakeWorker(house, "cs-pc", "cloud:106540352242922");
  await worker.register();
  const { limits } = (await (await house.api("/queue/limits")).json()) as { limits: { templates: object } };
  const templates = { ...limits.templates, menu_name: "menu_12", menu_text: "Dear {{1}}, the menu of {{2}} awaits you." };
  const body = JSON.stringify({ ...limits, templates, seen: null });
  expect((await house.api("/queue/limits", { method: "PUT", headers: JSON_BODY, body })).status).toBe(200);
  await signIn(page);
  await openTable(page);
  await sendMenu(page).click();
  await expect(question(page)).toContainText("Dear رامي خوري, the menu of Jounieh awaits you.");
  await expect(question(page)).toContainText("All of them get the text that Meta has approved");
  await expect(question(page)).not.toContainText("Here is our menu.");
  await expectAccessible(page, "the menu's template");
  await question(page).getByRole("button", { name: "Cancel" }).click();

  // One of them may be written to freely from now on, and reads the menu's own words.
  await worker.heard("9613123456", "Hello");
  await page.reload();
  await openTable(page);
  await sendMenu(page).click();
  await expect(question(page)).toContainText("1 of 2 guests get the text that Meta has approved");
  await expect(question(page)).toContainText("Dear Georges Khoury, the menu of Jounieh awaits you.");
  await expect(question(page)).toContainText("Thank you for being with us at Jounieh, رامي خوري. Here is our menu.");
  await expect(question(page).getByLabel("Message")).toHaveCount(0);
});

test("another tablet sees that the menu was sent, and the menu that was sent last is offered first", inTurn(0), async ({ page, house }) => {
  addMenu(house);
  addMenu(house, "winter.pdf");
  const table_name = await saveTable(house, [GEORGES]);
  await saveTable(house, [RAMI], "13");
  const items = [{ name: "Georges Khoury", phone: "71 222 333", table_name, pdf_path: "menus/menu.pdf" }];
  await house.api("/queue/enqueue", { method: "POST", headers: JSON_BODY, body: JSON.stringify({ items }) });
  await signIn(page);
  await openTable(page);
  await expect(box(page)).toContainText("Menu: sent 0 of 1");
  await dialogOf(page).getByRole("button", { name: "Back" }).click();
  await dialogOf(page)
    .getByRole("button", { name: /^Table 13/ })
    .click();
  await sendMenu(page).click();
  await question(page).getByLabel("Menu").selectOption("winter");
  await confirm(page).click();
  await expect(box(page)).toContainText("Menu: sent 0 of 1");
  await saveTable(house, [ELODIE], "14");
  await page.reload();
  await openTable(page, "14");
  await sendMenu(page).click();
  await expect(question(page).getByLabel("Menu")).toHaveValue("menus/winter.pdf");
});

test(
  "what is typed is saved first, and the menu goes to whom it then names; it is offered to whoever may open saved tables",
  inTurn(1),
  async ({ page, house }) => {
    addMenu(house);
    await saveTable(house, [GEORGES]);
    await signIn(page);
    await openTable(page);
    await dialogOf(page)
      .getByRole("button", { name: /^Georges/ })
      .click();
    await dialogOf(page).getByLabel("Name").fill("Georges K.");
    // The line is cut while it is saved: nothing is sent either.
    await page.route("**/api/save-table", (route) => route.abort());
    await sendMenu(page).click();
    await expect(question(page)).toContainText("1 unsaved change: saved first.");
    await question(page).getByRole("button", { name: "Save and send to 1 guest" }).click();
    await expect(page.getByText("The menu was not sent: the changes are not saved yet. Save them, then send it.")).toBeVisible();
    expect(queued(house)).toEqual([]);
    await page.unroute("**/api/save-table");
    await sendMenu(page).click();
    await question(page).getByRole("button", { name: "Save and send to 1 guest" }).click();
    await expect(box(page)).toContainText("Menu: sent 0 of 1");
    expect(queued(house)).toEqual([{ name: "Georges K.", pdf_path: "menus/menu.pdf", status: "PENDING" }]);
    expect(house.rows("jounieh/table.db", "SELECT name FROM table_guest")).toEqual([{ name: "Georges K." }]);

    // Whoever may not open saved tables is not offered the menu, not even for a draft of one.
    await dialogOf(page)
      .getByRole("button", { name: /^Georges/ })
      .click();
    await dialogOf(page).getByLabel("Name").fill("Georges Khoury");
    await page.evaluate(() => localStorage.setItem("role_perms_overrides_v1", JSON.stringify({ admin: ["nav_home", "create_table"] })));
    await page.reload();
    await page.getByRole("button", { name: "Open", exact: true }).click();
    await expect(dialogOf(page).getByRole("button", { name: "Save Changes" })).toBeVisible();
    await expect(sendMenu(page)).toHaveCount(0);
    await expect(box(page)).toHaveCount(0);
  },
);

/** The line goes while the menu is sent: before the server has it, or after, when only the answer is lost. */
async function cutEnqueue(page: Page, when: "before" | "after"): Promise<void> {
  await page.route("**/api/queue/enqueue", async (route) => {
    if (when === "after") await route.fetch();
    await route.abort();
  });
}

/** The keys under which the menu is sent, in their order. */
function keysOf(page: Page): (string | undefined)[] {
  const keys: (string | undefined)[] = [];
  page.on("request", (request) => {
    if (request.url().endsWith("/queue/enqueue")) keys.push(request.headers()["idempotency-key"]);
  });
  return keys;
}

test("pressed twice, cut off before or after the server had it, and after a reload: one message", ONE_SIZE, async ({ page, house }) => {
  addMenu(house);
  await saveTable(house, [GEORGES]);
  await saveTable(house, [ELODIE], "13");
  await signIn(page);
  for (const [when, table] of [
    ["before", "12"],
    ["after", "13"],
  ] as const) {
    const already = queued(house).length;
    await openTable(page, table);
    await cutEnqueue(page, when);
    // Nor does it hear of the queue, which would tell.
    await page.route("**/api/queue/menus/sent*", (route) => route.abort());
    const keys = keysOf(page);
    await sendMenu(page).click();
    await pressTwiceAtOnce(confirm(page));
    await expect(box(page)).toContainText("Failed to enqueue: The server did not answer.");
    await expect(box(page)).toContainText("nobody gets it twice");
    expect(queued(house)).toHaveLength(already + (when === "after" ? 1 : 0));
    await page.reload();
    await openTable(page, table);
    await expect(box(page)).toContainText("No answer came when the menu went to 1 guest.");
    await page.unroute("**/api/queue/enqueue");
    await box(page).getByRole("button", { name: "Send again" }).click();
    await expect(page.getByText("Queued 1 contact(s) for sending.")).toBeVisible();
    await expect(box(page).getByRole("alert")).toHaveCount(0);
    expect(keys).toHaveLength(2);
    expect(keys[0]).toBe(keys[1]);
    expect(queued(house)).toHaveLength(already + 1);
    await page.unroute("**/api/queue/menus/sent*");
    await dialogOf(page).getByRole("button", { name: "Back" }).click();
    await page.keyboard.press("Escape");
    await expect(page.getByRole("dialog")).toHaveCount(0);
  }
});

test(
  "no menu, a lost answer that the queue itself tells of, and nobody with a phone: each is said in one sentence",
  inTurn(2),
  async ({ page, house }) => {
    await saveTable(house, [GEORGES, ZIAD]);
    await saveTable(house, [ZIAD, { name: "Tia", phones: "12" }], "13");
    await signIn(page);
    await openTable(page);
    await sendMenu(page).click();
    await expect(question(page)).toContainText(
      "ask whoever looks after the server to lay menu.pdf into its folder “menus”, then look again.",
    );
    addMenu(house);
    await question(page).getByRole("button", { name: "Look again" }).click();
    await expect(question(page)).toContainText("Send the menu to 1 guest?");
    // It is taken away in between: refused, with the server's own sentence.
    writeFileSync(path.join(house.data, "menus", "menu.pdf"), "");
    await confirm(page).click();
    await expect(box(page).getByRole("alert")).toContainText("Failed to enqueue: ");
    await expect(box(page).getByRole("alert")).toContainText("There is no such menu in the server's menus folder. Nothing was queued.");
    await box(page).getByRole("button", { name: "Close" }).click();
    await expect(box(page).getByRole("alert")).toHaveCount(0);

    addMenu(house);
    await cutEnqueue(page, "after");
    await sendMenu(page).click();
    await confirm(page).click();
    await expect(box(page)).toContainText("Menu: sent 0 of 1 · 1 not queued");
    await expect(box(page).getByRole("alert")).toHaveCount(0);
    await sendMenu(page).click();
    await expect(question(page)).toContainText("Everybody has the menu already");
    await ok(page);

    await dialogOf(page).getByRole("button", { name: "Back" }).click();
    await dialogOf(page)
      .getByRole("button", { name: /^Table 13/ })
      .click();
    await sendMenu(page).click();
    await expect(question(page)).toContainText("No valid phone numbers to enqueue.");
    await expect(question(page)).toContainText("2 guests have no phone that WhatsApp reaches, and are skipped.");
    await ok(page);
    await expect(question(page)).toHaveCount(0);
  },
);

test(
  "without network nothing is promised or goes out by itself later, and a tab that nobody sees does not ask",
  inTurn(3),
  async ({ page, context, house }) => {
    await page.clock.install();
    addMenu(house);
    await saveTable(house, [GEORGES]);
    await signIn(page);
    await openTable(page);
    await sendMenu(page).click();
    await expect(question(page)).toContainText("Send the menu to 1 guest?");
    await context.setOffline(true);
    await expect(question(page)).toContainText("No network: the menu is not sent now, and it does not go out by itself later.");
    await ok(page);
    await expect(dialogOf(page).getByRole("button", { name: /^Georges/ })).toBeVisible();
    await context.setOffline(false);
    await expect(page.getByRole("banner").getByText("API OK")).toBeAttached();
    await timePasses(page, 10_000);
    expect(queued(house)).toEqual([]);
    await sendMenu(page).click();
    await confirm(page).click();
    await expect(box(page)).toContainText("Menu: sent 0 of 1");

    const asked = countCalls(page, "/api/queue/menus/sent");
    await expect.poll(asked, { timeout: 6_000 }).toBeGreaterThan(1);
    await look(page, "hidden");
    await timePasses(page, 0); // what was on its way
    const before = asked();
    await timePasses(page, 10_000);
    expect(asked()).toBe(before);
    await look(page, "visible");
    await expect.poll(asked, { timeout: 4_000 }).toBeGreaterThan(before);
  },
);

test("that sending is stopped is said before and after, and what was cancelled can be sent anew", inTurn(4), async ({ page, house }) => {
  addMenu(house);
  await saveTable(house, [GEORGES]);
  await signIn(page);
  await openTable(page);
  await house.api("/cancel-sending", { method: "POST" });
  await sendMenu(page).click();
  await expect(question(page)).toContainText(switchWords(true, "Jounieh"));
  await confirm(page).click();
  await expect(box(page)).toContainText(switchWords(true, "Jounieh"));
  await expect(box(page)).toContainText("What is queued waits until somebody resumes sending.");
  await house.api("/queue/cancel-all", { method: "POST" });
  await expect(box(page)).toContainText("Menu: sent 0 of 1 · 1 cancelled");
  await house.api("/reset-cancel", { method: "POST" });
  await sendMenu(page).click();
  await confirm(page).click();
  await expect(box(page)).toContainText("Menu: sent 0 of 1");
  await expect(box(page)).not.toContainText("cancelled");
  expect(queued(house).map(({ status }) => status)).toEqual(["CANCELLED", "PENDING"]);
});

test(
  "a guest who said no is marked where guests are chosen and edited, and is left out with the reason",
  inTurn(5),
  async ({ page, house }) => {
    addMenu(house);
    await saveTable(house, [GEORGES, ELODIE, RAMI]);
    const worker = new FakeWorker(house);
    await worker.register();
    await worker.heard("96171222333", "STOP");
    await worker.heard("96170555111", "please stop sending me these messages");
    await signIn(page);
    await openTable(page);
    const mark = dialogOf(page).getByText("No WhatsApp messages").filter({ visible: true });
    await expect(mark).toHaveCount(1);
    await expect(dialogOf(page).getByText("since Sat 21 Nov 2026, 14:00, the guest wrote it")).toBeVisible();
    await expect(dialogOf(page).getByText(OPT_OUT_TEXTS.unsure).filter({ visible: true })).toHaveCount(1);
    await expectNoSidewaysScroll(page);
    await expectAccessible(page, "a marked guest in Edit Table");
    await sendMenu(page).click();
    await expect(question(page)).toContainText("Send the menu to 1 guest?");
    const left = question(page).getByRole("region", { name: "Left out" });
    await expect(left).toContainText("The guest has said no to messages.");
    await expect(left).toContainText("The guest wrote what sounds like a no. Nothing goes to them until somebody decides");
    await confirm(page).click();
    await expect(box(page)).toContainText("Menu: sent 0 of 1 · 2 not queued");
    await expect(box(page).getByRole("region", { name: "Not queued" })).toContainText("The guest has said no to messages.");
    await dialogOf(page).getByRole("button", { name: "Back" }).click();
    await page.keyboard.press("Escape");
    await expect(page.getByRole("dialog")).toHaveCount(0);
    await choose(page, "Options", "Customer Service");
    await dialogOf(page).getByPlaceholder("Search by name or phone").fill("georges");
    await expect(dialogOf(page).getByText("No WhatsApp messages")).toBeVisible();
    await page.goto("/guest-search");
    await page.getByPlaceholder("Type name or phone").fill("georges");
    await expect(page.getByText("No WhatsApp messages")).toBeVisible();
    await expectNoSidewaysScroll(page);
  },
);

test("the question and the box are accessible", inTurn(6), async ({ page, house }) => {
  addMenu(house);
  addMenu(house, "winter.pdf");
  await saveTable(house, [RAMI, ELODIE, ZIAD]);
  await signIn(page);
  await openTable(page);
  await expectAccessible(page, "Edit Table before the menu is sent");
  await sendMenu(page).click();
  await expect(question(page).getByLabel("Menu")).toBeVisible();
  await expectAccessible(page, "the question");
  await confirm(page).click();
  await expect(box(page)).toContainText("Menu: sent 0 of 2");
  const worker = new FakeWorker(house);
  await worker.register();
  const [first] = await worker.claim();
  if (!first) throw new Error("Nothing waits.");
  await worker.begin(first);
  await worker.refused(first, "WhatsApp does not know this number.");
  await house.api("/cancel-sending", { method: "POST" });
  await expect(box(page).getByRole("button", { name: "Retry Failed (1)" })).toBeVisible();
  await expect(box(page)).toContainText(switchWords(true, "Jounieh"));
  await expectAccessible(page, "the box with each state");
});

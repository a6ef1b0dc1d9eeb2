import type { Page } from "playwright/test";
import { GUEST_SEARCH_TEXTS } from "../../lib/guest-search/guest-search-texts";
import { celebrate } from "./birthday-page";
import { AFTERNOON, FakeWorker, WITH_WORKERS } from "./fake-worker";
import { choose, dialogOf, expect, goOn, type House, ONE_SIZE, pageListens, signIn, test } from "./fixtures";
import { JSON_BODY } from "./house";

/**
 * What somebody types or brings in is text on every screen (docs/design/reliability.md S-19). Whatever of it became markup would be seen
 * here by its mark, whatever ran by its number, and whatever the policy held up by the browser's report, on which each test
 * fails (fixtures.ts).
 */

/** Ways to make a text into code, in HTML, attributes, scripts, styles, templates and links; `§` stands for the code. */
const WAYS = [
  "<script data-hostile>§</script>",
  "<ScRiPt data-hostile>§</sCrIpT>",
  "<script/data-hostile>§</script>",
  "<script data-hostile src=//evil.test/x.js></script>",
  "<img data-hostile src=x onerror=§>",
  '<img data-hostile src=x oNeRrOr="§">',
  "<img/data-hostile/src=x/onerror=§>",
  '"><img data-hostile src=x onerror=§>',
  "'><img data-hostile src=x onerror=§>",
  "`><img data-hostile src=x onerror=§>",
  "</textarea><img data-hostile src=x onerror=§>",
  "</title><img data-hostile src=x onerror=§>",
  "</script><img data-hostile src=x onerror=§>",
  "</style><img data-hostile src=x onerror=§>",
  "</noscript><img data-hostile src=x onerror=§>",
  "</template><img data-hostile src=x onerror=§>",
  "--><img data-hostile src=x onerror=§>",
  "]]><img data-hostile src=x onerror=§>",
  "<svg data-hostile onload=§>",
  "<svg data-hostile/onload=§//",
  "<svg data-hostile><script>§</script></svg>",
  "<svg data-hostile><animate onbegin=§ attributeName=x>",
  "<svg data-hostile><set onbegin=§ attributeName=x>",
  "<math data-hostile><mi xlink:href=javascript:§>x</mi></math>",
  "<body data-hostile onload=§>",
  "<details data-hostile open ontoggle=§>",
  "<input data-hostile autofocus onfocus=§>",
  "<select data-hostile autofocus onfocus=§>",
  "<textarea data-hostile autofocus onfocus=§>",
  "<video data-hostile><source onerror=§></video>",
  "<audio data-hostile src=x onerror=§>",
  "<marquee data-hostile onstart=§>",
  "<button data-hostile popover onbeforetoggle=§>",
  "<iframe data-hostile srcdoc='<script>parent.§</script>'>",
  "<iframe data-hostile src=javascript:parent.§>",
  "<object data-hostile data=javascript:§>",
  "<embed data-hostile src=javascript:§>",
  "<a data-hostile href=javascript:§>x</a>",
  "<form data-hostile action=javascript:§><button>x",
  "<base data-hostile href=//evil.test/>",
  "<meta data-hostile http-equiv=refresh content=0;url=//evil.test/>",
  "<link data-hostile rel=stylesheet href=//evil.test/x.css>",
  "<style data-hostile>*{background:url(//evil.test/x)}</style>",
  "<x data-hostile onclick=§ style=position:fixed;inset:0>",
  "<template data-hostile><img src=x onerror=§></template>",
  '" data-hostile autofocus onfocus=§ x="',
  "' data-hostile autofocus onfocus=§ x='",
  "javascript:§",
  "data:text/html,<script>parent.§</script>",
  "vbscript:§",
  "[x](javascript:§)",
  "{{constructor.constructor('§')()}}",
  // biome-ignore lint/suspicious/noTemplateCurlyInString: a text that would be one
  "${§}",
  "<%= § %>",
  "#{§}",
  "';§//",
  '";§//',
  "\\';§//",
  "*/§/*",
  "</script><!--§",
  "&lt;img data-hostile src=x onerror=§&gt;",
  "\\u003cimg data-hostile src=x onerror=§\\u003e",
  "＜img data-hostile src=x onerror=§＞",
  "__proto__",
];
const TEXTS = WAYS.map((way, index) => way.replaceAll("§", `ran(${index})`));
const text = (index: number, longest = 200) => (TEXTS[index % TEXTS.length] ?? "").slice(0, longest);

async function post(house: House, where: string, body: object): Promise<Record<string, never>> {
  const answer = await house.api(where, { method: "POST", headers: { ...JSON_BODY, "user-agent": text(4) }, body: JSON.stringify(body) });
  expect(answer.status, `${where}: ${JSON.stringify(body)}`).toBeLessThan(300);
  return (await answer.json()) as Record<string, never>;
}

const quoted = (one: string) => `"${one.replaceAll('"', '""')}"`;

/** So many messages to guests of such names, in such words. */
async function letters(house: House, count: number): Promise<void> {
  const items = Array.from({ length: count }, (_, index) => ({
    name: text(index),
    phone: `03 ${200_000 + index}`,
    message: `${text(index + 3)}\n${text(index + 4)}`,
    branch: "jounieh",
  }));
  await post(house, "/queue/enqueue", { items });
}

/** Every text of the list, in every place where people or files can put one. */
async function fill(house: House): Promise<void> {
  const book = TEXTS.map((_, index) =>
    [text(index), `03 ${200_000 + index}`, text(index + 1), text(index + 2), text(index + 3), "20/11"].map(quoted).join(","),
  );
  const file = ["name,phones,company,title,address,birthday", ...book].join("\n");
  expect((await house.api("/contacts/import", { method: "POST", headers: { "content-type": "text/csv" }, body: file })).status).toBe(200);
  for (let table = 0; table < 8; table++) {
    const at = table * 8;
    const contacts = Array.from({ length: 8 }, (_, index) => ({
      name: text(at + index),
      phones: `71 ${300_000 + at + index}`,
      company: text(at + index + 5),
      title: text(at + index + 6),
      address: text(at + index + 7),
    }));
    const metadata = { hostess: text(at, 60), waiter: text(at + 1, 60), table_number: text(at + 2, 20), city: text(at + 3, 60) };
    await post(house, "/save-table", { metadata, contacts });
  }
  for (const index of TEXTS.keys()) {
    const name = text(index, 60);
    if (index < 40) await post(house, "/staff/jounieh/add", { role: index % 2 ? "waiter" : "hostess", name });
    if (index < 20) await post(house, "/loyalty/customers", { name: text(index), phone: `76 ${400_000 + index}` });
    if (index < 10)
      await post(house, "/auth/new-user", { username: `${index} ${text(index, 80)}`, password: "eight silver spoons", roles: ["staff"] });
  }
  await letters(house, TEXTS.length);
  await (await house.api("/birthdays/generate-vouchers-stream?date=2026-11-20")).text();
}

/** Fails where a text has become markup, or has run. */
async function expectOnlyText(page: Page, where: string): Promise<void> {
  await pageListens(page);
  await page.waitForTimeout(300); // a browser runs a handler of what it loads a moment later
  for (const frame of page.frames()) {
    const found = await frame.evaluate(() => ({
      marks: [...document.querySelectorAll("[data-hostile], [onerror], [onload], base, object, embed, a[href^='javascript:']")].map(
        ({ outerHTML }) => outerHTML,
      ),
      ran: (window as { numbers?: number[] }).numbers ?? [],
    }));
    expect({ where, ...found }).toEqual({ where, marks: [], ran: [] });
  }
}

test.use({ settings: WITH_WORKERS });

test("what people typed and files brought is text on every screen, and runs nowhere", ONE_SIZE, async ({ page, house }) => {
  test.setTimeout(240_000);
  const dialogs: string[] = [];
  const strangers: string[] = [];
  page.on("dialog", (dialog) => {
    dialogs.push(dialog.message());
    void dialog.dismiss();
  });
  page.on("request", (request) => request.url().includes("evil.test") && strangers.push(request.url()));
  await page.addInitScript(() => {
    const numbers: number[] = [];
    Object.assign(window, { numbers, ran: (number: number) => numbers.push(number) });
  });
  await fill(house);

  await signIn(page);
  const feed = page.getByRole("main");
  await expect(feed.getByText(text(0, 60)).first()).toBeAttached();
  await expectOnlyText(page, "home");
  await choose(page, "Actions", "Saved tables");
  await expect(
    dialogOf(page)
      .getByRole("button", { name: /^Table/ })
      .first(),
  ).toBeVisible();
  await expectOnlyText(page, "Saved tables");
  await dialogOf(page)
    .getByRole("button", { name: /^Table/ })
    .first()
    .click();
  const edit = dialogOf(page);
  await expect(edit.getByText("No changes")).toBeVisible();
  await expectOnlyText(page, "a table");
  await edit.getByRole("button", { name: "Back" }).click();
  await dialogOf(page).getByRole("button", { name: "Close" }).click();
  await goOn(page, "/");
  await page.getByRole("button", { name: "New table" }).last().click();
  await expect(dialogOf(page).getByLabel("Table number")).toBeVisible();
  await dialogOf(page).getByLabel("Table number").fill(text(18, 20));
  await expectOnlyText(page, "a new table");
  await dialogOf(page).getByRole("button", { name: "Cancel" }).click();
  for (const [group, entry] of [
    ["Options", "Manage Staff"],
    ["Options", "Users"],
    ["Options", "Customer Service"],
  ] as const) {
    await choose(page, group, entry);
    await expect(page.getByRole("dialog", { name: entry })).toBeVisible();
    if (entry === "Customer Service") await dialogOf(page).getByPlaceholder("Search by name or phone").fill("img");
    await expect(dialogOf(page).getByText("data-hostile").first()).toBeAttached();
    await expectOnlyText(page, entry);
    await page.keyboard.press("Escape");
    await expect(page.getByRole("dialog", { name: entry })).toBeHidden();
  }

  await page.goto("/guest-search");
  for (const typed of ["img", "<script", "javascript:"]) {
    await page.getByRole("main").getByPlaceholder(GUEST_SEARCH_TEXTS.placeholder).fill(typed);
    await page.keyboard.press("Enter");
    await expect(page.getByRole("main").getByRole("listitem").first()).toBeVisible();
    await expectOnlyText(page, `Search Guest: ${typed}`);
  }
  for (const path of ["/search-date", "/birthdays", "/control", "/import", "/redeem", "/merge-by-date-all"]) {
    await page.goto(path);
    await expect(page.getByRole("heading", { level: 1 }).first()).toBeVisible();
    if (["/search-date", "/birthdays"].includes(path)) await expect(page.getByText("data-hostile").first()).toBeAttached();
    await expectOnlyText(page, path);
  }
  await page.goto("/audit");
  const entries = page.locator("details");
  await expect(entries.first()).toBeVisible();
  for (const index of [0, 3, 6, 9, 12]) await entries.nth(index).locator("summary").click();
  await expectOnlyText(page, "Audit Trail");
  // What an address says, where the page shows it.
  for (const address of [
    `/guest-search?q=${encodeURIComponent(text(4))}`,
    `/?apiBase=${encodeURIComponent(text(7))}`,
    "/login?redirect=javascript:ran(1)",
  ]) {
    await page.goto(address);
    await expectOnlyText(page, address);
  }
  expect({ dialogs, strangers }).toEqual({ dialogs: [], strangers: [] });
});

test("the queue shows names, words and what a worker says of them as text", ONE_SIZE, async ({ page, house }) => {
  house.setClock(AFTERNOON);
  await page.addInitScript(() => {
    const numbers: number[] = [];
    Object.assign(window, { numbers, ran: (number: number) => numbers.push(number) });
  });
  await celebrate(house, [`${quoted(text(4))},03 123499,21/11`]);
  await letters(house, 12);
  await signIn(page);
  await page.getByRole("button", { name: "Whatsapp Live Queue" }).click();
  await expect(page.getByRole("region", { name: "Waiting to be sent" }).getByText("data-hostile").first()).toBeAttached();
  const worker = new FakeWorker(house);
  await worker.register(text(7, 60));
  const [first] = await worker.claim();
  if (!first) throw new Error("Nothing waits.");
  await worker.begin(first);
  await worker.refused(first, text(5));
  await worker.heartbeat(text(8));
  await expect(
    page
      .getByRole("region", { name: /^Workers/ })
      .getByText("data-hostile")
      .first(),
  ).toBeAttached();
  await expectOnlyText(page, "the queue");
});

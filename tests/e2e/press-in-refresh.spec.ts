import type { CDPSession, Locator, Page, Request } from "playwright/test";
import { GUEST_SEARCH_TEXTS } from "../../lib/guest-search/guest-search-texts";
import { TABLE_TEXTS } from "../../lib/tables/table-texts";
import { celebrate } from "./birthday-page";
import {
  beginTable,
  choose,
  comeBack,
  dialogOf,
  EVENING,
  expect,
  type House,
  MOVING,
  nothingMoves,
  ONE_SIZE,
  signIn,
  test,
} from "./fixtures";
import { JSON_BODY } from "./house";

test.use(MOVING);

/** Friday 20 November 2026: whoever is brought into the book this evening is found there, and celebrates. */
const DATE = "2026-11-20";

/** Something that a refresh draws anew, and that is pressed meanwhile. */
interface Thing {
  name: string;
  /** Where it is seen. */
  open: (page: Page) => Promise<unknown>;
  /** The answer that draws it anew. */
  answer: RegExp;
  thing: (page: Page) => Locator;
  /** Somebody else brings what comes before it: everything moves down. @param nth counts from 1 */
  change: (house: House, nth: number) => Promise<unknown>;
  /** It does what it says, for whatever was under the finger, and is closed again. */
  does: (page: Page, said: string) => Promise<void>;
}

const main = (page: Page) => page.getByRole("main");

const post = async (house: House, path: string, body: object) => {
  const { status } = await house.api(path, { method: "POST", headers: JSON_BODY, body: JSON.stringify(body) });
  expect(status).toBeLessThan(300);
};

/** Each table is saved a second after the one before. */
const seat = (house: House, table_number: number, name: string) => {
  house.setClock(new Date(Date.parse(EVENING) + table_number * 1_000).toISOString());
  return post(house, "/save-table", {
    metadata: { hostess: "Rima", waiter: "Jad", table_number: String(table_number) },
    contacts: [{ name, phones: `71 ${500_000 + table_number}` }],
  });
};

const digitsOf = (text: string) => text.replace(/\D/g, "");

async function offersToCall(page: Page, said: string): Promise<void> {
  await expect(page.getByRole("menuitem", { name: "Call" })).toHaveAttribute("href", `tel:+${digitsOf(said)}`);
  // A menu hears keys from the moment on at which it has the focus.
  await expect.poll(() => page.evaluate(() => document.activeElement?.closest("[role=menu]") !== null)).toBe(true);
  await page.keyboard.press("Escape");
  await expect(page.getByRole("menu")).toHaveCount(0);
}

const firstPhone = (page: Page) =>
  main(page)
    .getByRole("button", { name: /^\+961/ })
    .first();

/** A birthday greeting for one guest of a day, which is a campaign by itself. */
const greet = (house: House, day: number) =>
  post(house, "/queue/enqueue", {
    items: [{ name: "Old Friend", phone: `70 6990${day}`, message: "Happy birthday", branch: "jounieh" }],
    campaign: "birthday",
    date: `2026-11-${day}`,
  });

/** In the words of whatever was pressed. */
const wordsIn = (said: string) => said.split("\n").map((line) => line.trim());

const closeDialog = async (page: Page, name: string | RegExp) => {
  await dialogOf(page).getByRole("button", { name }).click();
};

const THINGS: readonly Thing[] = [
  {
    name: "a table on the floor",
    open: (page) => expect(page).toHaveURL("/"),
    answer: /\/api\/table-log/,
    thing: (page) => main(page).getByRole("button", { name: /^Table 9/ }),
    change: (house, nth) => seat(house, nth, `Floor ${nth}`),
    does: async (page, said) => {
      await expect(dialogOf(page).getByRole("heading", { name: new RegExp(`^Table ${/\d+/.exec(said)?.[0]}$`) })).toBeVisible();
      await closeDialog(page, "Back");
      await page.keyboard.press("Escape");
      await expect(dialogOf(page)).toHaveCount(0);
    },
  },
  {
    name: "the phone of a guest in the feed",
    open: async (page) => {
      await main(page)
        .getByRole("button", { name: /For Data Group/ })
        .click();
      await expect(firstPhone(page)).toBeVisible();
      await nothingMoves(page);
    },
    answer: /\/api\/table-log/,
    thing: firstPhone,
    change: (house, nth) => seat(house, 10 + nth, `Feed ${nth}`),
    does: offersToCall,
  },
  {
    name: "a campaign",
    open: async (page) => {
      await main(page).getByRole("button", { name: "Whatsapp Live Queue" }).click();
      await expect(
        main(page)
          .getByRole("button", { name: /^Guests of/ })
          .first(),
      ).toBeVisible();
      await nothingMoves(page);
    },
    answer: /\/api\/queue\/campaigns/,
    thing: (page) =>
      main(page)
        .getByRole("button", { name: /^Guests of/ })
        .first(),
    change: (house, nth) => greet(house, 20 + nth),
    does: async (page, said) => {
      await expect(dialogOf(page).getByRole("heading", { name: said.replace("Guests of ", "") })).toBeVisible();
      await closeDialog(page, "Close");
      await expect(dialogOf(page)).toHaveCount(0);
    },
  },
  {
    name: "a worker's token",
    open: (page) => main(page).getByRole("button", { name: "Tokens" }).click(),
    answer: /\/api\/worker-tokens/,
    thing: (page) =>
      dialogOf(page)
        .getByRole("button", { name: /^Take back/ })
        .first(),
    change: (house, nth) => post(house, "/worker-tokens", { worker: `aa-${9 - nth}` }),
    does: async (page, said) => {
      await expect(dialogOf(page).getByText(`${said}?`)).toBeVisible();
      await closeDialog(page, "Keep it");
      await expect(dialogOf(page).getByLabel("Name of the worker")).toBeVisible();
    },
  },
  {
    name: "a saved table",
    open: async (page) => {
      await page.keyboard.press("Escape");
      await choose(page, "Actions", "Saved tables");
    },
    answer: /\/api\/saved-tables/,
    thing: (page) =>
      dialogOf(page)
        .getByRole("button", { name: /^Table/ })
        .first(),
    change: (house, nth) => seat(house, 20 + nth, `Saved ${nth}`),
    does: async (page, said) => {
      await expect(dialogOf(page).getByRole("heading", { name: /Table \d+/.exec(said)?.[0], exact: true })).toBeVisible();
      await closeDialog(page, "Back");
      await expect(dialogOf(page).getByLabel("Find a saved table")).toBeVisible();
    },
  },
  {
    name: "a hostess who is taken off the list",
    open: async (page) => {
      await page.keyboard.press("Escape");
      await choose(page, "Options", "Manage Staff");
    },
    answer: /\/api\/staff\//,
    thing: (page) =>
      dialogOf(page)
        .getByRole("button", { name: /^Remove/ })
        .first(),
    change: (house, nth) => post(house, "/staff/jounieh/add", { role: "hostess", name: `Aa ${9 - nth}` }),
    does: (page, said) => expect(dialogOf(page).getByRole("button", { name: said })).toHaveCount(0),
  },
  {
    name: "a user",
    open: async (page) => {
      await page.keyboard.press("Escape");
      await choose(page, "Options", "Users");
    },
    answer: /\/api\/auth\/users/,
    thing: (page) => dialogOf(page).getByRole("list", { name: "Users" }).getByRole("button").first(),
    change: (house, nth) => post(house, "/auth/new-user", { username: `aa${9 - nth}`, password: "seven brass lanterns", roles: ["staff"] }),
    does: async (page, said) => {
      expect(wordsIn(said)).toContain(await dialogOf(page).getByRole("heading").first().innerText());
      await closeDialog(page, "All users");
    },
  },
  {
    name: "a guest of a letter",
    open: async (page) => {
      await page.keyboard.press("Escape");
      await choose(page, "Options", "Customer Service");
      await dialogOf(page).getByPlaceholder("Search by name or phone").fill("friend");
    },
    answer: /\/api\/[^?]*\?.*search=friend/,
    thing: (page) =>
      dialogOf(page)
        .getByRole("checkbox", { name: /^Choose/, checked: false })
        .first(),
    change: (house, nth) => celebrate(house, [`Friend ${nth},70 40000${nth},`]),
    does: (page, said) => expect(dialogOf(page).getByRole("checkbox", { name: said })).toBeChecked(),
  },
  {
    name: "a guest who is added to a table",
    open: async (page) => {
      await page.keyboard.press("Escape");
      await beginTable(page, { number: "99", hostess: "Rima", waiter: "Jad" });
      await dialogOf(page).getByPlaceholder(TABLE_TEXTS.searchPlaceholder).fill("friend");
    },
    answer: /\/api\/[^?]*\?.*search=friend/,
    thing: (page) =>
      dialogOf(page)
        .getByRole("button", { name: /^Add (Old )?Friend/ })
        .first(),
    change: (house, nth) => celebrate(house, [`Friend A${nth},70 41000${nth},`]),
    does: (page, said) => expect(dialogOf(page).getByRole("button", { name: said.replace("Add ", "Added: ") })).toBeVisible(),
  },
  {
    name: "a guest who was found",
    open: async (page) => {
      await page.goto("/guest-search");
      await main(page).getByPlaceholder(GUEST_SEARCH_TEXTS.placeholder).fill("friend");
    },
    answer: /\/api\/[^?]*\?.*search=friend/,
    thing: (page) => page.locator("[data-guest-toggle][aria-expanded=false]").first(),
    change: (house, nth) => celebrate(house, [`Friend B${nth},70 42000${nth},`]),
    does: async (page, said) => {
      const opened = page.locator("[data-guest-toggle][aria-expanded=true]");
      await expect.poll(async () => (await opened.allInnerTexts()).map(wordsIn)).toEqual([wordsIn(said)]);
    },
  },
  {
    name: "a guest of a date",
    open: (page) => page.goto(`/search-date?date=${DATE}`),
    answer: /\/api\/search-by-date/,
    thing: (page) =>
      main(page)
        .getByRole("button", { name: /^What to do with/ })
        .first(),
    change: (house, nth) => seat(house, 30 + nth, `Dated ${nth}`),
    does: async (page, said) => {
      await page.getByRole("menuitem", { name: "Edit" }).click();
      await expect(dialogOf(page).getByLabel("Name")).toHaveValue(said.replace("What to do with ", ""));
      await closeDialog(page, "Cancel");
      await expect(dialogOf(page)).toHaveCount(0);
    },
  },
  {
    name: "the phone of a guest who celebrates",
    open: (page) => page.goto(`/birthdays?date=${DATE}`),
    answer: /\/api\/birthdays\?/,
    thing: firstPhone,
    change: (house, nth) => celebrate(house, [`Party ${nth},70 60000${nth},20/11`]),
    does: offersToCall,
  },
  {
    name: "an entry of the audit trail",
    open: (page) => page.goto("/audit"),
    answer: /\/api\/audit/,
    thing: (page) =>
      main(page)
        .locator("summary", { hasText: /^\s*\S+\s*Saved/ })
        .first(),
    change: (house, nth) => seat(house, 40 + nth, `Provenance ${nth}`),
    does: async (page, said) => {
      const opened = main(page).locator("details[open] > summary");
      await expect.poll(async () => (await opened.allInnerTexts()).map(wordsIn)).toEqual([wordsIn(said)]);
      await opened.click();
      await expect(opened).toHaveCount(0);
    },
  },
];

/** A refresh's answer is let go after the press, between its two halves, or just as it begins. */
type Moment = "before the answer" | "between finger and answer" | "between mouse and answer" | "as the answer comes";

/**
 * Each thing is pressed by a finger that the answer comes under. At the other moments, which one guard for all calls sees to, the
 * first three are pressed too; in `npm run test:thorough` each thing at one of them.
 */
const OTHER_MOMENTS: readonly Moment[] = ["before the answer", "between mouse and answer", "as the answer comes"];

function momentsOf(index: number): Moment[] {
  const other = OTHER_MOMENTS[process.env.THOROUGH ? index % OTHER_MOMENTS.length : index];
  return other ? ["between finger and answer", other] : ["between finger and answer"];
}

/** Whoever presses aims at a place, and means what is there as the finger comes down. */
class Finger {
  private constructor(
    private readonly page: Page,
    private readonly touch: CDPSession,
  ) {}

  static async of(page: Page): Promise<Finger> {
    await page.addInitScript(() => {
      const tell = ({ target }: PointerEvent) => {
        const pressed = target instanceof Element ? target.closest("button, input, summary") : null;
        document.documentElement.dataset.under = pressed?.getAttribute("aria-label") ?? (pressed as HTMLElement | null)?.innerText ?? "";
      };
      window.addEventListener("pointerdown", tell, true);
    });
    return new Finger(page, await page.context().newCDPSession(page));
  }

  async down({ x, y }: { x: number; y: number }, by: "touch" | "mouse"): Promise<void> {
    if (by === "touch") return void (await this.touch.send("Input.dispatchTouchEvent", { type: "touchStart", touchPoints: [{ x, y }] }));
    await this.page.mouse.move(x, y);
    await this.page.mouse.down();
  }

  async up(by: "touch" | "mouse"): Promise<void> {
    if (by === "touch") await this.touch.send("Input.dispatchTouchEvent", { type: "touchEnd", touchPoints: [] });
    else await this.page.mouse.up();
  }

  /** What it came down on, in the words of the page. */
  async under(): Promise<string> {
    return (await this.page.locator("html").getAttribute("data-under")) ?? "";
  }
}

/**
 * What the page shows is old to it, and it asks for it anew; meanwhile somebody else changes it. The answer is held back.
 * @returns the way to let it go, until it is drawn
 */
async function refresh(page: Page, answer: RegExp, change: () => Promise<unknown>): Promise<() => Promise<void>> {
  let letGo = () => {};
  const held = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  const asked: Request[] = [];
  let changed: Promise<unknown> | undefined;
  let isThere = false;
  await page.route(answer, async (route) => {
    if (route.request().method() !== "GET") return route.fallback();
    asked.push(route.request()); // more than one list may ask
    changed ??= change();
    await changed;
    const response = await route.fetch();
    isThere = true;
    await held;
    await route.fulfill({ response });
  });
  const grewOld = () =>
    page.evaluate(() => {
      const now = Date.now;
      Date.now = () => now() + 61_000; // longer than anything that is shown is new
    });
  const isHeld = async () => {
    if (asked.length > 0) return isThere;
    await grewOld(); // anew: an answer that was on its way before has made it new again
    await comeBack(page);
    return false;
  };
  await expect.poll(isHeld, { intervals: [50] }).toBe(true);
  return async () => {
    letGo();
    for (const request of asked) await request.response();
    await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))));
  };
}

async function middleOf(thing: Locator): Promise<{ x: number; y: number }> {
  await thing.evaluate((one) => one.scrollIntoView({ block: "center" })); // and not below the bar
  const box = await thing.boundingBox();
  if (!box) throw new Error("It is not on the screen.");
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

test("a press on what a refresh draws anew does what it says, at every moment of the refresh", ONE_SIZE, async ({ page, house }) => {
  test.slow(); // each thing has a place of its own to go to
  const finger = await Finger.of(page);
  await celebrate(house, ["Old Friend,70 699999,20/11"]);
  await seat(house, 9, "Floor 9");
  await greet(house, 20);
  await post(house, "/worker-tokens", { worker: "pc" });
  await signIn(page);
  for (const [index, { name, open, answer, thing, change, does }] of THINGS.entries()) {
    await open(page);
    await expect(thing(page)).toBeVisible();
    for (const [nth, moment] of momentsOf(index).entries()) {
      await test.step(`${name}, ${moment}`, async () => {
        const letGo = await refresh(page, answer, () => change(house, nth + 1));
        const place = await middleOf(thing(page));
        const by = moment === "between mouse and answer" ? "mouse" : "touch";
        const come = moment === "as the answer comes" ? letGo() : null;
        await finger.down(place, by);
        if (moment.startsWith("between")) await letGo(); // a finger that rests longer than half a second is no tap
        await finger.up(by);
        if (moment === "before the answer") await letGo();
        await come;
        const said = await finger.under();
        // Where it had all moved before, there may be nothing under the finger.
        if (said || moment !== "as the answer comes") await does(page, said);
        await page.unrouteAll({ behavior: "wait" });
      });
    }
  }
});

test("a row's menu stays as it is when a refresh takes its row away", ONE_SIZE, async ({ page, house }) => {
  await celebrate(house, ["Here Still,70 611111,", "Soon Gone,70 622222,"]);
  const [guest] = house.rows<{ id: string }>("jounieh/contacts.db", "SELECT id FROM contact WHERE name = 'Soon Gone'");
  await signIn(page, undefined, `/search-date?date=${DATE}`);
  const opener = main(page).getByRole("button", { name: "What to do with Soon Gone" });
  await opener.tap();
  const edit = page.getByRole("menuitem", { name: "Edit" });
  await expect(edit).toBeVisible();
  const letGo = await refresh(page, /\/api\/search-by-date/, () =>
    house.api(`/delete-contact?id=${guest?.id}&store=contacts`, { method: "DELETE" }),
  );
  await letGo();
  await expect(opener).toBeVisible();
  await edit.tap();
  await expect(dialogOf(page).getByLabel("Name")).toHaveValue("Soon Gone");
  await expect(opener).toHaveCount(0);
});

import type { Locator, Page } from "playwright/test";
import { FRAME_TEXTS } from "../../lib/frame-texts";
import {
  beginTable,
  choose,
  dialogOf,
  everythingLoaded,
  expect,
  expectNoSidewaysScroll,
  inTurn,
  nothingMoves,
  PHONE_FIRST,
  pageListens,
  saveElsewhere,
  signIn,
  signInByHand,
  test,
} from "./fixtures";

/** The evening without its network: nothing goes blank, nothing is lost, and each screen says what is so. */

test.use({ serviceWorkers: "allow" });

const badge = (page: Page) => page.getByRole("banner").getByRole("button", { name: /^API/ });
const strip = (page: Page) => page.getByRole("status").filter({ hasText: /Offline|waiting|Sending|sent by/ });

async function everythingIsThere(page: Page): Promise<void> {
  await expect(page.getByText("App failed to load")).toHaveCount(0);
  await expect(page.getByRole("banner")).toBeVisible();
}

/** What comes right after the first paint is there; it takes part of a second. */
async function allIsLoaded(page: Page): Promise<void> {
  await expect(badge(page)).toHaveText("API OK");
  await everythingLoaded(page);
}

/** A new table of one guest who is in no book, as far as its Save. */
async function recordTable(page: Page, number: string, name: string): Promise<void> {
  const select = await beginTable(page, { number, hostess: "Rima", waiter: "Jad" });
  await select.getByPlaceholder("Search by name or phone").fill(name);
  await expect(select.getByText("Failed to fetch contacts.")).toBeVisible();
  await select.getByRole("button", { name: /^Add new/ }).click();
  const form = select.getByRole("form", { name: "Add New Contact" });
  await form.getByLabel("Phone").fill(`71 444 5${number}`);
  await form.getByRole("button", { name: "Add", exact: true }).click();
  await select.getByRole("button", { name: `Save 1 guest to table ${number}` }).click();
  await expect(page.getByText("Failed to save table.").first()).toBeVisible();
}

test.describe("on an address without https, where browsers allow no service worker", () => {
  test.use({ serviceWorkers: "block" });

  test(
    "the network goes in the first second after signing in: every screen opens, and what waits is sent by itself, in order, once",
    PHONE_FIRST,
    async ({ page, context, house }, info) => {
      const isPhone = info.project.name === "phone";
      await saveElsewhere(house, "9");
      await signInByHand(page);
      await allIsLoaded(page);
      const tableNine = page.getByRole("main").getByRole("button", { name: /^Table 9/ });
      const edit = dialogOf(page);
      await tableNine.click();
      await expect(edit.getByText("No changes")).toBeVisible();
      await edit.getByRole("button", { name: "Back" }).click();
      await context.setOffline(true);
      await expect(badge(page)).toHaveText("API OFF", { timeout: 1000 });
      await expect(strip(page)).toHaveText("Offline. Tables that you record are kept on this device.");

      if (isPhone) {
        await page.getByRole("button", { name: "More" }).click();
        await expect(dialogOf(page).getByText("Saved tables")).toBeVisible();
        await page.keyboard.press("Escape");
        await expect(dialogOf(page)).toBeHidden();
      }
      for (const [entry, path] of [
        ["Search Contacts by Date", /\/search-date$/],
        ["Merge by Date, All Branches", /\/merge-by-date-all$/],
        ["Control Panel", /\/control$/],
        ["Home", /\/$/],
      ] as const) {
        await choose(page, "Navigate", entry);
        await expect(page).toHaveURL(path);
        await everythingIsThere(page);
        await expect(strip(page)).toHaveText("Offline. Tables that you record are kept on this device.");
      }
      await page.getByRole("button", { name: /For Data Group/ }).click();
      await everythingIsThere(page);

      await recordTable(page, "31", "Ziad Sarkis");
      await expect(page.locator("strong", { hasText: "Kept. It is sent by itself." })).toBeVisible();
      await expect(strip(page)).toHaveText("Offline. 1 table waiting to send.");
      await expectNoSidewaysScroll(page);
      await everythingIsThere(page);
      await changeWithoutNetwork(page, tableNine);
      await expect(strip(page)).toHaveText("Offline. 2 tables waiting to send.");

      await context.setOffline(false);
      await expect(badge(page)).toHaveText("API OK");
      await expect(page.getByText("Loyalty: +5 awarded to 1 contact(s).")).toBeVisible();
      await expect(strip(page)).toHaveText("2 tables sent by themselves.");
      await expect(page.getByText("Failed to save table.")).toHaveCount(0);
      expect(house.rows("jounieh/table.db", "SELECT name, company FROM table_guest ORDER BY name")).toEqual([
        { name: "Hala Mansour", company: "Alfa" },
        { name: "Ziad Sarkis", company: "" },
      ]);

      // The server itself goes, and is away for two tables.
      await house.stop();
      for (const number of ["41", "42"]) await recordTable(page, number, `Guest ${number}`);
      await expect(badge(page)).toHaveText("API OFF");
      await expect(strip(page)).toHaveText("Offline. 2 tables waiting to send.");
      await house.start();
      await expect(strip(page)).toHaveText("2 tables sent by themselves.", { timeout: 30_000 });
      const tables = house.rows<{ table_number: string }>("jounieh/table.db", "SELECT table_number FROM saved_table ORDER BY rowid");
      expect(tables.map(({ table_number }) => table_number)).toEqual(["9", "31", "41", "42"]);
      const points = () => house.rows<{ points: number }>("hub.db", "SELECT points FROM loyalty_visit");
      await expect.poll(points).toEqual(Array(3).fill({ points: 5 }));
      await page.reload();
      await expect(badge(page)).toHaveText("API OK");
      await expect(strip(page)).toHaveCount(0);
    },
  );

  /** A table that was opened before opens again without network; its change waits, and is no draft to come back to. */
  async function changeWithoutNetwork(page: Page, table: Locator): Promise<void> {
    const edit = dialogOf(page);
    await table.click();
    await expect(edit.getByText(/^The server does not answer. This is the table as of \d\d:\d\d;/)).toBeVisible();
    // Guests are cards on a phone, which open at a touch.
    const areCards = (page.viewportSize()?.width ?? 0) < 640;
    if (areCards) await edit.getByRole("button", { name: /^Hala Mansour/ }).click();
    const company = areCards ? edit.getByLabel("Company", { exact: true }) : edit.getByLabel("Company of guest 1");
    await company.fill("Alfa");
    await page.keyboard.press("Control+s");
    await expect(edit.getByText("Save failed")).toHaveText("Kept. It is sent by itself. Save failed: The server did not answer.");
    await expect(company).toBeFocused();
    await edit.getByRole("button", { name: "Save Changes" }).click();
    await expect(edit.getByRole("button", { name: "Save Changes" })).toBeFocused();
    await expectNoSidewaysScroll(page);
    await edit.getByRole("button", { name: "Back" }).click();
    await expect(dialogOf(page)).toContainText("it waits on this device and is sent by itself as soon as the server answers.");
    await dialogOf(page).getByRole("button", { name: "Leave it to be sent" }).click();
  }

  test(
    "an edited table that got no answer goes by itself while it stands open, and what was typed on waits for Save",
    inTurn(3),
    async ({ page, context, house }) => {
      await saveElsewhere(house, "9");
      await signIn(page);
      await allIsLoaded(page);
      const edit = dialogOf(page);
      const table = page.getByRole("main").getByRole("button", { name: /^Table 9/ });
      const company = edit.getByLabel("Company", { exact: true });
      const open = async () => {
        await table.click();
        await edit.getByRole("button", { name: /^Hala Mansour/ }).click();
      };
      const kept = edit.getByText(/^Kept. It is sent by itself. Save failed/);
      const companies = () => house.rows("jounieh/table.db", "SELECT company FROM table_guest");
      await open();
      await context.setOffline(true);
      await company.fill("Alfa");
      await page.keyboard.press("Control+s");
      await expect(kept).toBeVisible();
      await context.setOffline(false);
      await expect.poll(companies, { timeout: 20_000 }).toEqual([{ company: "Alfa" }]);
      await expect(page.getByText("Table saved", { exact: true })).toBeVisible();
      await expect(kept).toHaveCount(0);
      await expect(edit.getByText("No changes")).toBeVisible();

      await context.setOffline(true);
      const rows = edit.getByRole("button", { name: /^Hala Mansour/ });
      if (!(await company.isVisible())) await rows.click();
      await company.fill("Touch");
      await page.keyboard.press("Control+s");
      await expect(kept).toBeVisible();
      await company.fill("Touch and more");
      await expect(kept).toHaveCount(0);
      await context.setOffline(false);
      await expect(badge(page)).toHaveText("API OK");
      await edit.getByRole("button", { name: "Save Changes" }).click();
      await expect.poll(companies).toEqual([{ company: "Touch and more" }]);
    },
  );

  test(
    "logging out without network shows nothing of the house any more, and the sign-in page comes with the line",
    inTurn(4),
    async ({ page, context }) => {
      await signIn(page);
      await allIsLoaded(page);
      await context.setOffline(true);
      await expect(badge(page)).toHaveText("API OFF");
      await page.getByRole("button", { name: "Signed in as admin" }).click();
      await page.getByRole("menuitem", { name: "Log out" }).click();
      await expect(page.getByRole("heading", { name: "You are logged out on this device." })).toBeVisible();
      await expect(page.getByRole("banner")).toHaveCount(0);
      await context.setOffline(false);
      await expect(page.getByRole("button", { name: "Sign in" })).toBeVisible();
    },
  );

  test("code that did not come before the line was cut says so in its own place, and comes by itself", inTurn(5), async ({ page }) => {
    await signIn(page, undefined, "/icon.svg");
    // Every file that the page asks for by itself, and not in its HTML, is lost on the way.
    const html = await (await page.request.get("/control", { headers: { accept: "text/html" } })).text();
    let isCut = true;
    await page.context().route("**/_next/static/chunks/*.js", async (route) => {
      const named = html.includes(new URL(route.request().url()).pathname);
      if (isCut && !named) await route.abort("internetdisconnected");
      else await route.continue();
    });
    await page.goto("/control");
    // What reads the server's answers has not come either.
    await expect(badge(page)).toHaveText("API OFF");
    await page.getByRole("button", { name: "More", exact: true }).click();
    await expect(dialogOf(page).getByText("This part of Daftar has not been loaded yet.")).toBeVisible();
    await everythingIsThere(page);
    isCut = false;
    await dialogOf(page).getByRole("button", { name: "Retry" }).click();
    await expect(dialogOf(page).getByText("Navigate")).toBeVisible();
    await expect(badge(page)).toHaveText("API OK");
  });

  test(
    "a server that hangs is off, the save is given up in words, and goes once when the server wakes",
    inTurn(6),
    async ({ page, house }) => {
      await page.clock.install();
      await signIn(page);
      await pageListens(page);
      const select = await beginTable(page, { number: "33", hostess: "Rima", waiter: "Jad" });
      await select.getByPlaceholder("Search by name or phone").fill("Nour");
      await select.getByRole("button", { name: "Add Nour Karam" }).click();
      let hangs = true;
      const saving = page.waitForRequest("**/api/save-table");
      await page.route("**/api/**", async (route) => {
        if (!hangs) await route.continue();
      });
      await select.getByRole("button", { name: "Save 1 guest to table 33" }).click();
      await saving;
      await page.clock.runFor(20_000); // the patience of a call
      await expect(page.getByText("Failed to save table.")).toBeVisible();
      await expect(page.getByText("Failed to save table. The server did not answer in time.", { exact: true })).toBeVisible();
      await expect(badge(page)).toHaveText("API OFF");
      await expect(strip(page)).toHaveText("Offline. 1 table waiting to send.");
      hangs = false;
      await page.clock.runFor(10_000); // until it tries again
      await expect(strip(page)).toHaveText("1 table sent by itself.", { timeout: 30_000 });
      expect(house.rows("jounieh/table.db", "SELECT table_number FROM saved_table")).toEqual([{ table_number: "33" }]);
    },
  );

  test("a panel that breaks says so in its own place, and Retry draws it anew", inTurn(0), async ({ page }) => {
    await signIn(page);
    await pageListens(page);
    // Only the bars of the feed ask for the highest of these six.
    await page.evaluate(() => {
      const real = Math.max;
      Math.max = (...values) => {
        if (values.length === 6 && document.documentElement.dataset.mended === undefined) throw new Error("The bars are broken.");
        return real(...values);
      };
    });
    await page.getByRole("button", { name: /For Data Group/ }).click();
    await expect(page.getByText("This part could not be shown.")).toBeVisible();
    await everythingIsThere(page);
    await expect(page.getByRole("button", { name: "New table" }).first()).toBeVisible();
    await page.evaluate(() => {
      document.documentElement.dataset.mended = "";
    });
    await nothingMoves(page);
    await page.getByRole("main").getByRole("button", { name: "Retry" }).click();
    await expect(page.getByText("Inserted guests")).toBeVisible();
  });
});

test(
  "opened again without network, the app is there with its drafts and what it knew of its person, and nothing for the next one",
  inTurn(1),
  async ({ page, context, house }) => {
    await saveElsewhere(house, "51");
    await signIn(page);
    await allIsLoaded(page);
    await expect(page.getByRole("button", { name: /For Data Group 1 table · 1 guest/ })).toBeVisible();
    const select = await beginTable(page, { number: "52", hostess: "Rima", waiter: "Jad" });
    await select.getByPlaceholder("Search by name or phone").fill("Ziad");
    await select.getByRole("button", { name: /^Add new/ }).click();
    await appIsKept(page);
    // What a call answers is kept nowhere, also where somebody opens its address.
    await page.goto("/api/health");
    const kept = await page.evaluate(async () => {
      const all = await Promise.all((await caches.keys()).map(async (name) => (await caches.open(name)).keys()));
      return all.flat().map(({ url }) => new URL(url).pathname);
    });
    expect(kept).toContain("/");
    expect(kept).not.toContain("/api/health");

    const isThere = async () => {
      await page.goto("/");
      await expect(badge(page)).toHaveText("API OFF");
      await expect(strip(page)).toHaveText("Offline. 1 table not finished on this device.");
      await page.getByRole("button", { name: /For Data Group 1 table · 1 guest/ }).click();
      await expect(page.getByRole("main").getByText("Hala Mansour").first()).toBeVisible();
    };
    await house.stop();
    await isThere();
    await house.start();
    await context.setOffline(true);
    await isThere();
    await page.getByRole("button", { name: "Open", exact: true }).click();
    await expect(dialogOf(page).getByRole("heading", { name: "Table 52" })).toBeVisible();
    await expect(dialogOf(page).getByRole("form", { name: "Add New Contact" }).getByLabel("Name")).toHaveValue("Ziad");
    await page.reload();
    await choose(page, "Navigate", "Search Contacts by Date");
    await expect(page).toHaveURL(/\/search-date$/);
    await everythingIsThere(page);

    await context.setOffline(false);
    await expect(badge(page)).toHaveText("API OK");
    expect(await page.evaluate(keptOfPeople)).toContain("answers");
    await choose(page, "Navigate", "Home");
    await expect(page).toHaveURL(/\/$/);
    await page.getByRole("button", { name: "Signed in as admin" }).click();
    await page.getByRole("menuitem", { name: "Log out" }).click();
    await expect(page).toHaveURL(/\/login$/);
    expect(await page.evaluate(keptOfPeople)).toEqual([]);
    await context.setOffline(true);
    await page.goto("/");
    await expect(page).toHaveURL(/\/login\?redirect=%2F$/);
    await page.getByLabel("Username").fill("rima");
    await page.getByLabel("Password", { exact: true }).fill("warm bread at noon");
    await page.getByRole("button", { name: "Sign in" }).click();
    const failure = page.locator("form").getByRole("alert");
    await expect(failure).toContainText("Login failed");
    await expect(failure).toContainText("The server did not answer. Check the network, then try again.");
  },
);

test(
  "the sign-in page without network ends nobody's sign-in, and goes on when the server answers",
  inTurn(2),
  async ({ page, context }) => {
    await signIn(page);
    await allIsLoaded(page);
    await appIsKept(page);
    await context.setOffline(true);
    await page.goto("/login");
    await expect(page.getByText(FRAME_TEXTS.signInUnanswered)).toBeVisible();
    await expect(page.getByText(FRAME_TEXTS.signInEnded)).toHaveCount(0);
    await context.setOffline(false);
    await expect(page).toHaveURL(/\/$/);
    await expect(badge(page)).toHaveText("API OK");
  },
);

/** Until the service worker has the app, the pages and the last answers. */
async function appIsKept(page: Page): Promise<void> {
  await expect
    .poll(
      () =>
        page.evaluate(async () => {
          const pages = await (await caches.open("daftar-pages")).keys();
          return [Boolean(navigator.serviceWorker.controller), pages.length >= 4];
        }),
      // The browser fetches every file of the app for it, when it has nothing better to do.
      { timeout: 60_000 },
    )
    .toEqual([true, true]);
  await expect.poll(() => page.evaluate(keptOfPeople)).toContain("answers");
}

/** Pages and answers that this browser keeps of whoever was signed in. */
async function keptOfPeople(): Promise<string[]> {
  const pages = (await (await caches.open("daftar-pages")).keys()).map((request) => new URL(request.url).pathname);
  const keys = await new Promise<IDBValidKey[]>((done) => {
    const opening = indexedDB.open("daftar");
    opening.onsuccess = () => {
      const database = opening.result;
      if (!database.objectStoreNames.contains("kept")) return done([]);
      const asking = database.transaction("kept").objectStore("kept").getAllKeys();
      asking.onsuccess = () => {
        done(asking.result);
        database.close();
      };
    };
  });
  return [...pages.filter((path) => path !== "/login"), ...keys.map(String)];
}

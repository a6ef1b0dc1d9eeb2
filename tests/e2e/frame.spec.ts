import type { Page } from "playwright/test";
import { expectAccessible } from "./accessible";
import {
  ADMIN,
  beginTable,
  choose,
  dialogOf,
  everythingLoaded,
  expect,
  expectNoSidewaysScroll,
  inTurn,
  OFFICE,
  pageListens,
  saveElsewhere,
  signIn,
  test,
} from "./fixtures";

/** Keeps the pages' code away. @returns the way to let it come */
async function holdCode(page: Page): Promise<() => void> {
  let arrive = () => {};
  const held = new Promise<void>((resolve) => {
    arrive = resolve;
  });
  await page.route(/_next\/static\/.*\.js/, async (route) => {
    await held;
    await route.continue();
  });
  return arrive;
}

test("what is typed before the sign-in listens stays, and signs in", inTurn(1), async ({ page }) => {
  const arrive = await holdCode(page);
  await page.goto("/login", { waitUntil: "commit" });
  await page.getByLabel("Username").click();
  await page.keyboard.type(ADMIN.username);
  await page.keyboard.press("Tab");
  await page.keyboard.type(ADMIN.password);
  await expect(page.getByRole("button", { name: "Sign in" })).toBeDisabled();
  arrive();
  await expect(page.getByRole("button", { name: "Sign in" })).toBeEnabled();
  await expect(page.getByLabel("Username")).toHaveValue(ADMIN.username);
  await expect(page.getByLabel("Password", { exact: true })).toHaveValue(ADMIN.password);
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL((url) => url.pathname === "/");
});

test("signing in begins in the name, and whoever is signed in goes on at once", inTurn(2), async ({ page }) => {
  await page.goto("/login");
  await expect(page.getByLabel("Username")).toBeFocused();
  await signIn(page, undefined, "/control");
  await page.goto("/login?redirect=%2Fsearch-date");
  await expect(page).toHaveURL(/\/search-date$/);
  await page.goto("/login");
  await expect(page).toHaveURL((url) => url.pathname === "/");
});

test("the bar says the whole title, once, and large text leaves the brand whole", inTurn(3), async ({ page }) => {
  await signIn(page, undefined, "/merge-by-date-all");
  const title = page.getByRole("banner").getByText("Merge by Date, All Branches");
  const isPhone = page.viewportSize()?.width === 390;
  if (isPhone) {
    await expect(title).toBeVisible();
    expect(await title.evaluate((element) => element.scrollWidth - element.clientWidth)).toBeLessThanOrEqual(0);
    const heading = await page.getByRole("heading", { level: 1 }).boundingBox();
    expect(heading?.height).toBeLessThanOrEqual(2);
  }
  await page.goto("/");
  await page.evaluate(() => {
    document.documentElement.style.fontSize = "200%";
  });
  await expectNoSidewaysScroll(page);
  if (isPhone) {
    const brand = page.getByRole("banner").getByText("Daftar", { exact: true }).last();
    const cut = await brand.evaluate((element) => element.scrollWidth - element.clientWidth);
    expect(cut, "pixels of the brand that are cut off").toBeLessThanOrEqual(0);
  }
  // On a wider screen the branch stands in the bar, as whole as the rest of it.
  for (const width of [844, 1024, 1440]) {
    await page.setViewportSize({ width, height: 768 });
    const branch = page.getByRole("banner").getByRole("button", { name: "Jounieh" });
    const label = branch.getByText("Jounieh");
    expect(await label.evaluate((element) => element.scrollWidth - element.clientWidth), `cut off at ${width}`).toBeLessThanOrEqual(0);
    const box = await branch.boundingBox();
    expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(width);
    await expectNoSidewaysScroll(page);
  }
});

test("a note's Undo is whole, and notes leave a dialog's buttons free", inTurn(4), async ({ page, house }) => {
  await saveElsewhere(house, "81");
  await signIn(page);
  await page.getByRole("button", { name: /For Data Group/ }).click();
  await page.getByRole("button", { name: "Clear Display" }).click();
  const undo = page.getByRole("button", { name: "Undo" });
  await expect(undo).toBeVisible();
  expect(await undo.evaluate((element) => element.scrollWidth - element.clientWidth)).toBeLessThanOrEqual(0);
  // The sheet stands above the note, which is there again when it is closed.
  await page.getByRole("button", { name: "More" }).click();
  await expect(dialogOf(page).getByText("Navigate")).toBeVisible();
  const isUnder = () =>
    undo.evaluate((button) => {
      const { x, y } = button.getBoundingClientRect();
      return document.elementFromPoint(x + 1, y + 1)?.closest("[role=dialog]") !== null;
    });
  await expect.poll(isUnder).toBe(true);
  await page.keyboard.press("Escape");
  await undo.click();

  await choose(page, "Actions", "Saved tables");
  await dialogOf(page)
    .getByRole("button", { name: /^Table 81/ })
    .click();
  const edit = dialogOf(page);
  await edit.getByRole("button", { name: "Add Blank Contact" }).click();
  await edit.getByLabel("Name").last().fill("Georges Khoury");
  await edit.getByLabel("Phones").last().fill("71 222 333");
  await edit.getByRole("button", { name: "Save Changes" }).click();
  const note = page.getByText("Table saved", { exact: true });
  await expect(note).toBeVisible();
  // One note says that it is saved and what became of the points.
  const notes = page.locator(".mantine-Notification-root").filter({ hasText: /Table saved|Loyalty/ });
  await expect(notes).toHaveText([/^Table saved.*Loyalty: \+5 awarded to 1 contact\(s\)\./]);
  await note.hover(); // which holds it
  // The table is drawn anew when it has been read back.
  const addBlank = edit.getByRole("button", { name: "Add Blank Contact" });
  await expect(addBlank).toBeEnabled();
  const room = async () => {
    const [below, above] = [await note.boundingBox(), await addBlank.boundingBox()];
    return below && above ? above.y - (below.y + below.height) : Number.NaN;
  };
  await expect.poll(room).toBeGreaterThanOrEqual(0);
});

test("a tap before the page listens shows at once, and is done when it does", inTurn(5), async ({ page }) => {
  await signIn(page);
  const arrive = await holdCode(page);
  await page.goto("/", { waitUntil: "commit" });
  const more = page.getByRole("navigation", { name: "Bottom" }).getByRole("button", { name: "More" });
  await more.click();
  await expect(more).toHaveAttribute("data-pressed-early", "");
  arrive();
  await expect(page.getByRole("dialog").getByText("Log out", { exact: true })).toBeVisible();
});

test("a press that began before the page listens is of what it came down on, wherever that has moved", inTurn(6), async ({ page }) => {
  await signIn(page);
  const select = await beginTable(page, { number: "22", hostess: "Rima", waiter: "Jad" });
  await select.getByPlaceholder("Search by name or phone").fill("khour");
  await select.getByRole("button", { name: "Add Georges Khoury" }).click();
  const arrive = await holdCode(page);
  await page.reload({ waitUntil: "commit" });
  await page
    .getByRole("button", { name: /^Saved tables/ })
    .first()
    .hover();
  await page.mouse.down();
  arrive();
  await expect(page.getByText("1 table not finished on this device")).toBeVisible();
  await page.mouse.up();
  await expect(dialogOf(page).getByText("Drafts on this device")).toBeVisible();
});

test(
  "closed by Escape or Back, the More sheet gives the focus back, and so does a dialog that was opened from it",
  inTurn(0),
  async ({ page }) => {
    await signIn(page);
    await pageListens(page);
    const more = page.getByRole("navigation", { name: "Bottom" }).getByRole("button", { name: "More" });
    const ways = [() => page.keyboard.press("Escape"), () => page.goBack()];
    for (const opened of [() => more.click(), () => more.press("Enter")])
      for (const close of ways) {
        await opened();
        await expect(dialogOf(page).getByText("Navigate")).toBeVisible();
        await expect.poll(() => page.evaluate(() => document.activeElement?.closest("[role=dialog]") !== null)).toBe(true);
        await close();
        await expect(page.getByRole("dialog")).toHaveCount(0);
        await expect(more).toBeFocused();
      }
    // Its trap takes the focus once more in a timer; also where it is closed right before.
    await page.evaluate(() => {
      const usual = window.setTimeout;
      const isIn = () => document.activeElement?.closest("[role=dialog]") !== null;
      const later = (work: () => void, ms?: number) =>
        usual(() => {
          if (ms === undefined && isIn() && document.body.dataset.closed === undefined) {
            document.body.dataset.closed = "";
            document.activeElement?.dispatchEvent(new KeyboardEvent("keydown", { key: "Escape", bubbles: true }));
          }
          work();
        }, ms);
      window.setTimeout = Object.assign(later, usual);
    });
    await more.click();
    await expect(page.locator("body[data-closed]")).toBeAttached();
    await expect(page.getByRole("dialog")).toHaveCount(0);
    await expect(more).toBeFocused();
    await choose(page, "Options", "Manage Staff");
    await expect(dialogOf(page).getByLabel("Add a waiter")).toBeVisible();
    await page.keyboard.press("Escape");
    await expect(more).toBeFocused();
  },
);

test("a key in a page's first second is no second key of a G that nobody pressed", inTurn(1), async ({ page }) => {
  await page.addInitScript(() => Object.defineProperty(Event.prototype, "timeStamp", { get: () => 900 }));
  await signIn(page);
  await pageListens(page);
  await page.keyboard.press("n");
  await expect(dialogOf(page).getByLabel("Table Number")).toBeFocused();
});

test("who presses N and types on has it in the dialog that comes", inTurn(2), async ({ page, context }) => {
  await signIn(page);
  await everythingLoaded(page);
  const devtools = await context.newCDPSession(page);
  await devtools.send("Emulation.setCPUThrottlingRate", { rate: 6 });
  // "G" is a key of the page's own: it must not be taken behind the dialog.
  for (const key of ["n", "g", "1", "2"]) {
    await devtools.send("Input.dispatchKeyEvent", { type: "keyDown", key, text: key });
    await devtools.send("Input.dispatchKeyEvent", { type: "keyUp", key });
  }
  await expect(dialogOf(page).getByLabel("Table Number")).toHaveValue("g12");
  await expect(dialogOf(page).getByLabel("Table Number")).toBeFocused();
});

test(
  "Ctrl K leads to the guest search from any field, and what is typed in the bar goes with it",
  inTurn(3, OFFICE),
  async ({ page }, info) => {
    await signIn(page, undefined, "/search-date");
    const isDesk = info.project.name === "desktop";
    const finder = page.getByRole("banner").getByRole("textbox", { name: "Find a guest" });
    await page.getByLabel("Date", { exact: true }).focus();
    await expect(page.locator(".react-datepicker")).toBeVisible();
    // An open calendar keeps its keys, as every layer does; closed, it takes the focus from nobody who goes on in the same moment.
    await page.evaluate(async () => {
      const press = (init: KeyboardEventInit) =>
        document.activeElement?.dispatchEvent(new KeyboardEvent("keydown", { bubbles: true, cancelable: true, ...init }));
      press({ key: "Escape" });
      for (let turn = 0; turn < 100 && document.querySelector(".react-datepicker"); turn++) await null; // no timer runs meanwhile
      press({ key: "k", ctrlKey: true });
    });
    if (isDesk) {
      await expect(finder).toBeFocused();
      await expectAccessible(page, "the bar with its guest search");
      await finder.fill("Nour");
      await finder.press("Enter");
    } else {
      await expect(finder).toBeHidden();
    }
    await expect(page).toHaveURL(/\/guest-search$/);
    const field = page.getByRole("main").getByRole("textbox");
    await expect(finder).toHaveCount(0);
    if (isDesk) {
      await expect(field).toHaveValue("Nour");
      await expect(page.getByRole("main").getByText("Nour Karam").first()).toBeVisible();
    }
    await page.getByRole("main").getByRole("button", { name: "Search", exact: true }).focus();
    await page.keyboard.press("Control+k");
    await expect(field).toBeFocused();
  },
);

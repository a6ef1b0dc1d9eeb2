import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import path from "node:path";
import type { Locator, Page } from "playwright/test";
import { BIRTHDAY_TEXTS } from "../../lib/birthdays/birthday-texts";
import { vouchersGenerated } from "../../lib/vouchers/voucher-texts";
import { expectAccessible } from "./accessible";
import { celebrate, press } from "./birthday-page";
import { choose, dialogOf, expect, expectNoSidewaysScroll, type House, inTurn, OFFICE, pageListens, STAFF, signIn, test } from "./fixtures";
import { JSON_BODY } from "./house";

/** The fixtures' evening. */
const DATE = "2026-11-20";
const MANY = 24;
const SLOWLY = { TEST_SLOWLY: "vouchers:200" };

const guests = (count: number) => Array.from({ length: count }, (_, n) => `Guest ${n},03${311_111 + n},20/11`);
const chip = (page: Page) => page.getByText(/^Vouchers \d+\/\d+$/);
const pictures = (page: Page): Locator => page.getByRole("list", { name: "Pictures of the vouchers" }).getByRole("button");
const generate = (page: Page) => page.getByRole("main").getByRole("button", { name: BIRTHDAY_TEXTS.generate });

async function begin(page: Page, house: House): Promise<void> {
  await celebrate(house, guests(MANY));
  await signIn(page, undefined, "/birthdays");
  await generate(page).click();
  await expect(chip(page)).toHaveText(new RegExp(`^Vouchers ([3-9]|\\d\\d+)/${MANY}$`));
  // However long a page takes on a busy machine: what follows comes before the end.
  house.setPace(2_000);
}

/** The pictures on the disk, each with when it was written; half of one would have no end. */
function onDisk({ data }: House): Map<string, number> {
  const folder = path.join(data, "vouchers", DATE);
  const files = existsSync(folder) ? readdirSync(folder) : [];
  for (const file of files) expect(readFileSync(path.join(folder, file)).subarray(-8, -4).toString(), file).toBe("IEND");
  return new Map(files.map((file) => [file, statSync(path.join(folder, file)).mtimeMs]));
}

test("today's guests are exported, get their vouchers, and are counted", OFFICE, async ({ page, house }) => {
  await celebrate(house, ["سارة معلوف,81 700 457,20/11/1990", "Élodie Saba,70 555 999,20/11", "Nobody,,20/11", "Other,03 999111,21/11"]);
  await signIn(page);
  await choose(page, "Navigate", BIRTHDAY_TEXTS.title);
  const main = page.getByRole("main");
  await expect(main.getByLabel("Date", { exact: true })).toHaveValue("11/20/2026");
  await expect(main.getByText("3 guests", { exact: true })).toBeVisible();
  await expect(main.getByText("سارة معلوف").first()).toBeVisible();
  await expect(main.getByText("20 Nov 1990").first()).toBeVisible();
  await expect(main.getByText("1 guest without a name or a number that reaches them: no voucher can be made.")).toBeVisible();

  for (const [name, holds] of [
    [BIRTHDAY_TEXTS.exportCsv, "Élodie Saba,70 555 999"],
    [BIRTHDAY_TEXTS.exportVcf, "VERSION:3.0"],
  ] as const) {
    const downloading = page.waitForEvent("download");
    await press(page, name);
    const download = await downloading;
    expect(download.suggestedFilename()).toBe(`birthdays-${DATE}-jounieh.${name === BIRTHDAY_TEXTS.exportCsv ? "csv" : "vcf"}`);
    expect(readFileSync(await download.path(), "utf8")).toContain(holds);
  }

  await generate(page).click();
  await expect(main.getByText(vouchersGenerated(2))).toBeVisible();
  await expect(chip(page)).toHaveText("Vouchers 2/2");
  await expect(pictures(page)).toHaveCount(2);
  for (const image of await pictures(page).locator("img").all()) {
    await expect.poll(() => image.evaluate((one) => (one as HTMLImageElement).naturalWidth)).toBeGreaterThan(0);
  }
  await pictures(page).first().click();
  const viewer = page.getByRole("dialog", { name: "Vouchers of this date" });
  const whole = viewer.getByRole("img", { name: /^Voucher / });
  await expect.poll(() => whole.evaluate((image) => (image as HTMLImageElement).naturalWidth)).toBe(1080);
  await expect(viewer.getByText("1 / 2")).toBeVisible();
  await page.keyboard.press("ArrowLeft");
  await expect(viewer.getByText("2 / 2")).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(viewer).toHaveCount(0);
  await expectNoSidewaysScroll(page);
});

test("what takes the place of a pressed button is not pressed by the same finger", inTurn(3), async ({ page, house }) => {
  await celebrate(house, guests(3));
  await signIn(page, undefined, "/birthdays");
  const send = page.getByRole("main").getByRole("button", { name: BIRTHDAY_TEXTS.send });
  // A second tap that comes the very moment in which the button has become another one.
  await generate(page).evaluate((button, label) => {
    new MutationObserver((_, watching) => {
      if (!button.isConnected || !button.textContent?.includes(label)) return;
      watching.disconnect();
      (button as HTMLElement).click();
      document.body.dataset.pressedAgain = "";
    }).observe(button, { subtree: true, childList: true, characterData: true });
  }, BIRTHDAY_TEXTS.send);
  await generate(page).click();
  await expect(page.locator("body[data-pressed-again]")).toBeAttached();
  await expect(page.getByText(vouchersGenerated(3))).toBeVisible();
  await expect(send).toHaveAttribute("aria-disabled", "true");
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await expect(page.getByRole("alertdialog")).toHaveCount(0);
  // Whoever means it, presses a moment later.
  await send.click();
  await expect(dialogOf(page)).toBeVisible();
});

test(
  "the figures of a date, as numbers and as pictures; everything can be read by everybody",
  inTurn(4, OFFICE),
  async ({ page, house }) => {
    await celebrate(house, ["سارة معلوف,81 700 457,20/11/1990", "Élodie Saba,70 555 999,20/11", "Nobody,,20/11", "Other,03 999111,21/11"]);
    await signIn(page, undefined, "/birthdays");
    await generate(page).click();
    await expect(page.getByText(vouchersGenerated(2))).toBeVisible();
    await expect(pictures(page)).toHaveCount(2);
    await expectAccessible(page, "the figures as numbers");
    await press(page, BIRTHDAY_TEXTS.showStatistics);
    const dialog = dialogOf(page);
    for (const [label, value] of [
      [BIRTHDAY_TEXTS.total, "9"],
      [BIRTHDAY_TEXTS.withBirthday, "6"],
      [BIRTHDAY_TEXTS.onDate, "3"],
      [BIRTHDAY_TEXTS.inMonth, "6"],
    ] as const) {
      await expect(dialog.locator("dl > div", { hasText: label }).getByText(value, { exact: true })).toBeVisible();
    }
    await expect(dialog.getByRole("img", { name: /^3 birthdays on 20 Nov/ })).toBeVisible();
    await expectAccessible(page, "the figures as pictures");
  },
);

test.describe("while vouchers are made", () => {
  test.use({ settings: SLOWLY });

  test(
    "a closed tab stops nothing, Stop leaves whole pictures, and the next run makes the others alone",
    inTurn(5),
    async ({ page, house }) => {
      await begin(page, house);
      const context = page.context();
      await page.close();
      const seen = onDisk(house).size;

      const again = await context.newPage();
      await again.goto("/birthdays");
      await expect(chip(again)).toHaveText(new RegExp(`/${MANY}$`));
      await expect.poll(() => onDisk(house).size).toBeGreaterThan(seen);
      await expect(pictures(again).first()).toBeVisible();
      await again.getByRole("button", { name: "Stop" }).click();
      await expect(
        again.getByText("This was cancelled. The vouchers that were made are kept; generate again to make the others."),
      ).toBeVisible();
      house.setPace(0);
      const kept = onDisk(house);
      expect(kept.size).toBeLessThan(MANY);
      expect(readdirSync(path.join(house.data, "uploads"))).toEqual([]);
      await expect(chip(again)).toHaveText(`Vouchers ${kept.size}/${MANY}`);

      await generate(again).click();
      await expect(again.getByText(vouchersGenerated(MANY - kept.size))).toBeVisible({ timeout: 60_000 });
      const all = onDisk(house);
      expect(all.size).toBe(MANY);
      for (const [file, written] of kept) expect(all.get(file), file).toBe(written);
      await press(again, BIRTHDAY_TEXTS.generate);
      await expect(again.getByText(vouchersGenerated(0))).toBeVisible();
      expect(onDisk(house)).toEqual(all);
    },
  );

  test("a line that is cut, and a server that is killed, end no generation: it goes on by itself", inTurn(6), async ({ page, house }) => {
    await begin(page, house);
    await page.context().setOffline(true);
    await expect(page.getByText("The server goes on. This page shows it again when the network is back.")).toBeVisible();
    await expect(page.getByText(BIRTHDAY_TEXTS.generateFailed)).toHaveCount(0);
    await page.context().setOffline(false);
    const seen = onDisk(house).size;
    await expect.poll(() => onDisk(house).size).toBeGreaterThan(seen);
    await house.stop();
    const made = onDisk(house).size;
    expect(made).toBeLessThan(MANY);
    house.setPace(0);
    await house.start();
    await expect(page.getByText(vouchersGenerated(MANY - made))).toBeVisible({ timeout: 60_000 });
    expect(onDisk(house).size).toBe(MANY);
    await expect(chip(page)).toHaveText(`Vouchers ${MANY}/${MANY}`);
  });
});

test(
  "what is no date, a date without birthdays, and what cannot be done is said in the house's words",
  inTurn(0),
  async ({ page, house }) => {
    await celebrate(house, ["Early,03 999222,5/1", "Maya,03 999333,22/11"]);
    await signIn(page, undefined, "/birthdays");
    const main = page.getByRole("main");
    await expect(main.getByText(BIRTHDAY_TEXTS.empty)).toBeVisible();
    await expect(generate(page)).toHaveCount(0);
    await main.getByRole("button", { name: "Sun 22 Nov 2026 · 1 guest" }).click();
    await expect(main.getByText("Maya").first()).toBeVisible();
    const date = main.getByLabel("Date", { exact: true });
    await date.fill("13/45/2026");
    await date.press("Enter");
    await expect(main.getByText(BIRTHDAY_TEXTS.invalidDate)).toBeVisible();
    await date.fill("");
    await date.press("Enter");
    await expect(main.getByText(BIRTHDAY_TEXTS.pickDate)).toBeVisible();
    await expect(main.getByText("Maya").first()).toBeVisible();

    await date.fill("01/05/2026");
    await date.press("Enter");
    await expect(main.getByText("Early").first()).toBeVisible();
    await generate(page).click();
    await expect(main.getByText(BIRTHDAY_TEXTS.generateFailed)).toBeVisible();
    await main.getByText("Details").click();
    await expect(main.getByText(/would have expired already/)).toBeVisible();

    // A book without anybody has no results from which the figures could be asked for.
    const nothing = { total: 0, withBirthday: 0, onDate: 0, inMonth: 0, days: [] };
    await page.route("**/api/birthdays/stats*", (route) => route.fulfill({ json: nothing }), { times: 1 });
    await press(page, BIRTHDAY_TEXTS.showStatistics);
    await expect(dialogOf(page).getByText(BIRTHDAY_TEXTS.noStatistics)).toBeVisible();
    await page.keyboard.press("Escape");
    await expect(page.getByRole("dialog")).toHaveCount(0);

    await house.stop();
    await press(page, BIRTHDAY_TEXTS.showStatistics);
    await expect(dialogOf(page).getByText(BIRTHDAY_TEXTS.statisticsFailed)).toBeVisible();
    await dialogOf(page).getByRole("button", { name: "Close" }).click();
    await date.fill("11/23/2026");
    await date.press("Enter");
    await expect(main.getByText(BIRTHDAY_TEXTS.failed)).toBeVisible();
    await house.start();
    await expect(main.getByText(BIRTHDAY_TEXTS.empty)).toBeVisible();
  },
);

test("a search that fails is said above what an earlier one found", inTurn(1), async ({ page, house }) => {
  await celebrate(house, guests(2));
  await signIn(page, undefined, "/birthdays");
  const main = page.getByRole("main");
  await expect(main.getByText("Guest 1").first()).toBeVisible();
  const search = main.getByRole("button", { name: "Search", exact: true });
  const failures = [
    { status: 403, words: "HTTP 403" },
    { status: 500, words: "HTTP 500" },
    { status: 0, words: "The server did not answer." },
  ];
  for (const { status, words } of failures) {
    await page.route(/\/api\/birthdays\?/, (route) => (status === 0 ? route.abort() : route.fulfill({ status, json: { error: "No." } })));
    await search.click();
    await expect(main.getByText(BIRTHDAY_TEXTS.failed)).toBeVisible();
    await main.getByText("Details").click();
    await expect(main.getByText(words)).toBeVisible();
    await expect(main.getByText("Guest 1").first()).toBeVisible();
    await page.unroute(/\/api\/birthdays\?/);
    await search.click();
    await expect(main.getByText(BIRTHDAY_TEXTS.failed)).toHaveCount(0);
  }
  await page.route("**/api/workers*", (route) => route.abort());
  const workers = main.getByRole("region", { name: "Workers" });
  await workers.getByRole("button", { name: BIRTHDAY_TEXTS.refreshWorkers }).click();
  await expect(workers.getByText("The workers could not be loaded.")).toBeVisible();
});

test("a name that is too long for its picture is cut at its end, in Arabic too", inTurn(2), async ({ page, house }) => {
  await celebrate(house, ["عبد الرحمن محمد الخوري اللبناني,81 700 457,20/11", "Alexandra Konstantinopoulou Saba,70 555 999,20/11"]);
  await signIn(page, undefined, "/birthdays");
  await generate(page).click();
  await expect(pictures(page)).toHaveCount(2);
  for (const name of ["عبد الرحمن", "Alexandra"]) {
    const { isCut, isBeginningSeen } = await pictures(page)
      .filter({ hasText: name })
      .getByText(name)
      .evaluate((shown) => {
        const box = shown.closest("span") ?? shown;
        const text = document.createTreeWalker(shown, NodeFilter.SHOW_TEXT).nextNode();
        if (!text) throw new Error("No name.");
        const letter = document.createRange();
        letter.setStart(text, 0);
        letter.setEnd(text, 1);
        const [first, within] = [letter.getBoundingClientRect(), box.getBoundingClientRect()];
        return {
          isCut: box.scrollWidth > box.clientWidth,
          isBeginningSeen: first.left >= within.left - 1 && first.right <= within.right + 1,
        };
      });
    expect({ name, isCut, isBeginningSeen }).toEqual({ name, isCut: true, isBeginningSeen: true });
  }
});

test("the keyboard alone does it all, also before the vouchers are there", inTurn(3), async ({ page, house }) => {
  await celebrate(house, guests(2));
  await signIn(page);
  let letGo = () => {};
  const held = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  await page.route(/\/birthdays\/vouchers\?/, (route) => held.then(() => route.continue()));
  await pageListens(page);
  await page.keyboard.press("g");
  await page.keyboard.press("b");
  await expect(page.getByText("2 guests", { exact: true })).toBeVisible();
  await page.keyboard.press("v");
  letGo();
  await expect(page.getByText(vouchersGenerated(2))).toBeVisible();
  await page.keyboard.press("t");
  await expect(dialogOf(page).getByText(BIRTHDAY_TEXTS.inMonth)).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await pictures(page).first().focus();
  await expect(pictures(page).first()).toBeFocused();
});

test("whoever may not is shown neither the way nor the page", inTurn(4), async ({ page, house }) => {
  const body = JSON.stringify({ permissions: ["nav_home", "create_table"] });
  expect((await house.api("/auth/roles/staff", { method: "PUT", headers: JSON_BODY, body })).status).toBe(200);
  await signIn(page, STAFF);
  await expect(page.getByRole("navigation", { name: "Bottom" }).getByText("Home")).toBeVisible();
  await expect(page.getByText("Birthdays", { exact: true })).toHaveCount(0);
  expect((await page.goto("/birthdays"))?.status()).toBe(403);
  await expect(page.getByText("You don't have permission to view this page.")).toBeVisible();
});

import { EVENING_TEXTS } from "../../lib/evening/evening-texts";
import { GUEST_SEARCH_TEXTS } from "../../lib/guest-search/guest-search-texts";
import { choose, dialogOf, expect, ONE_SIZE, saveElsewhere, signIn, test, timePasses } from "./fixtures";

test.use({ settings: { SEARCHES_PER_MINUTE: "3", LONG_WORK_PER_HOUR: "1" } });

test("a search that was asked too often says so, and for how long, and Merge All too", ONE_SIZE, async ({ page, house }) => {
  await signIn(page, undefined, "/guest-search");
  const field = page.getByRole("main").getByPlaceholder(GUEST_SEARCH_TEXTS.placeholder);
  for (const text of ["Nour", "Georges", "Haddad"]) {
    await field.fill(text);
    await expect(page.getByRole("main").getByText(text).first()).toBeVisible();
  }
  await field.fill("Rami");
  await expect(page.getByRole("alert").getByText(/^Too many calls in one minute\. Try again in \d+ s\.$/)).toBeVisible();
  await expect(page.getByText(GUEST_SEARCH_TEXTS.failed)).toHaveCount(0);
  await expect(field).toHaveValue("Rami");

  for (const [number, name, words] of [
    ["41", "Hala Mansour", null],
    ["42", "Tarek Aoun", /^This was done once within the last hour\. Nothing was changed, and nothing is lost\./],
  ] as const) {
    await saveElsewhere(house, number, name); // a merge that finds nothing to do is answered all the same
    await choose(page, "Actions", "Merge all");
    await dialogOf(page).getByRole("button", { name: "Merge all tables" }).click();
    if (words) await expect(page.getByRole("alertdialog", { name: words })).toBeVisible();
    else {
      await expect(dialogOf(page).getByText("Inserted")).toBeVisible();
      await page.keyboard.press("Escape");
      await expect(dialogOf(page)).toBeHidden();
    }
  }
  await expect(page.getByText(EVENING_TEXTS.mergeFailed)).toHaveCount(0);
});

test("a search that was asked too often is asked once more by itself when it may be", ONE_SIZE, async ({ page }) => {
  await signIn(page, undefined, "/guest-search");
  let times = 0;
  await page.route(/\/api\/contacts\?/, (route) => {
    if (times++ > 1) return route.continue();
    const said = "Too many calls in one minute. Try again in 1 s.";
    return route.fulfill({ status: 429, headers: { "retry-after": "1" }, json: { error: said, detail: said, code: "rate_limited" } });
  });
  await page.getByRole("main").getByPlaceholder(GUEST_SEARCH_TEXTS.placeholder).fill("Nour");
  await expect(page.getByRole("alert").getByText(/^Too many calls/)).toBeVisible();
  await expect(page.getByText("Nour Karam").first()).toBeVisible();
  expect(times).toBe(3);
});

test("what changes something is never done again by itself: a voucher that was not taken waits for a press", ONE_SIZE, async ({ page }) => {
  await page.clock.install();
  await signIn(page, undefined, "/redeem");
  let times = 0;
  await page.route("**/api/vouchers/{verify,redeem}", (route) => {
    times++;
    const said = "Too many calls in one minute. Try again in 1 s.";
    return route.fulfill({ status: 429, headers: { "retry-after": "1" }, json: { error: said, detail: said, code: "rate_limited" } });
  });
  await page.getByLabel("Number on the voucher").fill("ABCD-2345");
  await page.getByLabel("Number on the voucher").press("Enter");
  await expect(page.getByRole("alert").getByText(/^Too many calls/)).toBeVisible();
  await timePasses(page, 10_000); // longer than the limit: nothing is to happen
  expect(times).toBe(1);
});

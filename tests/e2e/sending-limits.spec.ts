import type { Page } from "playwright/test";
import { WORDS_NOT_YOURS } from "../../components/queue/limits-form";
import { QUEUE_TEXTS } from "../../lib/queue/queue-texts";
import { HOUSE_WORDS } from "../../lib/queue/recipients/opt-out-words";
import { expectAccessible } from "./accessible";
import { choose, dialogOf, expect, expectNoSidewaysScroll, OFFICE, ONE_SIZE, STAFF, signIn, test } from "./fixtures";
import { JSON_BODY } from "./house";

const group = (page: Page, name: string) => dialogOf(page).getByRole("group", { name, exact: true });
const save = (page: Page) => dialogOf(page).getByRole("button", { name: "Save", exact: true });

async function open(page: Page): Promise<void> {
  await choose(page, "Options", QUEUE_TEXTS.limits);
  await expect(group(page, "Quiet hours")).toBeVisible();
}

test("an admin changes how fast and when messages go out, and sees who did it last", OFFICE, async ({ page, house }) => {
  await signIn(page);
  await open(page);
  await expect(dialogOf(page)).toContainText("The usual limits; nobody has changed them");
  await expect(save(page)).toBeDisabled();
  await group(page, "Official numbers").getByLabel("Guests in 24 hours").fill("2000");
  await group(page, "Quiet hours").getByLabel("From").fill("22:00");
  await group(page, "Words of guests").getByLabel("No more messages").fill("STOP\nBasta\nكفى");
  await expectNoSidewaysScroll(page);
  await expectAccessible(page, "WhatsApp Limits");
  await save(page).click();
  await expect(page.getByText("Kept. It counts from the next message on.")).toBeVisible();
  await expect(dialogOf(page)).toContainText("Last changed by");
  const kept = (await (await house.api("/queue/limits")).json()) as { limits: { cloud: object; quiet: object; words: { stop: string[] } } };
  const words = { stop: [...HOUSE_WORDS.stop, "Basta", "كفى"] };
  expect(kept.limits).toMatchObject({ cloud: { per_day: 2_000 }, quiet: { from: "22:00" }, words });
});

test("whoever makes users changes the limits, and reads by which words guests say no", ONE_SIZE, async ({ page, house }) => {
  const permissions = ["nav_home", "options_open", "user_create", "auth_signin", "auth_logout"];
  await house.api("/auth/roles/staff", { method: "PUT", headers: JSON_BODY, body: JSON.stringify({ permissions }) });
  const set = async (body: object) =>
    (await house.api("/queue/limits", { method: "PUT", headers: JSON_BODY, body: JSON.stringify(body) })).status;
  const { defaults } = (await (await house.api("/queue/limits")).json()) as { defaults: { words: { start: string[] } } };
  const words = { stop: [...HOUSE_WORDS.stop, "Basta"], start: ["Ancora"] };
  expect(await set({ ...defaults, words })).toBe(200);
  await signIn(page, STAFF);
  await open(page);
  const said = group(page, "Words of guests");
  await expect(said).toContainText(WORDS_NOT_YOURS);
  await expect(said.getByLabel("No more messages")).toHaveAttribute("readonly");
  await dialogOf(page).getByRole("button", { name: "Usual limits" }).click();
  await expect(said.getByLabel("Messages again")).toHaveValue("Ancora");
  await group(page, "Linked phones").getByLabel("Messages in an hour").fill("30");
  await expectAccessible(page, "WhatsApp Limits to read");
  await save(page).click();
  await expect(page.getByText("Kept. It counts from the next message on.")).toBeVisible();
  const { limits } = (await (await house.api("/queue/limits")).json()) as { limits: object };
  expect(limits).toMatchObject({ phone: { per_hour: 30 }, words });
});

test(
  "a wrong limit is said at its field, the usual ones are one press away, and an unsaved change is asked about however one leaves",
  ONE_SIZE,
  async ({ page, house }) => {
    await signIn(page);
    await open(page);
    const perHour = group(page, "Linked phones").getByLabel("Messages in an hour");
    await perHour.fill("many");
    await group(page, "Linked phones").getByLabel("Messages on each of the first days").fill("20, 40");
    await save(page).click();
    await expect(dialogOf(page).getByRole("alert")).toContainText("Nothing was changed.");
    await expect(perHour).toHaveAttribute("aria-invalid", "true");
    await expect(perHour).toHaveValue("many");
    await perHour.fill("30");
    await save(page).click();
    await expect(dialogOf(page)).toContainText("Last changed by");
    await dialogOf(page).getByRole("button", { name: "Usual limits" }).click();
    await expect(perHour).toHaveValue("60");
    await save(page).click();
    await expect(save(page)).toBeDisabled();
    const now = (await (await house.api("/queue/limits")).json()) as { limits: object; defaults: object };
    expect(now.limits).toEqual(now.defaults);

    const limits = page.getByRole("dialog", { name: QUEUE_TEXTS.limits });
    await perHour.fill("31");
    const ways = [() => page.keyboard.press("Escape"), () => page.goBack(), () => limits.getByRole("button", { name: "Close" }).click()];
    for (const leave of ways) {
      await leave();
      const question = page.getByRole("alertdialog", { name: "Leave 1 change unsaved?" });
      await question.getByRole("button", { name: "Stay" }).click();
      await expect(question).toHaveCount(0);
      await expect(perHour).toHaveValue("31");
    }
    await limits.getByRole("button", { name: "Close" }).click();
    await page.getByRole("alertdialog").getByRole("button", { name: "Discard and close" }).click();
    await expect(limits).toBeHidden();
    await open(page);
    await expect(perHour).toHaveValue("60");
    await page.keyboard.press("Escape");
    await expect(limits).toBeHidden();
  },
);

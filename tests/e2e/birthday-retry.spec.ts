import type { Page } from "playwright/test";
import { BIRTHDAY_TEXTS } from "../../lib/birthdays/birthday-texts";
import { QUEUE_TEXTS } from "../../lib/queue/queue-texts";
import { expectAccessible } from "./accessible";
import { celebrate, press } from "./birthday-page";
import { FakeWorker, WITH_WORKERS } from "./fake-worker";
import { dialogOf, expect, expectNoSidewaysScroll, type House, inTurn, signIn, test } from "./fixtures";
import { JSON_BODY } from "./house";

/** Friday 20 November 2026, 14:00 in Beirut; the birthdays are those of the day before. */
const NOON = "2026-11-20T12:00:00.000Z";
const YESTERDAY = "2026-11-19";

test.use({ settings: { ...WITH_WORKERS, TEST_LOOKS_EVERY: "1000" } });
test.beforeEach(({ house }) => house.setClock(NOON));

const main = (page: Page) => page.getByRole("main");

/** Of a branch, one who celebrates, and whose greeting went wrong. */
async function greeted(house: House, worker: FakeWorker, name: string, phone: string, branch: string, how: "refused" | "unanswered") {
  await celebrate(house, [`${name},${phone},19/11`], branch);
  const items = [{ name, phone }];
  const body = JSON.stringify({ items, message: "Happy birthday!", campaign: "birthday", date: YESTERDAY });
  expect((await house.api("/queue/enqueue/batch", { method: "POST", headers: JSON_BODY, body, branch })).status).toBe(200);
  const [work] = await worker.claim();
  if (!work) throw new Error("Nothing waits.");
  await worker.begin(work);
  if (how === "refused") await worker.refused(work, "WhatsApp does not know this number.");
  else await worker.unanswered(work);
}

test(
  "a page has its own failures alone, asks before it greets a day late, and lets a doubt be settled",
  inTurn(2),
  async ({ page, house }) => {
    const worker = new FakeWorker(house);
    await worker.register();
    await greeted(house, worker, "Rami", "70 222222", "batroun", "refused");
    await greeted(house, worker, "Maya", "70 111111", "jounieh", "refused");
    await greeted(house, worker, "Élodie", "70 333333", "jounieh", "unanswered");
    await signIn(page, undefined, `/birthdays?date=${YESTERDAY}`);
    await expect(main(page).getByRole("heading", { name: BIRTHDAY_TEXTS.failedSends })).toBeVisible();
    await expect(main(page).getByRole("heading", { name: QUEUE_TEXTS.unanswered })).toBeVisible();
    await expect(main(page).getByText("Rami")).toHaveCount(0);
    await expectNoSidewaysScroll(page);
    await expectAccessible(page, "what was not sent");

    const named = `${BIRTHDAY_TEXTS.retry} (1)`;
    await press(page, named);
    const question = page.getByRole("alertdialog", { name: "Greet on another day than the birthday?" });
    await expect(question).toContainText(
      "This birthday was on Thu 19 Nov 2026. The greeting goes out today, Fri 20 Nov 2026, or on a later day if no number has room.",
    );
    await question.getByRole("button", { name: "Leave them" }).click();
    const waiting = () => house.rows("hub.db", "SELECT name FROM queue_item WHERE status = 'PENDING'");
    expect(waiting()).toEqual([]);

    const arrived = main(page).getByRole("button", { name: "It arrived: Élodie" }).filter({ visible: true });
    expect((await arrived.boundingBox())?.height).toBeGreaterThanOrEqual(44);
    await arrived.click();
    await dialogOf(page).getByRole("button", { name: "It arrived" }).click();
    await expect(page.getByText("It counts as sent.")).toBeVisible();
    await expect(arrived).toHaveCount(0);

    await press(page, named);
    await question.getByRole("button", { name: "Send 1 greeting" }).click();
    await expect(page.getByText("Retrying 1 message(s).")).toBeVisible();
    expect(waiting()).toEqual([{ name: "Maya" }]);
  },
);

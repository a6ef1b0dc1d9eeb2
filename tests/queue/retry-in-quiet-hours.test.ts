import path from "node:path";
import { beforeEach, expect, it } from "vitest";
import { enqueue } from "@/lib/queue/contract";
import { retryAll } from "@/lib/queue/retry-by-hand/contract";
import { standingClock } from "../support/clocks";
import { call, enterHouse } from "../support/house";
import { started, type WorkerPc } from "../support/queue";
import { alter } from "../support/stores";

/** Whoever retries in the quiet hours reads when it goes, and that the birthday is over by then: it waits, as it was told to. */

/** 21:00 in Beirut; the quiet hours are from 21:30 to 09:30. */
const { begin, pass } = standingClock("2026-11-20T19:00:00Z");
const HOUR = 3_600;
let pc: WorkerPc;
let data = "";

beforeEach(async () => {
  data = enterHouse();
  begin();
  pc = await started("pc-1");
});

async function refused(date: string, ...phones: string[]): Promise<void> {
  const items = phones.map((phone) => ({ name: "Nour", phone }));
  await call("admin", enqueue, { body: { items, campaign: "birthday", date } });
  for (const _ of phones) {
    pass(20);
    await pc.beat();
    const [item] = await pc.claim();
    if (!item) throw new Error("nothing to claim");
    expect((await pc.begin(item)).answer).toMatchObject({ go: true });
    await pc.say(item, { outcome: "not_sent", fault: "content", code: "1", detail: "Not taken." });
  }
}

const retry = async (another_day = false) => (await call("admin", retryAll, { body: { another_day } })).answer.message;

it("in the evening it goes after the birthday, where somebody says that it may, and then it does", async () => {
  await refused("2026-11-20", "03 111111", "03 222222");
  pass(HOUR);
  expect(await retry()).toBe(
    "No failed contacts to retry. 2 left out: nothing goes before 09:30, and then it is another day than the birthday.",
  );
  expect(await retry(true)).toBe("Retrying 2 message(s). Nothing goes between 21:30 and 09:30: they go from 09:30 on, after the birthday.");
  pass(12 * HOUR);
  await pc.beat();
  const [item] = await pc.claim();
  if (!item) throw new Error("nothing to claim");
  expect((await pc.begin(item)).answer).toMatchObject({ go: true });
});

it("of a number that WhatsApp did not reach that is said, too, once the birthday is over", async () => {
  await refused("2026-11-20", "03 111111");
  alter(path.join(data, "hub.db"), "UPDATE queue_attempt SET fault = 'recipient'");
  await retry();
  pass(4 * HOUR);
  await pc.beat();
  const [item] = await pc.claim();
  if (!item) throw new Error("nothing to claim");
  expect((await pc.begin(item)).answer).toMatchObject({
    go: false,
    detail:
      "WhatsApp did not reach this number when it was tried before, and then the birthday was over. Ask the guest for another number.",
  });
});

it("of two days each is told apart", async () => {
  await refused("2026-11-20", "03 111111");
  await refused("2026-11-21", "03 222222");
  pass(HOUR);
  expect(await retry(true)).toBe(
    "Retrying 2 message(s). Nothing goes between 21:30 and 09:30: they go from 09:30 on, 1 of them after the birthday.",
  );
});

it("before the quiet hours nothing is said of them", async () => {
  await refused("2026-11-20", "03 111111");
  expect(await retry()).toBe("Retrying 1 message(s).");
});

import path from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
import type { WorkItem } from "@/lib/queue/workers/contract";
import { clockAt } from "../support/clocks";
import { enterHouse } from "../support/house";
import { started, type WorkerPc, write } from "../support/queue";
import { alter, rows } from "../support/stores";

/** What is asked in one moment is answered in one transaction: each go must count for whoever asks after it. */

let data = "";
const START = Date.parse("2026-11-20T12:00:00Z");
const at = (seconds: number) => clockAt(new Date(START + seconds * 1000).toISOString());
const hub = () => path.join(data, "hub.db");

beforeEach(() => {
  data = enterHouse();
  at(0);
});

async function claimed(pc: WorkerPc, count: number): Promise<WorkItem[]> {
  const items = await pc.claim(count);
  expect(items).toHaveLength(count);
  return items;
}

const TO_MAYA = [
  { name: "Maya", phone: "03 111111" },
  { name: "Maya", phone: "03 111111", message: "Other words" },
];

describe("two begins in one moment", () => {
  it("by one number: the second waits for its turn", async () => {
    const phone = await started("pc-1", "baileys:9613000001");
    await write([
      { name: "Maya", phone: "03 111111" },
      { name: "Rami", phone: "03 222222" },
      { name: "Nour", phone: "03 333333" },
    ]);
    const both = await claimed(phone, 2);
    const answers = (await Promise.all(both.map((item) => phone.begin(item)))).map(({ answer }) => answer);
    expect(answers.map(({ go }) => go).sort()).toEqual([false, true]);
    expect(answers.find(({ go }) => !go)?.reason).toBe("pace");
    const [left] = rows<{ id: string }>(hub(), "SELECT id FROM queue_item WHERE phase = 'claimed'");
    const late = both.find(({ id }) => id === left?.id) as WorkItem;
    at(7);
    expect((await phone.begin(late)).answer, "its turn is kept in the hub, too").toMatchObject({ go: false, reason: "pace" });
    at(16);
    expect((await phone.begin(late)).answer.go).toBe(true);
    at(17);
    const [third] = await claimed(phone, 1);
    expect((await phone.begin(third as WorkItem)).answer).toMatchObject({ go: false, reason: "pace" });
  });

  it("to one guest, by two numbers: the guest is written to once", async () => {
    const phones = [await started("pc-1", "baileys:9613000001"), await started("pc-2", "baileys:9613000002")] as const;
    await write(TO_MAYA);
    const items = [(await claimed(phones[0], 1))[0], (await claimed(phones[1], 1))[0]] as [WorkItem, WorkItem];
    const answers = await Promise.all([phones[0].begin(items[0]), phones[1].begin(items[1])]);
    expect(answers.map(({ answer }) => answer.go).sort()).toEqual([false, true]);
    expect(answers.find(({ answer }) => !answer.go)?.answer.reason).toBe("limit");
  });

  it("of the same message twice: it goes out once", async () => {
    const pc = await started("pc-1");
    await write(TO_MAYA);
    alter(hub(), "UPDATE queue_item SET same_as = 'the same'");
    const answers = await Promise.all((await claimed(pc, 2)).map((item) => pc.begin(item)));
    expect(answers.map(({ answer }) => answer.go).sort()).toEqual([false, true]);
    expect(answers.find(({ answer }) => !answer.go)?.answer.reason).toBe("duplicate");
  });
});

describe("the same message that stands in the queue twice", () => {
  it.each(["handed over", "in doubt", "sent"] as const)("is not begun a second time while the first one is %s", async (how) => {
    const pc = await started("pc-1");
    await write(TO_MAYA);
    alter(hub(), "UPDATE queue_item SET same_as = 'the same'");
    const [first, second] = (await claimed(pc, 2)) as [WorkItem, WorkItem];
    expect((await pc.begin(first)).answer.go).toBe(true);
    if (how === "in doubt") await pc.say(first, { outcome: "unknown" });
    if (how === "sent") await pc.say(first, { outcome: "accepted" });
    expect((await pc.begin(second)).answer).toMatchObject({ go: false, reason: "duplicate" });
    expect(rows(hub(), "SELECT status, last_code FROM queue_item WHERE status = 'FAILED'")).toEqual([
      { status: "FAILED", last_code: "DUPLICATE" },
    ]);
  });

  it("goes out after all where the first one was proven not sent", async () => {
    const pc = await started("pc-1");
    await write(TO_MAYA);
    alter(hub(), "UPDATE queue_item SET same_as = 'the same'");
    const [first, second] = (await claimed(pc, 2)) as [WorkItem, WorkItem];
    await pc.begin(first);
    await pc.say(first, { outcome: "not_sent", fault: "recipient" });
    expect((await pc.begin(second)).answer.go).toBe(true);
  });
});

describe("a guest who has just had a message", () => {
  it("is let alone by every number, also once it is known to be sent", async () => {
    const phones = [await started("pc-1", "baileys:9613000001"), await started("pc-2", "baileys:9613000002")] as const;
    await write(TO_MAYA);
    const [first] = (await claimed(phones[0], 1)) as [WorkItem];
    const [second] = (await claimed(phones[1], 1)) as [WorkItem];
    await phones[0].begin(first);
    await phones[0].say(first, { outcome: "accepted" });
    at(20);
    expect((await phones[1].begin(second)).answer).toMatchObject({ go: false, reason: "limit" });
  });
});

import path from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
import { setOptOut } from "@/lib/opt-outs/contract";
import { enqueueBatch } from "@/lib/queue/contract";
import { sweepLeases } from "@/lib/queue/leases/leases";
import { cancelAll, cancelSending, resetCancel } from "@/lib/queue/pause/contract";
import { retryAll } from "@/lib/queue/retry-by-hand/contract";
import type { WorkItem } from "@/lib/queue/workers/contract";
import { clockAt } from "../support/clocks";
import { call, enterHouse } from "../support/house";
import { started, type WorkerPc, write } from "../support/queue";
import { rows } from "../support/stores";

/** A PC sleeps while it holds messages, longer than a doubt is waited out: what its journal proves is heard all the same. */

let data = "";
let pc: WorkerPc;
let item: WorkItem;
const START = Date.parse("2026-11-20T12:00:00Z");
const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
const at = (after: number) => clockAt(new Date(START + after).toISOString());

const hub = () => path.join(data, "hub.db");
const stands = () =>
  rows<{ status: string; last_code: string | null; account: string | null; message_id: string }>(
    hub(),
    "SELECT status, last_code, account, message_id FROM queue_item ORDER BY created_at",
  );
const outcomes = () =>
  rows<{ outcome: string | null }>(hub(), "SELECT outcome FROM queue_attempt ORDER BY seq").map(({ outcome }) => outcome);

async function begins(account: string): Promise<void> {
  pc = await started("pc-1", account);
  await write([{ name: "Maya", phone: "03 111111" }]);
  [item] = (await pc.claim()) as [WorkItem];
  expect((await pc.begin(item)).answer.go).toBe(true);
}

/** The lease runs out, and the doubt that it leaves. */
async function sleeps(minutes = 20): Promise<void> {
  for (const passed of [2, minutes]) {
    at(passed * MINUTE);
    await sweepLeases();
  }
}

async function wakes(state: "prepared" | "sending") {
  pc.journal.set(item.id, { item, state });
  await pc.beat();
  return pc.recover();
}

beforeEach(() => {
  data = enterHouse();
  at(0);
});

describe("a PC that slept for twenty minutes after its message was let go, and had not handed it over", () => {
  beforeEach(async () => {
    await begins("baileys:9613000001");
    await sleeps();
    expect(stands()).toMatchObject([{ status: "FAILED", last_code: "UNCERTAIN" }]);
  });

  it("gives it back, and any number sends it", async () => {
    expect(await wakes("prepared")).toMatchObject([{ do: "drop" }]);
    expect([stands(), outcomes()]).toMatchObject([[{ status: "PENDING", account: null, last_code: null }], ["not_sent"]]);
    const other = await started("pc-2", "baileys:9613000002");
    const [again] = await other.claim();
    expect(again).toMatchObject({ id: item.id, token: item.token + 1 });
    if (again) expect((await other.begin(again)).answer.go).toBe(true);
  });

  it("says that it never handed it over, as proof in a result", async () => {
    expect(await pc.say(item, { outcome: "not_sent", fault: "network", code: "TOO_LATE" })).toBe("applied");
    expect([stands(), outcomes()]).toMatchObject([[{ status: "PENDING", account: null }], ["not_sent"]]);
  });

  it("says it twice, and it is given back once", async () => {
    await wakes("prepared");
    const other = await started("pc-2", "baileys:9613000002");
    const [again] = await other.claim();
    expect(await wakes("prepared")).toMatchObject([{ do: "drop" }]);
    expect(stands()).toMatchObject([{ status: "IN_PROGRESS" }]);
    if (again) expect((await other.begin(again)).answer.go).toBe(true);
  });

  it("is not believed where the journal is another worker's", async () => {
    const other = await started("pc-2", "baileys:9613000002");
    other.journal.set(item.id, { item, state: "prepared" });
    expect(await other.recover()).toMatchObject([{ do: "drop" }]);
    expect(await other.say(item, { outcome: "not_sent", fault: "network" })).toBe("stale");
    expect(stands()).toMatchObject([{ status: "FAILED", last_code: "UNCERTAIN" }]);
  });

  it("cancels what was cancelled meanwhile: it is known that nothing went out", async () => {
    await call("staff", cancelAll);
    await call("staff", resetCancel);
    await wakes("prepared");
    expect(stands()).toMatchObject([{ status: "CANCELLED" }]);
  });

  it("writes to no guest who said no meanwhile, and leaves no doubt", async () => {
    await call("staff", setOptOut, { body: { phones: "03 111111", opted_out: true } });
    await wakes("prepared");
    expect([stands(), outcomes()]).toMatchObject([[{ status: "FAILED", last_code: "OPT_OUT" }], ["not_sent"]]);
  });

  it("sends nothing after a week, and leaves no doubt", async () => {
    at(8 * DAY);
    await wakes("prepared");
    expect([stands(), outcomes()]).toMatchObject([[{ status: "FAILED", last_code: "TOO_LATE" }], ["not_sent"]]);
  });
});

describe("a PC that slept for twenty minutes while it handed a message over", () => {
  it("sends it once more with the same id from a linked phone", async () => {
    await begins("baileys:9613000001");
    await sleeps();
    expect(await wakes("sending")).toMatchObject([{ do: "resend_same_id", item: { message_id: item.message_id, token: item.token } }]);
    expect(stands()).toMatchObject([{ status: "IN_PROGRESS", last_code: null, account: "baileys:9613000001" }]);
    expect(await pc.say(item, { outcome: "accepted" })).toBe("applied");
    expect(stands()).toMatchObject([{ status: "SENT" }]);
  });

  it("leaves it in doubt by the official number, where it would be a second message", async () => {
    await begins("cloud:1");
    at(2 * MINUTE);
    await sweepLeases();
    await sleeps(40);
    expect(await wakes("sending")).toMatchObject([{ do: "drop" }]);
    expect(stands()).toMatchObject([{ status: "FAILED", last_code: "UNCERTAIN" }]);
  });

  it("waits while sending is stopped, and sends it when it is resumed", async () => {
    await begins("baileys:9613000001");
    await sleeps();
    await call("staff", cancelSending);
    expect(await wakes("sending")).toMatchObject([{ do: "hold" }]);
    expect(stands()).toMatchObject([{ status: "FAILED", last_code: "UNCERTAIN" }]);
    await call("staff", resetCancel);
    expect(await pc.recover()).toMatchObject([{ do: "resend_same_id" }]);
  });

  it("does not send it to a guest who has had the same from somebody else since", async () => {
    await begins("baileys:9613000001");
    await sleeps();
    await write([{ name: "Maya", phone: "03 111111" }]);
    const other = await started("pc-2", "baileys:9613000002");
    const [same] = await other.claim();
    if (!same) throw new Error("nothing to claim");
    expect((await other.begin(same)).answer.go).toBe(true);
    expect((await wakes("sending"))[0]?.do).not.toBe("resend_same_id");
    await other.say(same, { outcome: "accepted" });
    expect((await wakes("sending"))[0]?.do).not.toBe("resend_same_id");
  });

  it.each([
    ["just within a day", DAY - 1, "resend_same_id"],
    ["a day later", DAY, "drop"],
  ])("sends it once more %s after it began: %s", async (_, after, verdict) => {
    await begins("baileys:9613000001");
    await sleeps();
    at(after);
    expect(await wakes("sending")).toMatchObject([{ do: verdict }]);
  });

  it.each([
    ["just within a day", DAY - 1, "resend_same_id"],
    ["a day later", DAY, "hold"],
  ])("keeps to the same while nobody has looked at the leases: %s after it began", async (_, after, verdict) => {
    await begins("baileys:9613000001");
    at(after);
    expect(await wakes("sending")).toMatchObject([{ do: verdict }]);
  });
});

describe("a message in doubt that somebody has retried, which goes out with the same id from its own number alone", () => {
  let other: WorkerPc;

  beforeEach(async () => {
    pc = await started("pc-1", "baileys:9613000001");
    await call("admin", enqueueBatch, { body: { items: [{ name: "Maya", phone: "03 111111" }], date: "2026-11-20" } });
    [item] = (await pc.claim()) as [WorkItem];
    expect((await pc.begin(item)).answer.go).toBe(true);
    await sleeps();
    expect((await call("admin", retryAll)).answer.retried).toBe(1);
    other = await started("pc-2", "baileys:9613000002");
    await pc.start();
  });

  const isTheirsAlone = async () => {
    expect(stands()).toMatchObject([{ status: "PENDING", account: "baileys:9613000001" }]);
    expect(await other.claim()).toEqual([]);
  };

  it("stays with its number when the lease of its worker runs out", async () => {
    expect(await pc.claim()).toHaveLength(1);
    at(30 * MINUTE);
    await sweepLeases();
    await other.beat();
    await isTheirsAlone();
  });

  it("stays with its number when that starts anew", async () => {
    expect(await pc.claim()).toHaveLength(1);
    await pc.start();
    await isTheirsAlone();
  });

  it.each([
    ["prepared it and was cut off", async () => void (await pc.recover())],
    [
      "was refused by its line",
      async ([again]: WorkItem[]) => void (again && (await pc.say(again, { outcome: "not_sent", fault: "network" }))),
    ],
  ])("stays with its number when its worker, which has lost its first journal, %s", async (_, then) => {
    const claimed = await pc.claim();
    for (const again of claimed) {
      expect((await pc.begin(again)).answer.go).toBe(true);
      pc.journal.set(again.id, { item: again, state: "prepared" });
    }
    await then(claimed);
    expect(stands()).toMatchObject([{ status: "PENDING", account: "baileys:9613000001", message_id: item.message_id }]);
    at(60 * MINUTE);
    await other.beat();
    expect(await other.claim()).toEqual([]);
  });

  it("stays in doubt when WhatsApp then says that it cannot reach the guest", async () => {
    const [again] = await pc.claim();
    if (!again) throw new Error("nothing to claim");
    expect((await pc.begin(again)).answer.go).toBe(true);
    expect(await pc.say(again, { outcome: "not_sent", fault: "recipient", code: "x" })).toBe("applied");
    expect(stands()).toMatchObject([{ status: "FAILED", last_code: "UNCERTAIN" }]);
  });
});

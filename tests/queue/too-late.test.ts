import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
import { menusSent, retryMenus } from "@/lib/menus/contract";
import { enqueue } from "@/lib/queue/contract";
import { cancelSending, resetCancel } from "@/lib/queue/pause/contract";
import type { WorkItem } from "@/lib/queue/workers/contract";
import { clockAt } from "../support/clocks";
import { call, enterHouse } from "../support/house";
import { started, type WorkerPc, write } from "../support/queue";

/** What waited so long that nobody wants it any more: a PC that was off comes back, sending was stopped for days. */

const TABLE = "2026-11-20 table 12";
const EVENING_OVER = "The evening was over before it could be sent. Nothing went out.";
let pc: WorkerPc;

async function houseAt(time: string, account?: string): Promise<void> {
  const data = enterHouse();
  clockAt(time);
  mkdirSync(path.join(data, "menus"));
  writeFileSync(path.join(data, "menus", "menu.pdf"), "%PDF-1.4");
  pc = await started("pc-1", account);
}

const sendMenu = () =>
  call("staff", enqueue, { body: { items: [{ name: "Maya", phone: "03 111111", table_name: TABLE, pdf_path: "menus/menu.pdf" }] } });
const menus = async () => (await call("staff", menusSent, { query: { table_name: TABLE } })).answer;

/** What the gate says to a worker that starts at a time. */
async function begins(time: string) {
  clockAt(time);
  await pc.start();
  const [item] = await pc.claim();
  return (await pc.begin(item as WorkItem)).answer;
}

describe("a menu", () => {
  it.each([
    ["until the day ends", "2026-11-20T19:00:00Z", "2026-11-21T02:59:00Z"],
    ["for two hours, at a table of the last hour", "2026-11-21T02:50:00Z", "2026-11-21T04:49:00Z"],
  ])("goes out %s", async (_, queued, asked) => {
    await houseAt(queued);
    await sendMenu();
    expect(await begins(asked)).toMatchObject({ go: true });
  });

  it.each([
    ["once the day has ended", "2026-11-20T19:00:00Z", "2026-11-21T03:00:00Z"],
    ["on Monday, asked for on Friday", "2026-11-20T19:00:00Z", "2026-11-23T08:00:00Z"],
    ["after two hours, at a table of the last hour", "2026-11-21T02:50:00Z", "2026-11-21T04:50:00Z"],
  ])("does not go out %s, and says so", async (_, queued, asked) => {
    await houseAt(queued);
    await sendMenu();
    expect(await begins(asked)).toMatchObject({ go: false, reason: "too_late", retry_at: null, detail: EVENING_OVER });
    expect(await pc.claim()).toEqual([]);
  });

  it("that was not sent in time says so at its table, and is not retried", async () => {
    await houseAt("2026-11-20T19:00:00Z");
    await sendMenu();
    await begins("2026-11-21T04:00:00Z");
    expect((await menus()).results).toMatchObject([{ status: "FAILED", error: EVENING_OVER, can_retry: false }]);
    expect((await call("staff", retryMenus, { body: { table_name: TABLE } })).answer.retried).toBe(0);
  });

  it("that failed in the evening is not retried once it is over", async () => {
    await houseAt("2026-11-20T19:00:00Z");
    await sendMenu();
    const [item] = await pc.claim();
    await pc.begin(item as WorkItem);
    await pc.say(item as WorkItem, { outcome: "not_sent", fault: "recipient" });
    expect((await menus()).results).toMatchObject([{ can_retry: true }]);
    clockAt("2026-11-21T04:00:00Z");
    expect((await menus()).results).toMatchObject([{ can_retry: false }]);
    expect((await call("staff", retryMenus, { body: { table_name: TABLE } })).answer.retried).toBe(0);
  });

  it("of which nobody knows whether it went out is not sent once more by a phone that comes back the next morning", async () => {
    await houseAt("2026-11-20T19:00:00Z", "baileys:9613000001");
    await sendMenu();
    const [item] = await pc.claim();
    await pc.begin(item as WorkItem);
    pc.journal.set(item?.id ?? "", { item: item as WorkItem, state: "sending" });
    clockAt("2026-11-20T19:05:00Z");
    await pc.start();
    expect(await pc.recover(), "in the evening it is").toMatchObject([{ do: "resend_same_id" }]);
    clockAt("2026-11-21T08:00:00Z");
    await pc.start();
    expect(await pc.recover()).toMatchObject([{ do: "hold" }]);
  });
});

describe("a letter or a greeting", () => {
  beforeEach(() => houseAt("2026-11-20T12:00:00Z"));

  it("goes out within seven days, and not after them", async () => {
    await write([{ name: "Maya", phone: "03 111111" }]);
    expect(await begins("2026-11-27T11:59:00Z")).toMatchObject({ go: true });
    await write([{ name: "Rami", phone: "03 222222" }]);
    expect(await begins("2026-12-04T11:59:00Z")).toMatchObject({
      go: false,
      reason: "too_late",
      detail: expect.stringContaining("seven days"),
    });
  });

  it("that sending was stopped over for a week does not go out when it is resumed", async () => {
    await write([{ name: "Maya", phone: "03 111111" }]);
    await call("staff", cancelSending);
    clockAt("2026-11-28T12:00:00Z");
    await call("staff", resetCancel);
    expect(await begins("2026-11-28T12:01:00Z")).toMatchObject({ go: false, reason: "too_late" });
  });
});

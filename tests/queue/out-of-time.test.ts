import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
import { eveningHours } from "@/lib/business-day";
import { now } from "@/lib/clock";
import { env } from "@/lib/env";
import { enqueue, queueStats } from "@/lib/queue/contract";
import { sweepLeases } from "@/lib/queue/leases/leases";
import { endOutOfTime } from "@/lib/queue/leases/out-of-time";
import { cancelAll, resetCancel } from "@/lib/queue/pause/contract";
import { retryAll } from "@/lib/queue/retry-by-hand/contract";
import { isTooLate } from "@/lib/queue/send-policy/too-late";
import { dice } from "../sequences/people";
import { standingClock } from "../support/clocks";
import { call, enterHouse } from "../support/house";
import { started, write } from "../support/queue";
import { rows } from "../support/stores";

/** What waits and is not wanted any more ends by itself, whether or not a worker asks for it. */

const SEED = Number(process.env.SEED ?? 1);
const SEQUENCES = Number(process.env.SEQUENCES ?? (process.env.THOROUGH ? 200 : 4));
const TABLE = "2026-11-20 table 12";
let data = "";

const { begin, pass } = standingClock("2026-11-20T12:00:00Z");

beforeEach(() => {
  data = enterHouse();
  begin();
  mkdirSync(path.join(data, "menus"), { recursive: true });
  writeFileSync(path.join(data, "menus", "menu.pdf"), "%PDF-1.4");
});

interface Row {
  id: string;
  kind: string;
  status: string;
  last_code: string | null;
  last_error: string | null;
  created_at: string;
  not_after: string | null;
  answers_guest: boolean;
}

const items = () => rows<Row>(path.join(data, "hub.db"), "SELECT * FROM queue_item ORDER BY created_at, position");
const states = () => items().map(({ status, last_code }) => last_code ?? status);

const greet = (phone: string, date = "2026-11-20") =>
  call("admin", enqueue, { body: { items: [{ name: "Maya", phone }], campaign: "birthday", date } });
const menu = (phone: string) =>
  call("staff", enqueue, { body: { items: [{ name: "Maya", phone, table_name: TABLE, pdf_path: "menus/menu.pdf" }] } });

const HOUR = 3_600;

describe("what is out of its time", () => {
  it("fails with no worker at all: a greeting at midnight, a menu when its evening is over, a letter after seven days", async () => {
    await greet("03 111111");
    await menu("03 222222");
    await write([{ name: "Sami", phone: "03 333333" }]);
    pass(10 * HOUR - 1); // 23:59:59 in Beirut
    expect(await endOutOfTime()).toBe(0);
    pass(1);
    expect(await endOutOfTime()).toBe(1);
    expect(states()).toEqual(["TOO_LATE", "PENDING", "PENDING"]);
    expect(items()[0]?.last_error).toMatch(/^The birthday was over .* Retrying sends it on another day\.$/);
    pass(12 * HOUR);
    expect(await endOutOfTime()).toBe(1);
    expect(items()[1]?.last_error).toBe("The evening was over before it could be sent. Nothing went out.");
    pass(7 * 24 * HOUR);
    expect(await endOutOfTime()).toBe(1);
    expect(states()).toEqual(["TOO_LATE", "TOO_LATE", "TOO_LATE"]);
    expect((await call("admin", queueStats, {})).answer).toMatchObject({ PENDING: 0, FAILED: 1 });
  });

  it("ends also where sending is stopped, and may be retried on another day", async () => {
    await greet("03 111111");
    await call("admin", cancelAll, {});
    await call("admin", resetCancel, {});
    await greet("03 222222");
    await call("admin", cancelAll, {});
    pass(11 * HOUR);
    await endOutOfTime();
    await call("admin", resetCancel, {});
    expect((await call("admin", retryAll)).answer).toMatchObject({ retried: 0 });
    await greet("03 333333", "2026-11-21");
    pass(24 * HOUR);
    expect(await endOutOfTime()).toBe(1);
    expect((await call("admin", retryAll)).answer).toMatchObject({ retried: 0, another_day: 1 });
  });

  it("stays in doubt where it may have arrived before", async () => {
    const pc = await started("pc-1", "baileys:9613000001");
    await greet("03 111111");
    const [item] = await pc.claim();
    if (!item) throw new Error("nothing to claim");
    await pc.begin(item);
    await pc.say(item, { outcome: "unknown" });
    pass(31 * 60);
    await sweepLeases();
    expect((await call("admin", retryAll)).answer, "as the very same message").toMatchObject({ retried: 1 });
    expect(states()).toEqual(["PENDING"]);
    pass(11 * HOUR);
    await endOutOfTime();
    expect(states()).toEqual(["UNCERTAIN"]);
    expect(items()[0]?.last_error).toMatch(/before sending again\. It was to go once more, and did not: its time was over before that\.$/);
  });

  it("are ended all, however many they are", async () => {
    const guests = Array.from({ length: 450 }, (_, index) => ({ name: "Guest", phone: `03 2${String(index).padStart(5, "0")}` }));
    await call("admin", enqueue, { body: { items: guests, campaign: "birthday", date: "2026-11-20" } });
    pass(11 * HOUR);
    expect(await endOutOfTime()).toBe(450);
  });

  it.each(Array.from({ length: SEQUENCES }, (_, index) => SEED + index))(
    "is what is too late, whatever happened before (seed %i)",
    async (seed) => {
      const random = dice(seed);
      const pc = await started("pc-1", "baileys:9613000001");
      const phone = () => `03 ${random.pick(["11", "22", "33", "44"])}${String(random.below(10_000)).padStart(4, "0")}`;
      const hours = eveningHours(env());
      const steps: (() => Promise<unknown>)[] = [
        () => greet(phone(), new Date(now().getTime() + 2 * HOUR * 1_000).toISOString().slice(0, 10)),
        () => menu(phone()),
        () => write([{ name: "Sami", phone: phone() }]),
        () => call("admin", cancelAll, {}),
        () => call("admin", resetCancel, {}),
        () => call("admin", retryAll),
        () => pc.start(),
        sweepLeases,
        async () => {
          for (const item of await pc.claim(3)) {
            if ((await pc.begin(item)).answer.go) await pc.say(item, { outcome: random.pick(["accepted", "unknown", "not_sent"]) });
          }
        },
      ];
      for (let step = 0; step < 60; step++) {
        pass(random.pick([1, 60, HOUR, 3 * HOUR, 20 * HOUR]));
        await random.pick(steps)();
        const before = new Map(items().map((item) => [item.id, item]));
        await endOutOfTime();
        for (const item of items()) {
          const was = before.get(item.id);
          const isOver = was?.status === "PENDING" && isTooLate(was, hours, now().getTime());
          if (isOver) expect(item.status, `${item.kind} of ${item.created_at} at step ${step}`).toBe("FAILED");
          else expect(item).toEqual(was);
        }
      }
    },
  );
});

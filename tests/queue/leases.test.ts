import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
import { bySystem } from "@/lib/db/actor";
import { hubStore } from "@/lib/db/find-store";
import { enqueueBatch } from "@/lib/queue/contract";
import { sweepLeases } from "@/lib/queue/leases/leases";
import { changeLimits } from "@/lib/queue/limits/contract";
import { DEFAULT_LIMITS } from "@/lib/queue/limits/default-limits";
import { begin, claim, heartbeat, recover } from "@/lib/queue/workers/contract";
import { clockAt } from "../support/clocks";
import { call, enterHouse } from "../support/house";
import { started, type WorkerPc, write } from "../support/queue";
import { alter, rows } from "../support/stores";

let data = "";

const START = Date.parse("2026-11-20T12:00:00Z");
const at = (seconds: number) => clockAt(new Date(START + seconds * 1000).toISOString());

const items = () =>
  rows<{ status: string; phase: string | null; lease_worker: string | null }>(
    path.join(data, "hub.db"),
    "SELECT status, phase, lease_worker FROM queue_item ORDER BY position",
  );

beforeEach(() => {
  data = enterHouse();
  at(0);
});

describe("a worker whose line is cut while it is given messages", () => {
  /** Asks, and goes away before the answer: the hub is busy with something else until then. */
  async function cutWhileGiven({ worker_id, boot_id }: WorkerPc): Promise<void> {
    let letGo = () => {};
    const hub = await hubStore();
    const free = new Promise<void>((resolve) => {
      letGo = resolve;
    });
    const busy = hub.write(bySystem("tests"), async () => {
      await free;
      return { answer: undefined, happened: [] };
    });
    const line = new AbortController();
    const asked = call("worker", claim, { body: { worker_id, boot_id, max: 1 }, signal: line.signal });
    await new Promise((resolve) => setTimeout(resolve, 200));
    line.abort();
    letGo();
    await Promise.all([busy, asked]);
  }

  it("holds none of them: the next one has them at once", async () => {
    const [cut, next] = [await started("pc-1"), await started("pc-2")];
    await write([{ name: "Maya", phone: "03 111111" }]);
    await cutWhileGiven(cut);
    expect(items()).toEqual([{ status: "PENDING", phase: null, lease_worker: null }]);
    expect(await next.claim()).toHaveLength(1);
  });
});

describe("a number whose next turn is far off", () => {
  it("takes no message into its hands that another one could send before", async () => {
    const phone = { ...DEFAULT_LIMITS.phone, gap_s: 300, gap_more_s: 0 };
    expect((await call("admin", changeLimits, { body: { ...DEFAULT_LIMITS, phone } })).status).toBe(200);
    const slow = await started("pc-1", "baileys:9613000001");
    await write([
      { name: "Maya", phone: "03 111111" },
      { name: "Rami", phone: "03 222222" },
    ]);
    const [first] = await slow.claim();
    if (!first) throw new Error("nothing to claim");
    expect((await slow.begin(first)).answer.go).toBe(true);
    expect(await slow.claim()).toEqual([]);
    const other = await started("pc-2", "baileys:9613000002");
    expect(await other.claim()).toHaveLength(1);
    at(271);
    await slow.beat();
    await write([{ name: "Nour", phone: "03 333333" }]);
    expect(await slow.claim(), "half a minute before its turn it may hold one").toHaveLength(1);
  });
});

describe("a message in doubt", () => {
  it("is said to be uncertain in the end, however long its worker goes on to live and to name it", async () => {
    const pc = await started("pc-1");
    await write([{ name: "Maya", phone: "03 111111" }]);
    const [item] = await pc.claim();
    if (!item) throw new Error("nothing to claim");
    await pc.begin(item);
    await pc.say(item, { outcome: "unknown" });
    pc.journal.set(item.id, { item, state: "sending" });
    for (let minute = 1; minute <= 16; minute++) {
      at(minute * 60);
      await pc.beat();
      await sweepLeases();
      if (minute < 15) expect(items(), "it is waited for").toMatchObject([{ phase: "reconciling" }]);
    }
    expect(items()).toMatchObject([{ status: "FAILED" }]);
  });
});

describe("the same message to the same guest", () => {
  const letter = () => write([{ name: "Maya", phone: "03 111111" }]);

  it("goes again once its time is over, also past the gate", async () => {
    const pc = await started("pc-1");
    for (const day of [0, 1]) {
      at(day * (24 * 3_600 + 1));
      await pc.beat();
      expect((await letter()).answer.enqueued).toBe(1);
      const [item] = await pc.claim();
      if (!item) throw new Error("nothing to claim");
      expect((await pc.begin(item)).answer).toMatchObject({ go: true });
      await pc.say(item, { outcome: "accepted" });
    }
  });
});

describe("a message that was dealt to a worker", () => {
  it("waits for it while it is online, and is anybody's once it is away", async () => {
    const [mine, other] = [await started("pc-1"), await started("pc-2")];
    const items = [{ name: "Maya", phone: "03 111111" }];
    await call("admin", enqueueBatch, { body: { items, date: "2026-11-20", prefer_worker: "pc-1" } });
    at(21);
    await other.beat();
    expect(await other.claim(), "it has missed one heartbeat, and the second is hardly late").toEqual([]);
    at(23);
    expect(await other.claim()).toHaveLength(1);
    await mine.beat();
    expect(await mine.claim()).toEqual([]);
  });

  it("lets go first whom somebody at a table waits for, and then who was queued first", async () => {
    const menus = path.join(data, "menus");
    mkdirSync(menus);
    writeFileSync(path.join(menus, "menu.pdf"), "%PDF-1.4");
    const mine = await started("pc-1");
    const birthdays = Array.from({ length: 60 }, (_, index) => ({ name: `Guest ${index}`, phone: `+96171${100_000 + index}` }));
    await call("admin", enqueueBatch, { body: { items: birthdays, date: "2026-11-20", prefer_worker: "pc-1" } });
    // The first one was put off for a while: it keeps its place, before those that were due before it.
    alter(path.join(data, "hub.db"), "UPDATE queue_item SET run_at = '2026-11-20T12:00:05.000Z' WHERE position = 0");
    at(10);
    await write([{ name: "Rami", phone: "03 222222" }]);
    const menu = { name: "Maya", phone: "03 111111", table_name: "12", message: "Our menu" };
    await call("admin", enqueueBatch, { body: { items: [menu] } });
    const told = async () => (await mine.claim()).map(({ phone }) => phone);
    expect([await told(), await told(), await told()]).toEqual([["9613111111"], ["9613222222"], ["96171100000"]]);
    expect((await mine.claim(50)).map(({ phone }) => phone)).toEqual(Array.from({ length: 50 }, (_, index) => `96171${100_001 + index}`));
    expect((await mine.claim(50)).map(({ phone }) => phone).at(-1)).toBe("96171100059");
  });
});

describe("what was dealt to a worker that is online and cannot send", () => {
  const dealtTo = async (worker: string) => {
    const items = [
      { name: "Maya", phone: "03 111111" },
      { name: "Rami", phone: "03 222222" },
    ];
    await call("admin", enqueueBatch, { body: { items, date: "2026-11-20", prefer_worker: worker } });
  };

  it("is anybody's while its number rests", async () => {
    const [stopped, other] = [await started("pc-1", "baileys:9613000001"), await started("pc-2", "baileys:9613000002")];
    await dealtTo("pc-1");
    const [first] = await stopped.claim();
    if (!first) throw new Error("nothing to claim");
    expect((await stopped.begin(first)).answer.go).toBe(true);
    expect(await other.claim(), "nothing is wrong with it yet").toEqual([]);
    await stopped.say(first, { outcome: "not_sent", fault: "account", code: "401", detail: "Signed out." });
    at(20);
    for (const pc of [stopped, other]) await pc.beat();
    expect(await stopped.claim()).toEqual([]);
    expect((await other.claim(5)).map(({ phone }) => phone).sort()).toEqual(["9613111111", "9613222222"]);
  });

  it("is anybody's while its phone is not linked, and nothing more is dealt to it", async () => {
    const [unlinked, other] = [await started("pc-1", "baileys:9613000001"), await started("pc-2", "baileys:9613000002")];
    await dealtTo("pc-1");
    expect(await other.claim()).toEqual([]);
    await unlinked.beat(false);
    expect(await other.claim(5)).toHaveLength(2);
    const items = Array.from({ length: 4 }, (_, index) => ({ name: `Guest ${index}`, phone: `+96171${100_000 + index}` }));
    await call("admin", enqueueBatch, { body: { items, date: "2026-11-20", campaign: "birthday" } });
    expect(await other.claim(5)).toHaveLength(4);
  });
});

describe("workers that ask in the same moment", () => {
  it("have each what is theirs and what is free, however much is dealt to one of them", async () => {
    const [busy, free] = [await started("pc-1"), await started("pc-2")];
    const birthdays = Array.from({ length: 5 }, (_, index) => ({ name: `Guest ${index}`, phone: `+96171${100_000 + index}` }));
    await call("admin", enqueueBatch, { body: { items: birthdays, date: "2026-11-20", prefer_worker: "pc-1" } });
    const other = { name: "Maya", phone: "03 111111" };
    await call("admin", enqueueBatch, { body: { items: [other], date: "2026-11-20", prefer_worker: "pc-9" } });
    const given = await Promise.all([busy.claim(2), free.claim(2)]);
    expect(given.map((items) => items.map(({ phone }) => phone))).toEqual([["96171100000", "96171100001"], ["9613111111"]]);
  });
});

describe("messages that only another number may send", () => {
  it("do not stand in the way of the others", async () => {
    const phone = await started("pc-1", "baileys:9613000001");
    await write([{ name: "Maya", phone: "03 111111" }]);
    alter(path.join(data, "hub.db"), "UPDATE queue_item SET account = 'baileys:9613000009'");
    await write([{ name: "Rami", phone: "03 222222" }]);
    expect((await phone.claim()).map(({ phone: to }) => to)).toEqual(["9613222222"]);
  });
});

describe("a journal that the next process of a worker reads out", () => {
  const next = async (account: string, second: number) => {
    const pc = await started("pc-1", account);
    await write([{ name: "Maya", phone: "03 111111" }]);
    const [item] = await pc.claim();
    if (!item) throw new Error("nothing to claim");
    expect((await pc.begin(item)).answer.go).toBe(true);
    pc.journal.set(item.id, { item, state: "sending" });
    at(second);
    await sweepLeases();
    await pc.start();
    return { pc, item };
  };

  it.each([
    ["its lease still held", 50],
    ["it was in doubt already", 62],
  ])("makes what goes out once more its own, for as long as any lease, where %s", async (_, second) => {
    const { pc, item } = await next("baileys:9613000001", second);
    expect(await pc.recover()).toMatchObject([{ do: "resend_same_id", item: { message_id: item.message_id } }]);
    expect(items()).toEqual([{ status: "IN_PROGRESS", phase: "sending", lease_worker: "pc-1" }]);
    at(second + 50);
    await sweepLeases();
    expect(await pc.beat()).toMatchObject({ extended: [item.id], revoked: [] });
    expect(items()).toMatchObject([{ phase: "sending" }]);
  });

  it("makes a doubt its own that nothing but a receipt settles", async () => {
    const { pc, item } = await next("cloud:106540352242922", 50);
    expect(await pc.recover()).toMatchObject([{ do: "hold", item: null }]);
    expect(items()).toMatchObject([{ phase: "reconciling" }]);
    expect(await pc.beat()).toMatchObject({ extended: [item.id], revoked: [] });
  });
});

describe("a process that a newer one of its name has replaced", () => {
  it("is told so whatever it asks, and takes nothing back", async () => {
    const old = await started("pc-1");
    await write([{ name: "Maya", phone: "03 111111" }]);
    const [item] = await old.claim();
    if (!item) throw new Error("nothing to claim");
    await started("pc-1");
    const { worker_id, boot_id } = old;
    const who = { worker_id, boot_id };
    const told = [
      await call("worker", heartbeat, { body: { ...who, transport: { connected: true }, in_flight: [] } }),
      await call("worker", claim, { body: { ...who, max: 1 } }),
      await call("worker", begin, { body: { ...who, id: item.id, token: item.token, account: "sandbox" } }),
      await call("worker", recover, { body: { ...who, journal: [] } }),
    ];
    for (const { status, answer } of told) expect([status, answer]).toEqual([409, expect.objectContaining({ replaced: true })]);
    expect(items()).toMatchObject([{ status: "PENDING" }]);
  });

  it("is no other worker: what that holds it goes on holding", async () => {
    const mine = await started("pc-1");
    await write([{ name: "Maya", phone: "03 111111" }]);
    const [item] = await mine.claim();
    if (!item) throw new Error("nothing to claim");
    await started("pc-2");
    expect(items()).toEqual([{ status: "IN_PROGRESS", phase: "claimed", lease_worker: "pc-1" }]);
    expect((await mine.begin(item)).answer.go).toBe(true);
  });
});

describe("a lease that has run out", () => {
  it("says nothing of the others, whose workers live", async () => {
    const [gone, alive] = [await started("pc-1"), await started("pc-2")];
    await write([
      { name: "Maya", phone: "03 111111" },
      { name: "Rami", phone: "03 222222" },
    ]);
    await gone.claim();
    at(50);
    await alive.beat();
    const [item] = await alive.claim();
    if (!item) throw new Error("nothing to claim");
    at(100);
    expect((await alive.begin(item)).answer.go).toBe(true);
    at(120);
    expect(await sweepLeases()).toBe(1);
    expect(items()).toMatchObject([{ status: "PENDING" }, { phase: "sending", lease_worker: "pc-2" }]);
  });
});

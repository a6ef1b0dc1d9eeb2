import "@/app/generated/routes"; // the print is of all the calls
import { createHash } from "node:crypto";
import { beforeEach, describe, expect, it } from "vitest";
import { BUILD, buildInWords, comparedBuild, PROTOCOL } from "@/lib/build";
import { VERSION } from "@/lib/env";
import { openApi } from "@/lib/openapi/contract";
import { queuePending } from "@/lib/queue/contract";
import { sweepLeases } from "@/lib/queue/leases/leases";
import { listWorkers } from "@/lib/queue/senders/contract";
import { register, type WorkItem } from "@/lib/queue/workers/contract";
import { standingClock } from "../support/clocks";
import { call, enterHouse } from "../support/house";
import { started, write } from "../support/queue";

const { begin, pass } = standingClock("2026-11-20T12:00:00Z");
beforeEach(() => {
  enterHouse();
  begin();
});

const cards = async () => (await call("admin", listWorkers, {})).answer;

describe("what a worker was built from", () => {
  it("is compared by protocol, version and commit", () => {
    const ours = "0.1.0+2.aaaaaaaaaaaa";
    expect(comparedBuild(ours, ours)).toBe("same");
    expect(comparedBuild("0.1.0+2.bbbbbbbbbbbb", ours)).toBe("other_commit");
    expect(comparedBuild("0.2.0+2.aaaaaaaaaaaa", ours)).toBe("other_commit");
    expect(comparedBuild("0.1.0+2.unknown", ours), "nobody knows").toBe("same");
    expect(comparedBuild("0.1.0+1.aaaaaaaaaaaa", ours)).toBe("other_protocol");
    expect(comparedBuild("0.1.0", ours), "older workers name a version alone").toBe("other_protocol");
    expect([ours, "0.1.0+2.unknown", "0.1.0"].map(buildInWords)).toEqual(["0.1.0 (aaaaaaaaaaaa)", "0.1.0", "0.1.0"]);
  });

  it("of another protocol gives it no messages, and says what to do at its window and on its card", async () => {
    const [old, other] = [await started("old"), await started("other")];
    const body = {
      worker_id: "old",
      boot_id: old.boot_id,
      name: "old",
      version: "0.0.9",
      transport: "sandbox",
      account: "sandbox",
    } as const;
    const { answer } = await call("worker", register, { body });
    expect(answer).toMatchObject({
      build: BUILD,
      refusal: expect.stringMatching(/^This worker does not fit this server and gets no messages\. Give this PC the server's own worker/),
    });
    await old.beat();
    await write([{ name: "Maya", phone: "03 111111" }]);
    expect(await old.claim()).toEqual([]);
    const { workers, build } = await cards();
    expect(build).toBe(VERSION);
    expect(workers.find(({ id }) => id === "old")).toMatchObject({
      online: true,
      can_send: false,
      build: "0.0.9",
      build_is: "other_protocol",
      problem: answer.refusal,
    });
    expect(await other.claim()).toHaveLength(1);
  });

  it("of another protocol gets nothing to send again from its journal either, and what the journal proves is believed", async () => {
    const pc = await started("pc", "baileys:9613000001");
    const become = async (version: string) => {
      pc.boot_id = crypto.randomUUID();
      const said = { name: "pc", version, transport: "baileys", account: pc.account } as const;
      await call("worker", register, { body: { worker_id: "pc", boot_id: pc.boot_id, ...said } });
    };
    await write([{ name: "Maya", phone: "03 111111" }]);
    const [item] = (await pc.claim()) as [WorkItem];
    expect((await pc.begin(item)).answer.go).toBe(true);
    pc.journal.set(item.id, { item, state: "sending" });
    await become("0.0.9");
    expect(await pc.recover()).toEqual([{ id: item.id, do: "hold", item: null }]);
    await become(BUILD);
    expect(await pc.recover(), "brought up to date").toMatchObject([{ do: "resend_same_id", item: { message_id: item.message_id } }]);
    pc.journal.set(item.id, { item, state: "prepared" });
    await become("0.0.9");
    expect(await pc.recover()).toMatchObject([{ do: "drop" }]);
    expect(await pc.claim()).toEqual([]);
  });

  it("of the same protocol and another version is told, and it goes on", async () => {
    const pc = await started("pc");
    const version = `0.2.0+${PROTOCOL}.abc`;
    const body = { worker_id: "pc", boot_id: pc.boot_id, name: "pc", version, transport: "sandbox", account: "sandbox" } as const;
    expect((await call("worker", register, { body })).answer.refusal).toBeNull();
    await pc.beat();
    expect((await cards()).workers[0]).toMatchObject({ build: "0.2.0 (abc)", build_is: "other_commit", problem: null, can_send: true });
    await write([{ name: "Maya", phone: "03 111111" }]);
    expect(await pc.claim()).toHaveLength(1);
  });

  it("has a protocol that moves with each change of the workers' calls", async () => {
    const { paths } = (await call("admin", openApi, {})).answer;
    const calls = Object.entries(paths)
      .filter(([path]) => path.startsWith("/worker/"))
      .sort();
    expect(calls).not.toHaveLength(0);
    const words = (key: string, value: unknown) => (key === "summary" || key === "description" ? undefined : value);
    const print = createHash("sha256").update(JSON.stringify(calls, words)).digest("hex").slice(0, 16);
    const known: Record<number, string> = { 3: "ee4951fda79c77ff" };
    expect(print, "the calls of a worker changed: raise PROTOCOL of lib/build.ts, and note its print here").toBe(known[PROTOCOL]);
  });
});

describe("a worker's card", () => {
  it("counts each message once, by how it stands now, for whoever had it last", async () => {
    const [pc, other] = [await started("pc"), await started("other")];
    await write([
      { name: "Maya", phone: "03 111111" },
      { name: "Rami", phone: "03 222222" },
    ]);
    const refused = { outcome: "not_sent", fault: "network", code: "" } as const;
    for (let attempt = 0; attempt < 2; attempt++) {
      const [item] = await pc.claim();
      if (!item) throw new Error("nothing to claim");
      await pc.begin(item);
      await pc.say(item, refused);
    }
    expect((await cards()).workers.map(({ id, sent, failed }) => [id, sent, failed])).toEqual([
      ["other", 0, 0],
      ["pc", 0, 0],
    ]);
    pass(3_600);
    await Promise.all([pc.beat(), other.beat()]);
    const [mine] = await pc.claim();
    const [theirs] = await other.claim();
    if (!mine || !theirs) throw new Error("nothing to claim");
    await pc.begin(mine);
    await pc.say(mine, { outcome: "accepted" });
    await other.begin(theirs);
    await other.say(theirs, { outcome: "not_sent", fault: "recipient", code: "131026" });
    expect((await cards()).workers.map(({ id, sent, failed }) => [id, sent, failed])).toEqual([
      ["other", 0, 1],
      ["pc", 1, 0],
    ]);
  });

  it("counts what nobody has answered as without an answer, and not as failed, as the tiles do", async () => {
    const pc = await started("pc");
    await write([{ name: "Maya", phone: "03 111111" }]);
    const [item] = await pc.claim();
    if (!item) throw new Error("nothing to claim");
    await pc.begin(item);
    const counted = async () => (await cards()).workers.map(({ sent, failed, unanswered }) => [sent, failed, unanswered]);
    pass(61);
    await sweepLeases();
    expect(await counted()).toEqual([[0, 0, 1]]);
    pass(31 * 60);
    await sweepLeases();
    expect((await call("admin", queuePending, {})).answer.unanswered).toMatchObject({ FAILED: 1 });
    expect(await counted()).toEqual([[0, 0, 1]]);
  });
});

import path from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
import { listAudit } from "@/lib/audit/contract";
import { health } from "@/lib/health/contract";
import { listCampaigns } from "@/lib/queue/campaigns/contract";
import { enqueue } from "@/lib/queue/contract";
import { cancelAll, cancelSending, cancelStatus, resetCancel } from "@/lib/queue/pause/contract";
import type { WorkItem } from "@/lib/queue/workers/contract";
import { clockAt } from "../support/clocks";
import { call, enterHouse, type Person } from "../support/house";
import { makePerson } from "../support/people";
import { started, type WorkerPc, write } from "../support/queue";
import { rows } from "../support/stores";

const withKey = () => ({ headers: { "idempotency-key": crypto.randomUUID() } });

describe("the pause", () => {
  it.each([
    ["cancel-sending", cancelSending, true],
    ["queue/cancel-all", cancelAll, true],
    ["reset-cancel", resetCancel, false],
  ])("%s answers with an Idempotency-Key, and gives the same answer when it comes again", async (_, contract, cancelled) => {
    enterHouse();
    await call("staff", enqueue, { body: { items: [{ name: "Nour", phone: "76 400 118", message: "Hello" }] } });
    const key = withKey();
    const first = await call("staff", contract, key);
    expect({ status: first.status, cancelled: first.answer.cancelled }).toEqual({ status: 200, cancelled });
    const again = await call("staff", contract, key);
    expect(again).toMatchObject({ status: 200, answer: first.answer });
    expect((await call("staff", cancelStatus)).answer).toMatchObject({ cancelled, by: first.answer.by, at: first.answer.at });
  });

  it("tells by its name who pulled it, and nobody once it is loose", async () => {
    enterHouse();
    const { answer } = await call("staff", cancelAll);
    expect(answer).toMatchObject({ cancelled: true, by: expect.stringMatching(/\w/), at: expect.stringMatching(/Z$/) });
    expect(answer.by).not.toMatch(/^[0-9a-f-]{36}$/);
    const loose = { cancelled: false, by: null, at: null, branch: "jounieh", whole_group: false };
    expect((await call("admin", resetCancel)).answer).toMatchObject(loose);
  });

  it("is told in short by the check of the server's health, with what waits and who can send, to people who are signed in", async () => {
    enterHouse();
    const told = async (who: Person = "staff") => (await call(who, health)).answer.sending;
    expect(await told()).toEqual({
      waiting: 0,
      stopped: false,
      held: { stopped: 0, paused: 0, branches: [], idle: [] },
      workers: 0,
      replies: 0,
      undecided: 0,
      unanswered: 0,
      template: null,
      number: null,
      next: { next_try: null, ends: false, too_late: false, in_vain: null, waits_for: null },
      to_decide: 0,
      misses: 0,
      would_miss: 0,
      off: [],
    });
    await write([{ name: "Nour", phone: "76 400 118" }]);
    const pc = await started("pc-1");
    expect(await told()).toMatchObject({ waiting: 1, stopped: false, workers: 1 });
    await pc.beat(false);
    await call("staff", cancelSending);
    expect(await told()).toMatchObject({ waiting: 1, stopped: false, held: { stopped: 1, branches: ["jounieh"] }, workers: 0 });
    expect(await told("nobody")).toBeNull();
  });
});

describe("the pause of a branch", () => {
  let data = "";
  const BRANCHES = ["jounieh", "batroun", "tripoli"] as const;
  const WHOLE = { whole_group: true } as const;

  beforeEach(async () => {
    data = enterHouse();
    clockAt("2026-11-20T12:00:00Z");
    for (const branch of BRANCHES) await queue(branch, 3);
  });

  /** Words to some guests of a branch, as its own staff queue them. */
  async function queue(branch: string, count: number, by: Person = "admin"): Promise<void> {
    const prefix = { jounieh: "1", batroun: "2", tripoli: "3" }[branch];
    const items = Array.from({ length: count }, (_, number) => ({
      name: `Guest ${number}`,
      phone: `+9613${prefix}0000${number}`,
      message: `Hello from ${branch}`,
    }));
    expect((await call(by, enqueue, { branch, body: { items } })).status).toBe(200);
  }

  /** How many messages of each branch stand so. */
  const standing = (status: string) =>
    Object.fromEntries(
      rows<{ branch: string; count: number }>(
        path.join(data, "hub.db"),
        `SELECT t.branch, count(*) AS count FROM queue_item i JOIN queue_task t ON t.id = i.task_id WHERE i.status = '${status}' GROUP BY 1`,
      ).map(({ branch, count }) => [branch, count]),
    );

  const status = async (branch: string, who: Person = "staff") => (await call(who, cancelStatus, { branch })).answer;

  it("cancels what it counts, and nothing of another branch", async () => {
    await queue("batroun", 0 + 1); // the same words to the same guest: nothing more
    expect(await status("batroun")).toMatchObject({ cancelled: false, branch: "batroun", waiting: 3 });
    const { answer } = await call("staff", cancelAll, { branch: "batroun" });
    expect(answer).toMatchObject({ cancelled: true, branch: "batroun", whole_group: false, cancelled_items: 3, still_sending: 0 });
    expect(answer.detail).toMatch(/^3 message\(s\) of Batroun cancelled\. Sending of Batroun is stopped until somebody resumes it\./);
    expect([standing("CANCELLED"), standing("PENDING")]).toEqual([{ batroun: 3 }, { jounieh: 3, tripoli: 3 }]);
  });

  it("pauses and resumes that branch alone: workers go on with the others", async () => {
    const pc = await started("pc-1");
    expect((await call("staff", cancelSending, { branch: "jounieh" })).answer).toMatchObject({ cancelled: true, whole_group: false });
    expect(await Promise.all(BRANCHES.map((branch) => status(branch).then(({ cancelled }) => cancelled)))).toEqual([true, false, false]);
    expect((await pc.beat()).cancelled, "other branches' messages go on").toBe(false);
    const given = await pc.claim(20);
    expect(given.map(({ text }) => text).sort()).toEqual([...Array(3).fill("Hello from batroun"), ...Array(3).fill("Hello from tripoli")]);
    await call("staff", resetCancel, { branch: "jounieh" });
    expect((await pc.claim(20)).map(({ text }) => text)).toEqual(Array(3).fill("Hello from jounieh"));
  });

  it("holds back when it asks to begin what a worker has in its hands, of that branch alone", async () => {
    const pc = await started("pc-1");
    const given = await pc.claim(20);
    const [mine, others] = ["jounieh", "tripoli"].map((branch) => given.find(({ text }) => text.endsWith(branch)) as WorkItem);
    await call("staff", cancelSending, { branch: "jounieh" });
    expect((await pc.begin(mine as WorkItem)).answer).toMatchObject({ go: false, reason: "cancelled" });
    expect((await pc.begin(others as WorkItem)).answer).toMatchObject({ go: true });
  });

  it("takes out of a worker's hands what it has not begun, at its next heartbeat, and resuming hands it out again", async () => {
    const pc = await started("pc-1");
    const given = await pc.claim(20);
    for (const item of given) pc.journal.set(item.id, { item, state: "prepared" });
    await call("staff", cancelSending, { branch: "jounieh" });
    const { cancelled, revoked, extended } = await pc.beat();
    expect(cancelled).toBe(false);
    expect(revoked.toSorted()).toEqual(given.flatMap(({ id, text }) => (text.endsWith("jounieh") ? [id] : [])).toSorted());
    expect(extended).toHaveLength(6);
    await call("staff", resetCancel, { branch: "jounieh" });
    expect(await pc.claim(20)).toHaveLength(3);
  });

  it("is answered by the group's too, which only holders of everything pull and loosen, and say so", async () => {
    for (const contract of [cancelSending, cancelAll, resetCancel]) {
      const { status, answer } = await call("staff", contract, { body: WHOLE });
      expect({ status, code: answer.code }).toEqual({ status: 403, code: "forbidden" });
    }
    expect((await call("staff", cancelStatus, { query: { whole_group: "true" } })).status).toBe(403);
    const stopped = (await call("admin", cancelSending, { body: WHOLE })).answer;
    expect(stopped).toMatchObject({ cancelled: true, branch: null, whole_group: true });
    for (const branch of BRANCHES) expect(await status(branch)).toMatchObject({ cancelled: true, whole_group: true, by: stopped.by });
    expect((await call("staff", resetCancel, { branch: "jounieh" })).answer, "told as it is").toMatchObject({
      cancelled: true,
      whole_group: true,
    });
    expect((await (await started("pc-1")).beat()).cancelled).toBe(true);
    expect((await call("admin", resetCancel, { body: WHOLE })).answer).toMatchObject({ cancelled: false, branch: null });
    for (const branch of BRANCHES) expect(await status(branch)).toMatchObject({ cancelled: false, whole_group: false });
  });

  it("of the whole group counts, cancels and resumes every branch, those too that were stopped by themselves", async () => {
    await call("staff", cancelSending, { branch: "tripoli" });
    expect((await call("admin", cancelStatus, { query: { whole_group: "true" } })).answer).toMatchObject({ cancelled: false, waiting: 9 });
    expect((await call("admin", cancelAll, { body: WHOLE })).answer).toMatchObject({ cancelled_items: 9, branch: null });
    await call("admin", resetCancel, { body: WHOLE });
    for (const branch of BRANCHES) expect(await status(branch)).toMatchObject({ cancelled: false });
  });

  it("is pulled by nobody who may not work there, nor the group's by somebody who may do everything in some branches", async () => {
    const { headers } = await makePerson("local", { roles: ["admin"], branches: ["batroun"] });
    const asked = (contract: typeof cancelSending | typeof cancelAll | typeof resetCancel, options: object) =>
      call("nobody", contract, { headers, ...options });
    for (const contract of [cancelSending, cancelAll, resetCancel] as const) {
      expect((await asked(contract, { branch: "jounieh" })).answer.code).toBe("branch_forbidden");
      expect((await asked(contract, { branch: "batroun", body: WHOLE })).status).toBe(403);
      expect((await asked(contract, { branch: "batroun" })).status).toBe(200);
    }
    expect((await call("nobody", cancelStatus, { headers, branch: "jounieh" })).answer.code).toBe("branch_forbidden");
    expect([standing("CANCELLED"), standing("PENDING")]).toEqual([{ batroun: 3 }, { jounieh: 3, tripoli: 3 }]);
  });

  it("stands in the trail as that branch's, and is seen by whoever works there", async () => {
    await call("staff", cancelAll, { branch: "batroun" });
    await call("staff", resetCancel, { branch: "batroun" });
    await call("admin", cancelSending, { body: WHOLE });
    const { headers } = await makePerson("local", { roles: ["admin"], branches: ["batroun"] });
    const said = async (who: Parameters<typeof call<typeof listAudit>>[2], by: Person) =>
      (await call(by, listAudit, { ...who, query: { group: "messages" } })).answer.entries.map(({ what }) => what);
    expect(await said({}, "admin")).toEqual(
      expect.arrayContaining([
        "Stopped all sending: 0 messages cancelled",
        "Stopped sending of Batroun: 3 messages cancelled",
        "Resumed sending of Batroun",
      ]),
    );
    const seen = await said({ headers }, "nobody");
    expect(seen).toContain("Stopped sending of Batroun: 3 messages cancelled");
    expect(seen).not.toContain("Stopped all sending: 0 messages cancelled");
  });

  it("is told by the health check to whoever has something there that waits, and of the campaigns to whoever looks at them", async () => {
    await call("staff", cancelSending, { branch: "batroun" });
    expect((await call("staff", health)).answer.sending).toMatchObject({ waiting: 9, stopped: false, held: { stopped: 3, paused: 0 } });
    const states = async () =>
      Object.fromEntries((await call("admin", listCampaigns)).answer.campaigns.map(({ branch, state }) => [branch, state]));
    expect(await states()).toMatchObject({ batroun: "PAUSED", jounieh: "SENDING", tripoli: "SENDING" });
    await call("staff", cancelAll, { branch: "batroun" });
    expect((await call("staff", health)).answer.sending).toMatchObject({ waiting: 6, stopped: false });
  });

  it("of one branch leaves what another had begun to go its way", async () => {
    const pc = await started("pc-1");
    const item = (await pc.claim(20)).find(({ text }) => text.endsWith("tripoli")) as WorkItem;
    expect((await pc.begin(item)).answer.go).toBe(true);
    clockAt("2026-11-20T12:00:10Z");
    expect((await call("staff", cancelAll, { branch: "batroun" })).answer).toMatchObject({ still_sending: 0 });
    await pc.say(item, { outcome: "not_sent", fault: "network", code: "x" });
    expect(standing("PENDING")).toMatchObject({ tripoli: 1 });
    expect((await call("staff", cancelAll, { branch: "tripoli" })).answer).toMatchObject({ cancelled_items: 3 });
  });
});

describe("what a worker had begun when everything was cancelled", () => {
  const START = Date.parse("2026-11-20T12:00:00Z");
  const at = (seconds: number) => clockAt(new Date(START + seconds * 1000).toISOString());
  let data = "";
  const item = () => rows<{ status: string; last_code: string }>(path.join(data, "hub.db"), "SELECT status, last_code FROM queue_item")[0];

  async function begunAndCancelled(account?: string): Promise<{ pc: WorkerPc; handed: WorkItem }> {
    data = enterHouse();
    at(0);
    const pc = await started("pc-1", account);
    await write([{ name: "Nour", phone: "76 400 118" }]);
    const [handed] = await pc.claim();
    if (!handed) throw new Error("nothing to claim");
    expect((await pc.begin(handed)).answer.go).toBe(true);
    pc.journal.set(handed.id, { item: handed, state: "sending" });
    at(1);
    expect((await call("staff", cancelAll)).answer).toMatchObject({ still_sending: 1 });
    return { pc, handed };
  }

  it.each([["throttle"], ["network"], ["account"]] as const)(
    "is cancelled too once WhatsApp has not taken it (%s), and resuming does not revive it",
    async (fault) => {
      const { pc, handed } = await begunAndCancelled();
      expect(await pc.say(handed, { outcome: "not_sent", fault, code: "x" })).toBe("applied");
      await call("staff", resetCancel);
      at(3_600);
      await pc.beat();
      expect(await pc.claim()).toEqual([]);
      expect(item()).toEqual({ status: "CANCELLED", last_code: "CANCELLED" });
    },
  );

  it("is cancelled too where its worker died before it handed it over", async () => {
    const { pc, handed } = await begunAndCancelled();
    pc.journal.set(handed.id, { item: handed, state: "prepared" });
    await pc.start();
    expect(await pc.recover()).toMatchObject([{ do: "drop" }]);
    await call("staff", resetCancel);
    await pc.beat();
    expect(await pc.claim()).toEqual([]);
    expect(item()).toEqual({ status: "CANCELLED", last_code: "CANCELLED" });
  });

  it("is not sent once more by a worker that comes back later, and counts as sent where WhatsApp says so", async () => {
    const { pc, handed } = await begunAndCancelled("baileys:9613000001");
    await call("staff", resetCancel);
    at(7_200);
    await pc.start();
    expect(await pc.recover()).toMatchObject([{ do: "hold" }]);
    expect(await pc.say(handed, { outcome: "accepted" })).not.toBe("stale");
    expect(item()).toMatchObject({ status: "SENT" });
  });

  it("is tried again as ever where somebody has asked for it since", async () => {
    const { pc, handed } = await begunAndCancelled();
    await pc.say(handed, { outcome: "not_sent", fault: "network", code: "x" });
    await call("staff", resetCancel);
    at(60);
    await write([{ name: "Nour", phone: "76 400 118" }]);
    await pc.beat();
    const [again] = await pc.claim();
    expect((await pc.begin(again as WorkItem)).answer.go).toBe(true);
    await pc.say(again as WorkItem, { outcome: "not_sent", fault: "network", code: "x" });
    at(7_200);
    await pc.beat();
    expect(await pc.claim()).toMatchObject([{ id: again?.id }]);
  });
});

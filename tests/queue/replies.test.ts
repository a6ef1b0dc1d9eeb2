import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
import { listAudit } from "@/lib/audit/contract";
import { now } from "@/lib/clock";
import { endOfDay } from "@/lib/evening/contract";
import { health } from "@/lib/health/contract";
import type { BranchKey } from "@/lib/known-branches";
import { setOptOut } from "@/lib/opt-outs/contract";
import { erasePersonalData } from "@/lib/personal-data/contract";
import { listCampaigns } from "@/lib/queue/campaigns/contract";
import { enqueue, openTask } from "@/lib/queue/contract";
import { answerReplies, listReplies, seeReplies, settleReplies } from "@/lib/queue/replies/contract";
import { inbound } from "@/lib/queue/workers/contract";
import { standingClock } from "../support/clocks";
import { type CallOptions, call, enterHouse } from "../support/house";
import { makePerson, makeRole } from "../support/people";
import { started, type WorkerPc } from "../support/queue";
import { alter, rows } from "../support/stores";

const { begin, pass } = standingClock("2026-11-20T12:00:00Z");
const NUMBER = "9613777001";
let data = "";
let pc: WorkerPc;

beforeEach(async () => {
  data = enterHouse();
  begin();
  pc = await started("pc-1", "baileys:9613000001");
});

/** A letter of Customer Service that arrived. @returns its task */
async function letter(name = "Nour", phone = "03 777001", branch: BranchKey = "jounieh"): Promise<string> {
  const items = [{ name, phone, message: `How was your evening, ${name}?` }];
  const { answer } = await call("admin", enqueue, { body: { items }, branch });
  pass(3_600);
  await pc.beat();
  const [item] = await pc.claim();
  if (!item) throw new Error("nothing to claim");
  await pc.begin(item);
  expect(await pc.say(item, { outcome: "accepted", provider_id: null })).toBe("applied");
  return answer.task_id ?? "";
}

async function writes(text: string, { from = NUMBER, seconds = 0, to = pc } = {}): Promise<void> {
  const at = new Date(now().getTime() + seconds * 1_000).toISOString();
  const body = { worker_id: to.worker_id, boot_id: to.boot_id, messages: [{ from, text, at }] };
  expect((await call("worker", inbound, { body })).status).toBe(200);
}

type By = Pick<CallOptions<typeof listReplies>, "headers">;
const as = (by?: By) => (by ? (["nobody", by] as const) : (["admin", {}] as const));
const list = async (by?: By) => (await call(as(by)[0], listReplies, as(by)[1])).answer;
const see = async (ids: string[], by?: By) => (await call(as(by)[0], seeReplies, { ...as(by)[1], body: { ids } })).answer.seen;
const settle = async (ids: string[], how: "answered" | "none" | "open" = "none", by?: By) =>
  (await call(as(by)[0], settleReplies, { ...as(by)[1], body: { ids, how } })).answer.changed;
const unread = async (by?: By) => (await call(as(by)[0], health, as(by)[1])).answer.sending?.replies;

describe("what a guest writes back", () => {
  it("is read with the guest, the message's row and the list, and waits for everybody, whoever has looked at it", async () => {
    const task = await letter();
    pass(600);
    await writes("Lovely! Do you have a table for six on Friday?");
    await writes("شكراً", { seconds: 5 });
    const { replies } = await list();
    expect(replies).toMatchObject([
      { name: "Nour", phone: "+961 3 777 001", digits: NUMBER, branch: "jounieh", kind: "service", text: "شكراً", seen: false },
      { text: "Lovely! Do you have a table for six on Friday?", seen: false },
    ]);
    expect(await unread()).toBe(2);
    const ids = replies.map(({ id }) => id);
    expect([await see(ids), await see(ids), await unread()]).toEqual([2, 0, 2]);
    expect((await list()).replies).toMatchObject([{ done: null, seen_by: { name: "admin", at: now().toISOString() } }, { done: null }]);
    const { entries } = (await call("admin", listAudit, { query: { group: "messages" } })).answer;
    expect(entries.map(({ what }) => what)).toContain("Read 2 replies of guests");
    const [result] = (await call("admin", openTask, { params: { id: task } })).answer.results;
    expect(result).toMatchObject({ delivery: "replied", replies: [{ seen: true }, { text: "شكراً", seen: true }] });
  });

  it("told twice is one reply, and stays dealt with", async () => {
    await letter();
    await writes("Thank you", { seconds: 60 });
    const [first] = (await list()).replies;
    await settle([first?.id ?? ""]);
    await writes("Thank you", { seconds: 60 });
    expect(await list()).toMatchObject({ unread: 0, replies: [{ text: "Thank you", done: { how: "none" } }] });
    expect(rows(path.join(data, "hub.db"), "SELECT text FROM guest_reply")).toEqual([{ text: "Thank you" }]);
  });

  it("is heard too where the guest writes first: by the branch that wrote to them last, else by who works in every branch", async () => {
    await letter();
    pass(9 * 24 * 3_600);
    await makeRole("writer", ["nav_customer_service"]);
    const here = await makePerson("here", { roles: ["writer"], branches: ["jounieh"] });
    const elsewhere = await makePerson("elsewhere", { roles: ["writer"], branches: ["batroun"] });
    await writes("Is it me again?");
    expect((await list()).replies).toMatchObject([{ name: "Nour", branch: "jounieh", text: "Is it me again?" }]);
    await writes("Mum, I am late", { from: "9613999999" }); // on the linked phone, where whoever holds it reads it
    await writes("And now?", { from: "9613999999", seconds: 1, to: await started("pc-2", "cloud:1") });
    const [stranger, known] = (await list()).replies;
    expect(stranger).toMatchObject({ name: "", branch: "", digits: "9613999999", text: "And now?", seen: false });
    expect([stranger, known].map((one) => one?.kind)).toEqual([undefined, undefined]);
    expect([await unread(), await unread(here), await unread(elsewhere)]).toEqual([2, 1, 0]);
    expect((await list(here)).replies.map(({ text }) => text)).toEqual(["Is it me again?"]);
    expect(await see([stranger?.id ?? ""], here)).toBe(0);
    expect(await see([stranger?.id ?? ""])).toBe(1);
  });

  it("is told after a week no more, and its words are gone at the next End of Day", async () => {
    await letter();
    await writes("Thank you", { seconds: 60 });
    pass(8 * 24 * 3_600);
    expect([await list(), await unread()]).toEqual([{ undecided: [], said_no: [], replies: [], answers: [], free: [], unread: 0 }, 0]);
    expect(rows(path.join(data, "hub.db"), "SELECT count(*) AS n FROM guest_reply")).toEqual([{ n: 1 }]);
    pass(11 * 3_600); // past 23:15 in Beirut
    expect((await call("admin", endOfDay)).status).toBe(200);
    expect(rows(path.join(data, "hub.db"), "SELECT count(*) AS n FROM guest_reply")).toEqual([{ n: 0 }]);
  });

  it("is read by those alone who may write to the guests of that branch", async () => {
    const jounieh = await letter();
    await writes("Thank you", { seconds: 60 });
    await letter("Zeina", "03 777002", "batroun");
    await writes("It was cold", { from: "9613777002", seconds: 60 });
    await makeRole("writer", ["nav_customer_service"]);
    await makeRole("hostess", ["create_table", "open_saved_tables"]);
    const here = await makePerson("sender", { roles: ["writer"], branches: ["jounieh"] });
    const hostess = await makePerson("hostess", { roles: ["hostess"] });
    const all = (await list()).replies.map(({ id }) => id);
    expect((await list(here)).replies.map(({ text }) => text)).toEqual(["Thank you"]);
    expect([await unread(here), await unread(hostess)]).toEqual([1, 0]);
    expect((await call("nobody", listReplies, { headers: hostess.headers })).status).toBe(403);
    expect((await call("nobody", seeReplies, { headers: hostess.headers, body: { ids: all } })).status).toBe(403);
    const [result] = (await call("nobody", openTask, { params: { id: jounieh }, headers: hostess.headers })).answer.results;
    expect(result).toMatchObject({ delivery: "replied", replies: [] });
    expect((await call("nobody", settleReplies, { headers: hostess.headers, body: { ids: all, how: "none" } })).status).toBe(403);
    expect([await settle(all, "none", here), await unread(), await unread(here)]).toEqual([1, 1, 0]);
  });

  it("waits for a decision where it sounds like a no, also after the words are gone, and only where the guest was written to", async () => {
    const waiting = async (by?: By) => [(await list(by)).undecided, (await call(as(by)[0], health, as(by)[1])).answer.sending?.undecided];
    const nour = { name: "Nour", phone: "+961 3 777 001", digits: NUMBER, branch: "jounieh" };
    await makeRole("writer", ["nav_customer_service"]);
    await makeRole("sender", ["send_all"]);
    const here = await makePerson("here", { roles: ["writer"], branches: ["jounieh"] });
    const elsewhere = await makePerson("elsewhere", { roles: ["writer"], branches: ["batroun"] });
    const nowhere = await makePerson("nowhere", { roles: ["writer"], branches: ["zgharta"] });
    const sender = await makePerson("sender", { roles: ["sender"] });
    await letter("Nour", "03 777001", "batroun");
    pass(25 * 3_600); // the same words go out once a day
    await letter();
    await writes("please stop sending me these messages", { seconds: 60 });
    await see((await list()).replies.map(({ id }) => id));
    expect([await waiting(), await waiting(here), await waiting(elsewhere), await waiting(nowhere)]).toMatchObject([
      [[nour], 1],
      [[nour], 1],
      [[{ ...nour, branch: "batroun" }], 1],
      [[], 0],
    ]);
    // Who may not decide reads that it waits, and is not told to decide.
    expect(await waiting(sender)).toMatchObject([[nour], 0]);
    pass(8 * 24 * 3_600);
    expect(await list()).toMatchObject({ undecided: [{ digits: NUMBER }], replies: [], unread: 0 });
    await call("admin", setOptOut, { body: { phones: "03 777001", opted_out: false, was_no_no: true } });
    expect(await waiting()).toEqual([[], 0]);
  });

  it("names who said no by a word within the week, and only where the guest was written to; staff's own notes stand elsewhere", async () => {
    await makeRole("writer", ["nav_customer_service"]);
    const here = await makePerson("here", { roles: ["writer"], branches: ["jounieh"] });
    const nowhere = await makePerson("nowhere", { roles: ["writer"], branches: ["zgharta"] });
    const noes = async (by?: By) => (await list(by)).said_no;
    await letter();
    await letter("Rami", "03 888002");
    await call("admin", setOptOut, { body: { phones: "03 888002", opted_out: true } });
    await writes("توقف", { seconds: 60 });
    const nour = { name: "Nour", phone: "+961 3 777 001", digits: NUMBER, branch: "jounieh" };
    expect([await noes(), await noes(here), await noes(nowhere)]).toMatchObject([[nour], [nour], []]);
    await letter("Lea", "03 999003");
    await writes("please stop sending me these messages", { seconds: 60, from: "9613999003" });
    await call("admin", setOptOut, { body: { phones: "03 999003", opted_out: true } });
    expect(await noes(), "and who wrote a sentence that somebody has decided is a no").toMatchObject([nour, { name: "Lea" }]);
    pass(8 * 24 * 3_600);
    expect(await noes()).toEqual([]);
  });

  it("is erased with the person, stands in no log, and what they wrote is told again in vain", async () => {
    await letter();
    await writes("my secret words", { seconds: 60 });
    expect((await call("admin", erasePersonalData, { body: { id: "", phones: "03 777001" } })).status).toBe(200);
    await writes("my secret words", { seconds: 60 });
    expect((await list()).replies).toEqual([]);
    expect(rows(path.join(data, "hub.db"), "SELECT * FROM guest_reply")).toEqual([]);
    const logs = readdirSync(path.join(data, "logs")).map((name) => readFileSync(path.join(data, "logs", name), "utf8"));
    expect(logs.join("")).not.toContain("secret words");
    expect((await call("admin", listCampaigns, { query: {} })).answer.campaigns).toMatchObject([{ replied: 1 }]);
  });
});

describe("what a guest wrote is dealt with", () => {
  it("by whoever says so, with their name and the time, and waits again once somebody takes that back", async () => {
    await makeRole("writer", ["nav_customer_service"]);
    const rima = await makePerson("rima", { roles: ["writer"] });
    await letter();
    await writes("Thank you", { seconds: 60 });
    const ids = (await list()).replies.map(({ id }) => id);
    pass(600);
    expect(await settle(ids, "answered", rima)).toBe(1);
    expect((await list()).replies).toMatchObject([{ done: { how: "answered", name: "rima", at: now().toISOString() } }]);
    expect([await settle(ids), await unread()], "what somebody has dealt with stays said of them").toEqual([0, 0]);
    const { entries } = (await call("admin", listAudit, { query: { group: "messages" } })).answer;
    expect(entries.map(({ what }) => what)).toContain("A guest's reply said to be answered");
    expect([await settle(ids, "open"), await unread()]).toEqual([1, 1]);
    expect((await list()).replies).toMatchObject([{ done: null }]);
  });

  it("by whoever notes that it was a no", async () => {
    await letter();
    await writes("please stop sending me these messages", { seconds: 60 });
    expect(await unread()).toBe(1);
    pass(120);
    expect((await call("admin", setOptOut, { body: { phones: "03 777001", opted_out: true } })).status).toBe(200);
    expect(await unread()).toBe(0);
    expect((await list()).replies).toMatchObject([{ done: { how: "none", name: "admin" } }]);
  });

  it("stays a question where a no is noted of somebody who wrote none", async () => {
    await letter();
    await writes("Do you have a table for six?", { seconds: 60 });
    pass(120);
    expect((await call("admin", setOptOut, { body: { phones: "03 777001", opted_out: true } })).status).toBe(200);
    expect(await unread()).toBe(1);
  });

  it("by the reservation that it answers, of which nobody has to do anything", async () => {
    await letter();
    const talk = `INSERT INTO reservation_talk (id, branch, reservation_id, digits, kind, said, at, taken) VALUES
      ('t', 'jounieh', 'r', '${NUMBER}', 'reminder', 'told', '${now().toISOString()}', 1)`;
    alter(path.join(data, "hub.db"), talk);
    await writes("Confirm", { seconds: 60 });
    expect(await list()).toMatchObject({ unread: 0, replies: [{ text: "Confirm", done: { how: "reservation", name: "" } }] });
  });
});

const answer = (ids: string[], message: string, by?: By, again = false) =>
  call(as(by)[0], answerReplies, { ...as(by)[1], branch: "batroun", body: { ids, message, again } });
const idsOf = async (by?: By) => (await list(by)).replies.map(({ id }) => id);
const answers = async () => (await list()).answers;

describe("an answer from the screen", () => {
  it("goes by the number that the guest wrote to, of the branch that wrote to them, and the words are answered by its writer", async () => {
    await makeRole("writer", ["nav_customer_service"]);
    const rima = await makePerson("rima", { roles: ["writer"] });
    await letter();
    const other = await started("pc-2", "baileys:9613000002");
    await writes("A table for six?", { seconds: 60 });
    pass(3_600);
    const { status, answer: queued } = await answer(await idsOf(), "With pleasure, {name}.", rima);
    expect([status, queued.enqueued]).toEqual([200, 1]);
    expect(await list()).toMatchObject({
      unread: 0,
      replies: [{ done: { how: "letter", name: "rima", at: now().toISOString() } }],
      answers: [{ digits: NUMBER, text: "With pleasure, Nour.", by: "rima", status: "PENDING" }],
    });
    expect((await call("admin", openTask, { params: { id: queued.task_id ?? "" } })).answer).toMatchObject({
      kind: "service",
      branch: "jounieh",
    });
    await pc.beat();
    await other.beat();
    expect(await other.claim(), "the guest wrote to the other number").toEqual([]);
    const [item] = await pc.claim();
    if (!item) throw new Error("nothing to claim");
    expect(item).toMatchObject({ text: "With pleasure, Nour." });
    await pc.begin(item);
    await pc.say(item, { outcome: "accepted", provider_id: null });
    expect(await answers()).toMatchObject([{ status: "SENT", worker: "pc-1" }]);
  });

  it("that did not go leaves the words waiting for everybody, and says why", async () => {
    await letter();
    await writes("A table for six?", { seconds: 60 });
    pass(3_600);
    await answer(await idsOf(), "With pleasure.");
    await pc.beat();
    const [item] = await pc.claim();
    if (!item) throw new Error("nothing to claim");
    await pc.begin(item);
    await pc.say(item, { outcome: "not_sent", fault: "recipient", code: "131026", detail: "Not on WhatsApp." });
    expect(await list()).toMatchObject({
      unread: 1,
      replies: [{ done: null }],
      answers: [{ status: "FAILED", error: expect.stringContaining("Not on WhatsApp.") }],
    });
    expect([await settle(await idsOf(), "answered"), await unread()], "they were called").toEqual([1, 0]);
  });

  it("waits for the PC of that number, and says which to start", async () => {
    await letter();
    const other = await started("pc-2", "baileys:9613000002");
    await writes("A table for six?", { seconds: 60 });
    pass(3_600);
    await other.beat();
    await answer(await idsOf(), "With pleasure.");
    expect(await answers()).toMatchObject([
      { status: "PENDING", error: "Only pc-1 may send it, to which the guest wrote. It is off: start pc-1." },
    ]);
  });

  it("reaches who wrote to an official number for a day, in these words and in no template's", async () => {
    const cloud = await started("pc-2", "cloud:1");
    await letter();
    await writes("And now?", { to: cloud });
    const ids = await idsOf();
    const until = new Date(now().getTime() + 23.75 * 3_600_000).toISOString();
    expect((await list()).free).toEqual([{ digits: NUMBER, now: true, until }]);
    pass(23.5 * 3_600);
    expect((await answer(ids, "Now too.")).answer.enqueued).toBe(1);
    await cloud.beat();
    const [item] = await cloud.claim();
    expect([item?.text, item?.template]).toEqual(["Now too.", null]);
    pass(16 * 60);
    expect((await list()).free).toMatchObject([{ now: false }]);
    const late = await answer(ids, "Late", undefined, true);
    expect(late).toMatchObject({ status: 409, answer: { error: expect.stringMatching(/more than 24 hours ago.*Nothing was queued/) } });
  });

  it("of a second person who read the same words is refused, until they have seen the first one's", async () => {
    await makeRole("writer", ["nav_customer_service"]);
    const rima = await makePerson("rima", { roles: ["writer"] });
    await letter();
    await writes("A table for six?", { seconds: 60 });
    pass(60);
    const ids = await idsOf();
    await answer(ids, "With pleasure.", rima);
    const second = await answer(ids, "Sorry, we are full.");
    expect(second).toMatchObject({ status: 409, answer: { error: expect.stringContaining("rima has dealt with this at") } });
    expect(await answers()).toHaveLength(1);
    expect((await answer(ids, "On the terrace.", undefined, true)).answer.enqueued).toBe(1);
    expect((await answers())?.map(({ text }) => text)).toEqual(["With pleasure.", "On the terrace."]);
  });

  it("is written by those alone who may write letters, of branches that are theirs, and to nobody who said no", async () => {
    await makeRole("writer", ["nav_customer_service"]);
    await makeRole("sender", ["send_all"]);
    const sender = await makePerson("sender", { roles: ["sender"] });
    const elsewhere = await makePerson("elsewhere", { roles: ["writer"], branches: ["batroun"] });
    await letter();
    await writes("A table for six?", { seconds: 60 });
    const ids = await idsOf();
    expect((await answer(ids, "Yes", sender)).status).toBe(403);
    expect((await answer(ids, "Yes", elsewhere)).status).toBe(404);
    await call("admin", setOptOut, { body: { phones: "03 777001", opted_out: true } });
    expect((await answer(ids, "Yes")).answer).toMatchObject({ enqueued: 0, skipped: [{ reason: expect.stringMatching(/no/i) }] });
    expect([await unread(), await answers()]).toEqual([1, []]);
  });

  it("to whoever wrote first is the branch's that is chosen, which has written to them from then on", async () => {
    const cloud = await started("pc-2", "cloud:1");
    await writes("Are you open?", { from: "9613999999", to: cloud });
    expect((await list()).replies).toMatchObject([{ branch: "", written_since: "" }]);
    await answer(await idsOf(), "Until late.");
    const [item] = await cloud.claim();
    if (!item) throw new Error("nothing to claim");
    await cloud.begin(item);
    pass(60);
    await cloud.say(item, { outcome: "accepted", provider_id: "wamid.1" });
    expect((await list()).replies).toMatchObject([{ branch: "", written_since: "batroun", done: { how: "letter" } }]);
  });

  it("is erased with the person", async () => {
    await letter();
    await writes("A table for six?", { seconds: 60 });
    pass(3_600);
    await answer(await idsOf(), "With pleasure.");
    await pc.beat();
    const [item] = await pc.claim();
    if (!item) throw new Error("nothing to claim");
    await pc.begin(item);
    await pc.say(item, { outcome: "accepted", provider_id: null });
    expect((await call("admin", erasePersonalData, { body: { id: "", phones: "03 777001" } })).status).toBe(200);
    expect(await list()).toMatchObject({ replies: [], answers: [], unread: 0 });
  });
});

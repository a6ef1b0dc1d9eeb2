import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
import type { BodyOf } from "@/lib/api/endpoint";
import { optedOut, setOptOut } from "@/lib/opt-outs/contract";
import { openCampaign } from "@/lib/queue/birthday-campaign/contract";
import { enqueue } from "@/lib/queue/contract";
import { cancelAll, resetCancel } from "@/lib/queue/pause/contract";
import { inbound } from "@/lib/queue/workers/contract";
import { clockAt } from "../support/clocks";
import { bringIn } from "../support/guests";
import { call, enterHouse } from "../support/house";
import { hubEvents } from "../support/hub-events";
import { type MadePerson, makePerson, makeRole } from "../support/people";
import { started, type WorkerPc } from "../support/queue";
import { rows } from "../support/stores";
import { BIRTHDAY, make } from "../support/vouchers";

/** A guest says no in a sentence: a person decides what was meant, and until then nothing goes to them. */

const SINCE = "2026-11-20T12:00:00.000Z";
const MAYA = { name: "Maya", phone: "03 111111" };
let data = "";
let pc: WorkerPc;

beforeEach(async () => {
  data = enterHouse();
  clockAt(SINCE);
  pc = await started("pc-1", "baileys:9613000001");
});

const writes = async (text: string, at = SINCE) => {
  const body = { worker_id: pc.worker_id, boot_id: pc.boot_id, messages: [{ from: "9613111111", text, at }] };
  expect((await call("worker", inbound, { body })).status).toBe(200);
};
function addMenu(): void {
  mkdirSync(path.join(data, "menus"), { recursive: true });
  writeFileSync(path.join(data, "menus", "menu.pdf"), "%PDF-1.4");
}
const greet = async () => (await call("admin", enqueue, { body: { items: [MAYA], campaign: "birthday", date: "2026-11-20" } })).answer;
const asked = async () => (await call("staff", optedOut, { body: { phones: ["03 222222", MAYA.phone] } })).answer;
const decide = (opted_out: boolean, was_no_no = false) => call("staff", setOptOut, { body: { phones: MAYA.phone, opted_out, was_no_no } });
const stands = () => rows(path.join(data, "hub.db"), "SELECT status, last_code FROM queue_item ORDER BY created_at, id");

it("marks the guest for a person, and is neither a no nor a yes", async () => {
  await writes("please stop sending me these messages");
  expect(await asked()).toEqual({ opted_out: [], agreed: [], unsure: [{ index: 1, since: SINCE }] });
});

it("keeps no word of what was written", async () => {
  await writes("please stop sending me these messages, it is Maya");
  expect(JSON.stringify(rows(path.join(data, "hub.db"), "SELECT * FROM sounds_like_no"))).not.toContain("Maya");
});

describe("lets nothing into the queue and says why", () => {
  // One who is left out stands in the answer, as those who said no do.
  const REFUSED = {
    enqueued: 0,
    skipped: [{ reason: expect.stringMatching(/sounds like a no.*Nothing goes to them until somebody decides/) }],
  };

  it.each(["admin", "staff"] as const)("of a birthday, a letter or a menu, whoever asks: %s", async (who) => {
    addMenu();
    await writes("STOP please");
    const bodies: BodyOf<typeof enqueue>[] = [
      { items: [MAYA], campaign: "birthday", date: "2026-11-20" },
      { items: [{ ...MAYA, message: "Good evening" }] },
      { items: [{ ...MAYA, message: "Good evening" }], campaign: "service" },
      { items: [{ ...MAYA, table_name: "2026-11-20 table 12" }] },
    ];
    for (const body of bodies) {
      const { status, answer } = await call(who, enqueue, { body });
      if (status === 403) expect([who, body.campaign]).toEqual(["staff", "birthday"]);
      else expect([status, answer]).toMatchObject([200, REFUSED]);
    }
  });

  it("also where they wrote from another of their numbers", async () => {
    await writes("STOP please");
    const { answer } = await call("admin", enqueue, {
      body: { items: [{ name: "Maya", phone: "71 222333 / 03 111111", message: "Hello" }] },
    });
    expect(answer).toMatchObject(REFUSED);
  });
});

it.each([
  ["letter", { message: "Good evening" }],
  ["menu", { table_name: "2026-11-20 table 12" }],
])("holds a %s that waits already, until somebody has decided", async (_, what) => {
  addMenu();
  await call("admin", enqueue, { body: { items: [{ ...MAYA, ...what }] } });
  await writes("STOP please");
  const [item] = await pc.claim();
  if (!item) throw new Error("nothing to claim");
  expect((await pc.begin(item)).answer).toMatchObject({ go: false, reason: "paused", detail: expect.stringContaining("sounds like a no") });
  expect((await decide(false, true)).status).toBe(200);
  const [again] = await pc.claim();
  if (!again) throw new Error("nothing to claim");
  expect((await pc.begin(again)).answer.go).toBe(true);
});

it("holds what waits, and lets it go as soon as somebody has found that it was no no", async () => {
  expect((await greet()).enqueued).toBe(1);
  await writes("ما بدي رسائل");
  const [item] = await pc.claim();
  if (!item) throw new Error("nothing to claim");
  expect((await pc.begin(item)).answer).toMatchObject({ go: false, reason: "paused", detail: expect.stringContaining("sounds like a no") });
  expect(stands()).toEqual([{ status: "PENDING", last_code: "UNDECIDED" }]);
  expect(await pc.claim()).toEqual([]);
  expect((await decide(false, true)).status).toBe(200);
  expect(await asked(), "nothing was agreed to").toEqual({ opted_out: [], agreed: [], unsure: [] });
  const [again] = await pc.claim();
  if (!again) throw new Error("nothing to claim");
  expect((await pc.begin(again)).answer.go).toBe(true);
});

it("is over with Opt out: what waits does not go", async () => {
  await greet();
  await writes("arrêtez svp");
  await decide(true);
  expect(stands()).toEqual([{ status: "FAILED", last_code: "OPT_OUT" }]);
  expect(await asked()).toMatchObject({ opted_out: [{ index: 1 }], unsure: [] });
});

it("is over when the guest says themselves what was meant", async () => {
  await writes("stop it please, I mean it");
  await writes("START", "2026-11-20T11:59:00.000Z");
  expect(await asked(), "a word from before says nothing of it").toMatchObject({ unsure: [{ index: 1 }] });
  clockAt("2026-11-20T12:05:00Z");
  await writes("START", "2026-11-20T12:04:00.000Z");
  expect(await asked()).toMatchObject({ opted_out: [], unsure: [] });
});

it("is not asked about again when the same words are told once more, or late; new words are", async () => {
  clockAt("2026-11-20T13:00:00Z");
  await writes("please stop sending me these messages");
  await decide(false, true);
  await writes("please stop sending me these messages");
  await writes("stop sending", "2026-11-20T12:30:00.000Z");
  expect(await asked()).toMatchObject({ unsure: [] });
  clockAt("2026-11-20T13:10:00Z");
  await writes("I said stop sending", "2026-11-20T13:05:00.000Z");
  expect(await asked()).toMatchObject({ unsure: [{ index: 1, since: "2026-11-20T13:05:00.000Z" }] });
});

describe("that it was no no", () => {
  const decideAs = ({ headers }: MadePerson, opted_out: boolean, was_no_no = false, phones = MAYA.phone) =>
    call("nobody", setOptOut, { headers, body: { phones, opted_out, was_no_no } });
  const isOpen = async () => expect(await asked()).toMatchObject({ unsure: [{ index: 1 }] });

  it("is said by nobody who may not read what guests write, in whatever words; their no is noted by all", async () => {
    for (const [role, keys] of [
      ["door", ["create_table"]],
      ["search", ["nav_guest_search"]],
    ] as const) {
      await makeRole(role, [...keys]);
      const person = await makePerson(role, { roles: [role] });
      await writes("please stop sending me these messages");
      for (const was_no_no of [true, false]) {
        const { status, answer } = await decideAs(person, false, was_no_no);
        const refused = [403, "forbidden", expect.stringMatching(/may read what guests write.*Nothing was changed/)];
        expect([status, answer.code, answer.error], String(was_no_no)).toEqual(refused);
      }
      await isOpen();
    }
    const door = await makePerson("door 2", { roles: ["door"] });
    expect((await decideAs(door, true)).status).toBe(200);
    expect(hubEvents(data, "guest.meant_no_no")).toEqual([]);
  });

  it("is not said by way of a no that is noted and taken back", async () => {
    await makeRole("door", ["create_table"]);
    const door = await makePerson("door", { roles: ["door"] });
    await writes("please stop sending me these messages");
    clockAt("2026-11-20T12:01:00Z");
    expect((await decideAs(door, true)).status).toBe(200);
    expect(await decideAs(door, false)).toMatchObject({ status: 403, answer: { error: expect.stringMatching(/sounds like a no/) } });
    expect(await asked()).toMatchObject({ opted_out: [{ index: 1 }] });
    expect((await decide(false)).status, "whoever reads what guests write takes it back").toBe(200);
    expect((await decideAs(door, true, false, "03 222222")).status).toBe(200);
    expect((await decideAs(door, false, false, "03 222222")).status, "of a guest who wrote nothing, staff do as before").toBe(200);
  });

  it("is said in the branches alone that have sent that guest a message, number by number", async () => {
    await makeRole("writer", ["nav_customer_service"]);
    const here = await makePerson("here", { roles: ["writer"], branches: ["jounieh"] });
    const elsewhere = await makePerson("elsewhere", { roles: ["writer"], branches: ["batroun"] });
    const there = await makePerson("there", { roles: ["writer"], branches: ["zgharta"] });
    const letter = async (phone: string, branch: string) => {
      await call("admin", enqueue, { branch, body: { items: [{ name: "Maya", phone, message: `From ${branch}` }] } });
      await pc.beat();
      const [item] = await pc.claim();
      if (!item) throw new Error("nothing to claim");
      expect((await pc.begin(item)).answer.go).toBe(true);
      expect(await pc.say(item, { outcome: "accepted", provider_id: null })).toBe("applied");
    };
    await call("admin", enqueue, { branch: "jounieh", body: { items: [{ name: "Maya", phone: MAYA.phone, message: "Never sent" }] } });
    await call("admin", cancelAll, { branch: "jounieh" });
    await call("admin", resetCancel, { branch: "jounieh" });
    await letter("71 222333", "batroun");
    clockAt("2026-11-20T12:00:30Z");
    await letter(MAYA.phone, "zgharta");
    clockAt("2026-11-20T12:01:00Z");
    await writes("please stop sending me these messages", "2026-11-20T12:01:00.000Z");
    const theirs = "03 111111 / 71 222333";
    for (const [person, phones] of [
      [here, MAYA.phone],
      [elsewhere, MAYA.phone],
      [elsewhere, theirs],
    ] as const) {
      const { status, answer } = await decideAs(person, false, true, phones);
      expect([status, answer.error]).toEqual([403, expect.stringMatching(/of your branches .*every branch.*Nothing was changed/)]);
      expect((await decideAs(person, false, false, phones)).status).toBe(403);
    }
    await isOpen();
    expect((await decideAs(there, false, true, theirs)).status).toBe(200);
    expect(await asked()).toMatchObject({ unsure: [] });
  });

  it("is noted once, with whose words they were", async () => {
    await writes("please stop sending me these messages");
    await call("staff", setOptOut, { body: { phones: `71 222333 / ${MAYA.phone}`, opted_out: false, was_no_no: true } });
    expect((await decide(false, true)).status).toBe(200);
    expect(hubEvents(data, "guest.meant_no_no")).toMatchObject([{ subjects: ["+9613 ••• •11"] }]);
  });
});

it("leaves the guest out of a birthday campaign, with the reason", async () => {
  await bringIn(["Maya,03111111,20/11", "Rima,03922222,20/11"]);
  await make();
  await writes("please stop sending me these messages");
  const { guests } = (await call("admin", openCampaign, { query: { date: BIRTHDAY } })).answer;
  expect(guests.find(({ name }) => name === "Maya")).toMatchObject({ state: "left_out", sendable: false, why: "Said no?" });
  expect(guests.find(({ name }) => name === "Rima")).toMatchObject({ state: "ready" });
});

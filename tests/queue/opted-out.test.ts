import path from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
import { listAudit } from "@/lib/audit/contract";
import { optedOut, setOptOut } from "@/lib/opt-outs/contract";
import { inbound } from "@/lib/queue/workers/contract";
import { clockAt } from "../support/clocks";
import { call, enterHouse, type Person } from "../support/house";
import { hubEvents } from "../support/hub-events";
import { type MadePerson, makePerson, makeRole } from "../support/people";
import { WorkerPc, write } from "../support/queue";
import { alter, rows } from "../support/stores";

let data = "";
const SINCE = "2026-11-20T12:00:00.000Z";
let pc: WorkerPc;

beforeEach(async () => {
  data = enterHouse();
  clockAt(SINCE);
  pc = new WorkerPc("pc-1");
  await pc.start();
});

async function writes(from: string, text: string, at = SINCE): Promise<void> {
  const body = { worker_id: pc.worker_id, boot_id: pc.boot_id, messages: [{ from, text, at }] };
  expect((await call("worker", inbound, { body })).status).toBe(200);
}

const ask = async (...phones: string[]) => (await call("staff", optedOut, { body: { phones } })).answer.opted_out;

it("names who said no, since when and by what, however the number is written, and by any of their numbers", async () => {
  await writes("9613111111", "STOP");
  clockAt("2026-11-20T13:00:00Z");
  const asked = ["03 111111", "+961 3 111 111", "71 222333 / 03/111111", "03 222222", "", "no number"];
  expect(await ask(...asked)).toEqual([0, 1, 2].map((index) => ({ index, since: SINCE, by: "keyword" })));
});

it("noted by staff once more counts from then on, and stays the guest's own word", async () => {
  await writes("9613111111", "STOP");
  clockAt("2026-11-20T13:00:00Z");
  await call("staff", setOptOut, { body: { phones: "03 111111", opted_out: true } });
  expect(await ask("03 111111")).toEqual([{ index: 0, since: "2026-11-20T13:00:00.000Z", by: "keyword" }]);
});

it("is the guest's own word from when they say it themselves, also where it is told late", async () => {
  clockAt("2026-11-20T13:00:00Z");
  await call("staff", setOptOut, { body: { phones: "03 111111", opted_out: true } });
  await writes("9613111111", "STOP", "2026-11-20T12:30:00Z");
  const own = [{ index: 0, since: "2026-11-20T13:00:00.000Z", by: "keyword" }];
  expect(await ask("03 111111"), "and counts from the later one").toEqual(own);
});

describe("what a guest has said themselves", () => {
  const allow = (who: Person | MadePerson, reason?: string, phones = "03 111111") => {
    const made = typeof who === "string" ? null : who;
    return call(made ? "nobody" : (who as Person), setOptOut, { headers: made?.headers, body: { phones, opted_out: false, reason } });
  };

  it.each([["by a word"], ["to WhatsApp"], ["by a word, and a hostess noted it as well"]])(
    "is not taken back by staff, %s",
    async (way) => {
      if (way === "to WhatsApp")
        alter(
          path.join(data, "hub.db"),
          `INSERT INTO recipient (digits, opted_out_at, opted_out_by) VALUES ('9613111111', '${SINCE}', 'provider')`,
        );
      else await writes("9613111111", "STOP");
      if (way.includes("hostess")) await call("staff", setOptOut, { body: { phones: "03 111111", opted_out: true } });
      const { status, answer } = await allow("staff", "She asked for it at the table.");
      expect({ status, code: answer.code, error: answer.error }).toEqual({
        status: 403,
        code: "forbidden",
        error: expect.stringMatching(/said no themselves\..* writes \w+ to .*may do everything.*Nothing was changed/),
      });
      expect((await allow("staff", "why", "03 222222 / 03 111111")).status, "among other numbers").toBe(403);
      expect(await ask("03 111111")).toHaveLength(1);
    },
  );

  it("begins again by the guest's own word, and what staff wrote is taken back by staff", async () => {
    await writes("9613111111", "STOP", "2026-11-20T11:00:00Z");
    await writes("9613111111", "START", "2026-11-20T11:30:00Z");
    expect(await ask("03 111111")).toEqual([]);
    await call("staff", setOptOut, { body: { phones: "03 111111", opted_out: true } });
    expect((await allow("staff")).status).toBe(200);
    expect(await ask("03 111111")).toEqual([]);
  });

  it("begins again by somebody who may do everything everywhere, with a reason that stands in the trail", async () => {
    await writes("9613111111", "STOP");
    const local = await makePerson("local", { roles: ["admin"], branches: ["batroun"] });
    expect((await allow(local, "She asked for it.")).status).toBe(403);
    for (const nothing of [undefined, "", "   "]) {
      const { status, answer } = await allow("admin", nothing);
      expect([status, answer.issues]).toEqual([400, [{ path: "reason", message: expect.stringMatching(/why/) }]]);
    }
    expect(await ask("03 111111")).toHaveLength(1);
    expect((await allow("admin", "She wrote it to the manager, who has the letter.")).status).toBe(200);
    expect(await ask("03 111111")).toEqual([]);
    const { entries } = (await call("admin", listAudit, { query: { group: "messages" } })).answer;
    expect(entries[0]).toMatchObject({
      who: { name: "admin" },
      what: "A guest takes messages again, who had said no themselves: She wrote it to the manager, who has the letter.",
      subjects: ["+9613 ••• •11"],
    });
  });

  it("is not taken for no no afterwards, by nobody, and no trail says so", async () => {
    await writes("9613111111", "STOP");
    for (const who of ["staff", "admin"] as const) {
      const body = { phones: "03 111111", opted_out: false, was_no_no: true, reason: "She did not mean it." };
      const { status, answer } = await call(who, setOptOut, { body });
      expect([status, answer.code, answer.error]).toEqual([
        409,
        "conflict",
        expect.stringMatching(/said no themselves\..* writes START to .*Nothing was changed/),
      ]);
    }
    expect(await ask("03 111111")).toHaveLength(1);
    expect(hubEvents(data, "guest.meant_no_no")).toEqual([]);
  });
});

it("noted by staff is taken back as such, and not by saying that the guest's words were no no", async () => {
  await call("staff", setOptOut, { body: { phones: "03 111111", opted_out: true } });
  const { status, answer } = await call("staff", setOptOut, { body: { phones: "03 111111", opted_out: false, was_no_no: true } });
  expect([status, answer.error]).toEqual([409, expect.stringMatching(/wants no messages.*Nothing was changed/)]);
  expect(await ask("03 111111")).toHaveLength(1);
  expect(hubEvents(data, "guest.meant_no_no")).toEqual([]);
});

it("names in the trail whose no it was, but for the middle of their number, and the messages that it stopped", async () => {
  await write([{ name: "Maya", phone: "03 111111" }]);
  await call("staff", setOptOut, { body: { phones: "03 111111 / 71 222333", opted_out: true } });
  const [{ id }] = rows<{ id: string }>(path.join(data, "hub.db"), "SELECT id FROM queue_item") as [{ id: string }];
  expect(hubEvents(data, "guest.opted_out").map(({ subjects }) => subjects)).toEqual([["+9613 ••• •11", id], ["+96171 ••• •33"]]);
  await call("staff", setOptOut, { body: { phones: "71 222333", opted_out: false } });
  expect(hubEvents(data, "guest.opted_in").map(({ subjects }) => subjects)).toEqual([["+96171 ••• •33"]]);
});

it("names nobody who only wrote, or who said yes again", async () => {
  await writes("9613111111", "Thank you for the evening");
  await writes("9613222222", "STOP", "2026-11-20T11:00:00.000Z");
  await writes("9613222222", "START");
  expect(await ask("03 111111", "03 222222")).toEqual([]);
});

it("is not mistaken in somebody abroad whose last digits are the same", async () => {
  await writes("33671234567", "STOP");
  expect(await ask("71 234567")).toEqual([]);
  expect(await ask("+33 6 71 23 45 67")).toHaveLength(1);
});

it("holds against a yes that was written before it and told after it", async () => {
  await writes("9613111111", "STOP");
  await writes("9613111111", "START", "2026-11-20T11:00:00Z");
  expect(await ask("03 111111")).toEqual([{ index: 0, since: SINCE, by: "keyword" }]);
  clockAt("2026-11-20T13:00:00Z");
  await writes("9613111111", "START", "2026-11-20T12:30:00Z");
  expect(await ask("03 111111")).toEqual([]);
});

it("counts from when it was written, and a later no from then on", async () => {
  clockAt("2026-11-20T18:00:00Z");
  await writes("9613111111", "STOP", "2026-11-20T13:00:00Z");
  expect(await ask("03 111111")).toMatchObject([{ since: "2026-11-20T13:00:00.000Z" }]);
  await writes("9613111111", "STOP", "2026-11-20T15:00:00Z");
  await writes("9613111111", "START", "2026-11-20T14:00:00Z");
  expect(await ask("03 111111")).toMatchObject([{ since: "2026-11-20T15:00:00.000Z" }]);
});

it("is not put off into the future by a clock that is wrong", async () => {
  await writes("9613111111", "STOP", "2028-01-01T00:00:00Z");
  expect(await ask("03 111111")).toMatchObject([{ since: SINCE }]);
  clockAt("2026-11-20T12:05:00Z");
  await writes("9613111111", "START", "2026-11-20T12:05:00Z");
  expect(await ask("03 111111")).toEqual([]);
});

it("of a member of the house holds against a yes that was written before", async () => {
  await call("staff", setOptOut, { body: { phones: "03 111111", opted_out: true } });
  await writes("9613111111", "START", "2026-11-20T11:59:00Z");
  expect(await ask("03 111111")).toMatchObject([{ by: "staff", name: expect.stringMatching(/./) }]);
});

it("does not become older by an earlier no that is told later: a yes from in between opens nothing", async () => {
  clockAt("2026-11-20T18:00:00Z");
  await writes("9613111111", "STOP", "2026-11-20T15:00:00Z");
  await writes("9613111111", "STOP", "2026-11-20T13:00:00Z");
  await writes("9613111111", "START", "2026-11-20T14:00:00Z");
  expect(await ask("03 111111")).toMatchObject([{ since: "2026-11-20T15:00:00.000Z" }]);
});

it("is taken back by that guest's yes alone, which is written down", async () => {
  await writes("9613111111", "STOP");
  await writes("9613222222", "STOP");
  clockAt("2026-11-20T12:05:00Z");
  await writes("9613222222", "START", "2026-11-20T12:05:00Z");
  expect(await ask("03 111111", "03 222222")).toMatchObject([{ index: 0 }]);
  const happened = rows<{ kind: string }>(
    path.join(data, "hub.db"),
    "SELECT kind FROM event WHERE kind LIKE 'guest.opted%' ORDER BY rowid",
  );
  expect(happened.map(({ kind }) => kind)).toEqual(["guest.opted_out", "guest.opted_out", "guest.opted_in"]);
});

it("stops what waits for that guest, and nobody else's", async () => {
  await write([
    { name: "Maya", phone: "03 111111" },
    { name: "Maya", phone: "03 111111", message: "Other words" },
    { name: "Rami", phone: "03 222222" },
  ]);
  expect(await pc.claim(), "a worker has one of them in its hands").toHaveLength(1);
  await writes("9613111111", "STOP");
  expect(rows(path.join(data, "hub.db"), "SELECT name, status FROM queue_item ORDER BY name")).toEqual([
    { name: "Maya", status: "FAILED" },
    { name: "Maya", status: "FAILED" },
    { name: "Rami", status: "PENDING" },
  ]);
});

it("by one of a guest's numbers keeps messages from the others", async () => {
  await writes("96171222333", "STOP");
  const { answer } = await write([
    { name: "Maya", phone: "03 111111 | 71 222333" },
    { name: "Rami", phone: "03 444444" },
  ]);
  expect(answer).toMatchObject({ enqueued: 1, skipped: [{ name: "Maya", reason: "The guest has said no to messages." }] });
});

it("is said, and taken back, in every word of a switch, and by nothing else", async () => {
  const say = (opted_out: unknown) => call("staff", setOptOut, { body: { phones: "03 111111", opted_out } as never });
  for (const yes of ["yes", "1", 1, "ON", "true", true]) {
    expect((await say(yes)).answer.opted_out, String(yes)).toBe(true);
    expect(await ask("03 111111")).toHaveLength(1);
    expect((await say(yes === 1 ? 0 : "no")).answer.opted_out).toBe(false);
    expect(await ask("03 111111")).toEqual([]);
  }
  for (const unclear of ["maybe", "", 2, null, undefined]) {
    const { status, answer } = await say(unclear);
    expect([status, answer.error], String(unclear)).toEqual([400, expect.stringContaining("Say true or false")]);
  }
});

it("is told beside who has agreed to offers, how and since when, until they take it back", async () => {
  const agreed = async (...phones: string[]) => (await call("staff", optedOut, { body: { phones } })).answer.agreed;
  expect(await agreed("03 111111", "03 222222")).toEqual([]);
  await call("staff", setOptOut, { body: { phones: "03 111111 / 71 444555", opted_out: false } });
  const told = { index: 1, since: SINCE, by: "staff" };
  expect(await agreed("03 222222", "+961 71 444 555")).toEqual([told]);
  await writes("9613222222", "START");
  expect(await agreed("03 222222", "03 111111")).toMatchObject([{ index: 0, by: "inbound" }, told]);
  await writes("9613111111", "STOP");
  await writes("96171444555", "STOP");
  expect(await agreed("03 111111 / 71 444555")).toEqual([]);
});

describe("what staff noted, in a group whose people are limited to branches", () => {
  const HOST = { roles: ["hostess"], branches: ["jounieh"] };
  const put = (who: MadePerson, opted_out: boolean, phones = "03 111111") =>
    call("nobody", setOptOut, { headers: who.headers, body: { phones, opted_out } });
  let jounieh: MadePerson;
  let batroun: MadePerson;
  beforeEach(async () => {
    await makeRole("hostess", ["create_table"]);
    jounieh = await makePerson("rima", HOST);
    batroun = await makePerson("tony", { roles: ["hostess"], branches: ["batroun"] });
  });

  it("counts only messages of the caller's own branches, and stops all", async () => {
    await write([{ name: "Maya", phone: "03 111111" }]);
    alter(path.join(data, "hub.db"), "UPDATE queue_item SET branch = 'batroun'");
    expect((await put(jounieh, true)).answer).toEqual({ opted_out: true, numbers: 1, stopped: 0 });
    expect(rows(path.join(data, "hub.db"), "SELECT status, last_code FROM queue_item")).toEqual([
      { status: "FAILED", last_code: "OPT_OUT" },
    ]);
    expect(hubEvents(data, "guest.opted_out")[0]?.payload).toMatchObject({ stopped: 1 });
    await write([{ name: "Ziad", phone: "03 222222" }]);
    expect((await put(jounieh, true, "03 222222")).answer).toMatchObject({ stopped: 1 });
  });

  it("is lifted by nobody of another branch, also after it was noted there once more", async () => {
    await put(batroun, true);
    await put(jounieh, true);
    const { status, answer } = await put(jounieh, false);
    expect([status, answer.code, answer.error]).toEqual([
      403,
      "forbidden",
      expect.stringMatching(/noted it.*restaurant in which it was noted.*all restaurants.*Nothing was changed/),
    ]);
    expect(answer.error).not.toMatch(/batroun/i);
    expect((await put(jounieh, false, "03 222222 / 03 111111")).status, "among other numbers").toBe(403);
    expect(await ask("03 111111")).toHaveLength(1);
  });

  it("is lifted by who noted it, by somebody of that branch, and by somebody of all of them", async () => {
    const other = await makePerson("nour", { roles: ["hostess"], branches: ["batroun", "ehden"] });
    for (const who of [batroun, other, await makePerson("sami", { roles: ["hostess"] })]) {
      await put(batroun, true);
      expect((await put(who, false)).status).toBe(200);
      expect(await ask("03 111111")).toEqual([]);
    }
    await put(jounieh, true);
    expect((await put(jounieh, false)).status, "nothing of the notes before stays").toBe(200);
  });

  it("is lifted by nobody of one branch where it was noted by somebody of all, or nobody knows by whom", async () => {
    await call("staff", setOptOut, { body: { phones: "03 111111", opted_out: true } });
    expect((await put(jounieh, false)).status).toBe(403);
    alter(path.join(data, "hub.db"), "UPDATE recipient SET noted = NULL");
    expect((await put(jounieh, false)).status).toBe(403);
    expect((await call("staff", setOptOut, { body: { phones: "03 111111", opted_out: false } })).status).toBe(200);
  });

  it("ends by the guest's own yes", async () => {
    await put(batroun, true);
    clockAt("2026-11-20T13:00:00Z");
    await writes("9613111111", "START", "2026-11-20T13:00:00Z");
    expect(await ask("03 111111")).toEqual([]);
    await put(jounieh, true);
    expect((await put(jounieh, false)).status).toBe(200);
  });
});

it("is asked of as many numbers as are read in a moment: more are refused before one is read", async () => {
  const phones = Array.from({ length: 500 }, () => "9,".repeat(199));
  expect(await call("staff", optedOut, { body: { phones } })).toMatchObject({
    status: 400,
    answer: { error: expect.stringContaining("These are too many numbers for one call: ask for fewer guests.") },
  });
  expect((await call("staff", optedOut, { body: { phones: phones.slice(0, 100) } })).status).toBe(200);
});

import { renameSync } from "node:fs";
import path from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
import { storeFile } from "@/lib/db/files";
import { closeStores } from "@/lib/db/find-store";
import { endOfDay } from "@/lib/evening/contract";
import { awardVisit, createCustomer } from "@/lib/loyalty/contract";
import { joinWaitlist } from "@/lib/reservations/contract";
import type { ReservationStatus } from "@/lib/reservations/states";
import { liveRows, liveStats, watchLive } from "@/lib/stats/contract";
import { LIVE_MEASURE_KEYS } from "@/lib/stats/live-measures";
import { endWatching } from "@/lib/stats/watch-live";
import { saveTable, tableLog } from "@/lib/tables/contract";
import { redeemVoucher, takeBackVoucher } from "@/lib/vouchers/contract";
import { book, haveRules, step } from "../reservations/support";
import { clockAt } from "../support/clocks";
import { bringIn } from "../support/guests";
import { call, enterHouse } from "../support/house";
import { makePerson, makeRole } from "../support/people";
import { WorkerPc, write } from "../support/queue";
import { alter, rows } from "../support/stores";
import { END_OF_DAY, EVENING, METADATA, seat } from "../support/tables";
import { make } from "../support/vouchers";

const MAYA = { name: "Maya", phones: "03 111111", birthday: "20/11" };
const TIA = { name: "Tia", phones: "03 222222" };
const NOBODY = { name: "No number" };
const WRONG = { name: "Wrong", phones: "12" };

const live = (query: { date?: string } = {}) => call("staff", liveStats, { query });
const ofBranch = async (branch: string, query: { date?: string } = {}) =>
  (await live(query)).answer.branches.find((one) => one.branch === branch);

async function seatWith(contacts: Parameters<typeof seat>[0], party_size: number | null, branch = "jounieh", number = "7") {
  const body = { metadata: { ...METADATA, table_number: number, party_size }, contacts };
  return (await call("staff", saveTable, { branch, body })).answer.table_name;
}

let data: string;
beforeEach(() => {
  data = enterHouse();
  clockAt(EVENING);
});

describe("the evening in figures", () => {
  it("counts what the live feed shows, of each branch and of all, and says for how many tables it knows the people", async () => {
    await seatWith([MAYA, TIA], 4);
    await seatWith([NOBODY, WRONG], null, "jounieh", "8");
    await seatWith([{ ...TIA, phones: "03 333333" }], 2, "batroun");
    const { answer } = await live();
    const { logs } = (await call("staff", tableLog)).answer;
    expect(answer.group).toMatchObject({ tables: logs.length, guests: logs.flatMap(({ contacts }) => contacts).length });
    expect(await ofBranch("jounieh")).toMatchObject({
      why: null,
      figures: { tables: 2, guests: 4, covers: 4, covers_tables: 1, valid_phone: 2, with_birthday: 1, new_guests: 2, returning: 0 },
      end_of_day: null,
      end_of_day_known: true,
    });
    expect(answer.group).toMatchObject({ tables: 3, guests: 5, covers: 6, covers_tables: 2, valid_phone: 3 });
  });

  it("knows who was in the guest book before this evening, and not whom End of Day brought in tonight", async () => {
    await seat([MAYA]);
    clockAt(END_OF_DAY);
    await call("admin", endOfDay);
    expect((await ofBranch("jounieh"))?.figures).toMatchObject({ new_guests: 1, returning: 0 });
    clockAt("2026-11-27T19:30:00Z");
    await seat([MAYA, TIA, NOBODY]);
    expect(await ofBranch("jounieh")).toMatchObject({ figures: { guests: 3, new_guests: 1, returning: 1 }, end_of_day: null });
    expect(await ofBranch("jounieh", { date: "2026-11-20" })).toMatchObject({ end_of_day: expect.any(String) });
  });

  it("compares with the same minute of the same weekday, and leaves out evenings on which nothing was saved", async () => {
    await seatWith([MAYA], 2);
    clockAt("2026-11-20T20:30:00Z");
    await seatWith([TIA], 2, "jounieh", "8");
    clockAt("2026-11-27T20:00:00Z");
    expect(await ofBranch("jounieh")).toMatchObject({
      week_before: { date: "2026-11-20", tables: 1, guests: 1 },
      average: { evenings: 1, tables: 1, guests: 1 },
    });
    expect(await ofBranch("batroun")).toMatchObject({ week_before: null, average: null });
    clockAt("2026-12-04T20:45:00Z");
    expect(await ofBranch("jounieh")).toMatchObject({ week_before: null, average: { evenings: 1, tables: 2, guests: 2 } });
  });

  it("says of a branch that cannot be read, or that another server keeps, that it is not known", async () => {
    await seat([MAYA]);
    await closeStores();
    renameSync(storeFile("batroun", "table"), `${storeFile("batroun", "table")}.away`);
    expect(await ofBranch("batroun")).toMatchObject({ figures: null, why: "unreadable", end_of_day_known: false });
    expect((await live()).answer.group).toMatchObject({ tables: 1 });
    enterHouse({ BRANCHES: "jounieh,central" });
    expect(await ofBranch("ehden")).toMatchObject({ figures: null, why: "elsewhere" });
  });

  it("does not take a guest book that cannot be read for one without guests", async () => {
    await seat([MAYA]);
    await closeStores();
    renameSync(storeFile("jounieh", "contacts"), `${storeFile("jounieh", "contacts")}.away`);
    const { answer } = await live();
    expect(answer.branches[0]).toMatchObject({ figures: { tables: 1, new_guests: null, returning: null }, end_of_day_known: false });
    expect(answer.group).toMatchObject({ tables: 1, new_guests: null });
    const { answer: behind } = await call("staff", liveRows, { query: { measure: "new_guests" } });
    expect(behind).toMatchObject({ rows: [], unknown: ["jounieh"] });
  });

  it("counts points, messages and vouchers of the evening by their branch", async () => {
    const table_name = await seatWith([MAYA], 2);
    const { customer } = (await call("staff", createCustomer, { body: { name: "Maya", phone: "03 111111" } })).answer;
    await call("staff", awardVisit, { body: { customer_id: customer.id, table_number: "7", points: 5, table_name } });
    await write(["Maya", "Tia", "Rami", "Sandbox"].map((name, index) => ({ name, phone: `03 11111${index}` })));
    const hub = path.join(data, "hub.db");
    const at = "'2026-11-20T19:40:00.000Z'";
    alter(
      hub,
      `UPDATE queue_item SET status = 'SENT', ended_at = ${at}, account = 'baileys:1', delivery = iif(name = 'Maya', 'read', NULL)`,
    );
    alter(hub, "UPDATE queue_item SET account = 'sandbox' WHERE name = 'Sandbox'");
    alter(hub, "UPDATE queue_item SET status = 'FAILED', last_code = 'NO_WHATSAPP' WHERE name = 'Rami'");
    expect((await ofBranch("jounieh"))?.figures).toMatchObject({ points: 5, sent: 2, arrived: 1, failed: 1, vouchers: 0 });
    expect((await ofBranch("batroun"))?.figures).toMatchObject({ points: 0, sent: 0, arrived: 0 });
  });
});

it("counts a voucher where it was redeemed, and no more once that is taken back", async () => {
  await bringIn(["Maya,03 777777,20/11"]);
  await make();
  const [{ serial = "" } = {}] = rows<{ serial: string }>(path.join(data, "hub.db"), "SELECT serial FROM voucher");
  const redeemed = await call("staff", redeemVoucher, { body: { code: serial }, branch: "batroun" });
  expect((await ofBranch("batroun"))?.figures).toMatchObject({ vouchers: 1 });
  expect((await ofBranch("jounieh"))?.figures).toMatchObject({ vouchers: 0 });
  const used_at = redeemed.answer.voucher?.used?.at ?? "";
  expect((await call("staff", takeBackVoucher, { body: { code: serial, used_at } })).status).toBe(200);
  expect((await ofBranch("batroun"))?.figures).toMatchObject({ vouchers: 0 });
  await call("staff", redeemVoucher, { body: { code: serial }, branch: "batroun" });
  expect((await ofBranch("batroun"))?.figures).toMatchObject({ vouchers: 1 });
});

describe("the rows behind a figure", () => {
  it("are as many as it says, for each of them and each branch", async () => {
    await seatWith([MAYA, TIA, NOBODY], 4);
    await seatWith([WRONG], 3, "batroun");
    const { branches, group } = (await live()).answer;
    for (const measure of LIVE_MEASURE_KEYS) {
      for (const { branch, figures } of [...branches, { branch: undefined, figures: group }]) {
        const { answer } = await call("staff", liveRows, { query: { measure, ...(branch && { of: branch }) } as never });
        expect({ measure, branch, value: answer.value }).toEqual({ measure, branch, value: figures?.[measure] });
        expect(answer.formula.length).toBeGreaterThan(20);
      }
    }
  });

  it("come a page at a time", async () => {
    await seatWith([MAYA, TIA, NOBODY], 4);
    const page = (offset: number) => call("staff", liveRows, { query: { measure: "guests", limit: 2, offset } as never });
    expect(
      [(await page(0)).answer, (await page(2)).answer].map(({ total, rows: found }) => [total, found.map(({ title }) => title)]),
    ).toEqual([
      [3, ["Maya", "Tia"]],
      [3, ["No number"]],
    ]);
  });
});

describe("reservations of the evening in figures", () => {
  /** One of each end, and two tables that nobody had reserved. */
  async function anEvening(): Promise<void> {
    const day = { date: "2026-11-20", branch: "jounieh" };
    await haveRules({ tables: [], combinations: [], messages: false }, "jounieh");
    await reserved({ ...day, time: "23:00", party: 4 }, []);
    await reserved({ ...day, time: "21:00", party: 3 }, ["LATE"]);
    await reserved({ ...day, time: "20:30", party: 2 }, ["NO_SHOW"]);
    await reserved({ ...day, time: "20:30", party: 5, source: "web" }, ["CANCELLED"]);
    await reserved({ ...day, time: "20:30", party: 6, source: "web" }, ["SEATED"]);
    const [seated] = await reserved({ ...day, time: "20:30", party: 8, source: "walk_in" }, ["SEATED"]);
    await call("admin", joinWaitlist, { branch: "jounieh", body: { name: "Waits", party: 7 } });
    const metadata = { ...METADATA, table_number: "9", party_size: 9, reservation_id: seated?.id };
    await call("staff", saveTable, { branch: "jounieh", body: { metadata, contacts: [TIA, MAYA] } });
    await seatWith([NOBODY], 3);
    await seatWith([WRONG], null, "jounieh", "8");
  }

  async function reserved(
    { branch, ...said }: { branch: string; date: string; time: string; party: number; source?: "web" | "walk_in" },
    steps: ReservationStatus[],
  ) {
    const { answer } = await book({ ...said, override_reason: "asked" }, { branch });
    for (const [index, to] of steps.entries()) {
      const { status } = await step({ id: answer.id, version: 1 + index }, to, { reason: "guest" }, branch);
      expect(status).toBe(200);
    }
    return [answer];
  }

  it("say who is to come, late, no-show or waiting, and by which way people came", async () => {
    await anEvening();
    expect((await ofBranch("jounieh"))?.figures).toMatchObject({
      ...{ covers: 12, covers_tables: 2, captured: 3 },
      ...{ expected: 7, late: 1, no_shows: 1, waiting: 7 },
      ...{ from_phone: 0, from_web: 6, from_walk_in: 8, unbooked: 3 },
    });
    clockAt("2026-11-20T21:10:00Z");
    expect((await ofBranch("jounieh"))?.figures).toMatchObject({ expected: 7, late: 2 });
  });

  it("are what an independent count of the store says, each with the rows behind it", async () => {
    await anEvening();
    const sum = (what: string, where: string) => `coalesce(sum(${what}) FILTER (WHERE ${where}), 0)`;
    const came = "status IN ('PARTLY_SEATED','SEATED','STARTER','MAIN','DESSERT','BILL','FINISHED')";
    const toCome = "status IN ('REQUESTED','CONFIRMED','LATE')";
    const from = ["phone", "whatsapp", "instagram", "web", "in_person", "walk_in", "other"];
    const [counted] = rows<Record<string, number>>(
      storeFile("jounieh", "table"),
      `SELECT ${sum("party", toCome)} AS expected, ${sum("1", `${toCome} AND starts_at < '${EVENING}'`)} AS late,
         ${sum("1", "status = 'NO_SHOW'")} AS no_shows, ${sum("party", "status IN ('WAITING','CALLED')")} AS waiting,
         ${from.map((one) => `${sum("party", `${came} AND source = '${one}'`)} AS from_${one}`).join()},
         (SELECT sum(party_size) FROM saved_table t WHERE NOT EXISTS (SELECT 1 FROM reservation r WHERE r.saved_table_id = t.id)) AS unbooked,
         (SELECT count(*) FROM table_guest g JOIN saved_table t ON t.id = g.table_id WHERE t.party_size IS NOT NULL) AS captured
       FROM reservation WHERE business_day = '2026-11-20'`,
    );
    const { figures } = (await ofBranch("jounieh")) ?? {};
    for (const [measure, value] of Object.entries(counted ?? {})) {
      const { answer } = await call("staff", liveRows, { query: { measure, of: "jounieh" } as never });
      expect({ measure, value: figures?.[measure as "expected"], rows: answer.value }).toEqual({ measure, value, rows: value });
    }
  });

  it("name who reserved for those alone who may see reservations", async () => {
    await anEvening();
    await makeRole("figures", ["nav_home"]);
    const { headers } = await makePerson("figures alone", { roles: ["figures"] });
    const query = { measure: "no_shows" } as never;
    const [seen] = (await call("admin", liveRows, { query })).answer.rows;
    expect(seen).toMatchObject({
      title: "Nour Karam",
      numbers: [],
      details: expect.stringMatching(/^20:30 · 2 people · Phone · no-show$/),
    });
    const [hidden] = (await call("nobody", liveRows, { headers, query })).answer.rows;
    expect(hidden?.title).toMatch(/^Reservation [A-Z0-9]{6}$/);
  });
});

describe("whoever is limited to a branch", () => {
  it("sees neither figures, nor rows, nor what is to be handled of another one", async () => {
    const { headers } = await makePerson("batroun only", { branches: ["batroun"] });
    await seatWith([MAYA], 2, "jounieh");
    await seatWith([TIA], 2, "batroun");
    const { answer } = await call("nobody", liveStats, { headers });
    expect(answer.branches.map(({ branch }) => branch)).toEqual(["batroun"]);
    expect(answer.group).toMatchObject({ tables: 1, guests: 1 });
    expect(answer.to_handle).toEqual([]);
    for (const of of ["jounieh", undefined]) {
      const found = await call("nobody", liveRows, { headers, query: { measure: "guests", ...(of && { of }) } as never });
      expect(found.answer.rows.map(({ title }) => title)).toEqual(of ? [] : ["Tia"]);
    }
  });
});

it("gives nothing anew to whoever has it all, and all of it after a save, a message or a minute", async () => {
  await write([{ name: "Maya", phone: "03 111111" }]);
  let etag = "";
  const isNew = async () => {
    const { status, headers } = await call("staff", liveStats, { query: {}, headers: etag ? { "if-none-match": etag } : {} });
    etag = headers.get("etag") ?? etag;
    return status === 200;
  };
  expect([await isNew(), await isNew()]).toEqual([true, false]);
  await seat([MAYA]);
  expect([await isNew(), await isNew()]).toEqual([true, false]);
  const at = "2026-11-20T19:30:00.000Z";
  alter(path.join(data, "hub.db"), `UPDATE queue_item SET status = 'SENT', ended_at = '${at}', account = 'baileys:1'`);
  expect([await isNew(), await isNew()]).toEqual([true, false]);
  clockAt("2026-11-20T19:31:00Z");
  expect([await isNew(), await isNew()]).toEqual([true, false]);
});

describe("who watches the evening", () => {
  it("hears at once that it has begun, and when a table of theirs is saved, and nothing of whose", async () => {
    const { headers } = await makePerson("batroun only", { branches: ["batroun"] });
    const events = async (person: Record<string, string> | null, meanwhile: () => Promise<unknown>) => {
      const options = { query: { seconds: 3 } as never, ...(person && { headers: person }) };
      const watching = call(person ? "nobody" : "staff", watchLive, options);
      setTimeout(() => void meanwhile(), 300);
      return String((await watching).answer)
        .trim()
        .split("\n\n");
    };
    expect(await events(null, async () => {})).toEqual(["event: changed\ndata: {}"]);
    expect(await events(null, () => seat([MAYA]))).toHaveLength(2);
    expect(await events(headers, () => seat([TIA], { number: "8" }))).toHaveLength(1);
    expect(await events(headers, () => seat([TIA], { number: "9", branch: "batroun" }))).toHaveLength(2);
  });

  it("is let go when the server stops", async () => {
    const watching = call("staff", watchLive, { query: { seconds: 30 } as never });
    setTimeout(endWatching, 300);
    expect((await watching).status).toBe(200);
  });
});

describe("what is to be handled now", () => {
  const kinds = async () => (await live()).answer.to_handle.map((item) => ("branch" in item ? `${item.kind} ${item.branch}` : item.kind));

  it("names who celebrates today and sits at a table, until End of Day", async () => {
    await seat([MAYA, TIA]);
    expect((await live()).answer.to_handle).toMatchObject([{ kind: "birthday", name: "Maya", branch: "jounieh", table: "12" }]);
    clockAt(END_OF_DAY);
    await call("admin", endOfDay);
    expect(await kinds()).toEqual([]);
  });

  it("names a branch that saved nothing for more than twenty minutes in service, and its End of Day when it is time", async () => {
    await seat([TIA]);
    clockAt("2026-11-20T19:50:00Z");
    expect(await kinds()).toEqual([]);
    clockAt("2026-11-20T19:51:00Z");
    expect(await kinds()).toEqual(["silent jounieh"]);
    clockAt(END_OF_DAY);
    expect(await kinds()).toEqual(["end_of_day jounieh"]);
    clockAt("2026-11-21T19:00:00Z");
    expect((await live()).answer.to_handle).toEqual([{ kind: "end_of_day", branch: "jounieh", date: "2026-11-20", tables: 1 }]);
  });

  it("names a worker that was heard of today and is off, and a branch of which one message in ten fails", async () => {
    await new WorkerPc("pc-1", "baileys:96170000000").start();
    expect(await kinds()).toEqual([]);
    clockAt("2026-11-20T19:31:00Z");
    expect((await live()).answer.to_handle).toMatchObject([{ kind: "worker_offline", name: "pc-1" }]);
    clockAt("2026-11-22T19:31:00Z");
    expect(await kinds()).toEqual([]);
    const guests = Array.from({ length: 10 }, (_, index) => ({ name: `G${index}`, phone: `03 33333${index}` }));
    await write(guests);
    const hub = path.join(data, "hub.db");
    const end = (status: string, where: string) =>
      alter(hub, `UPDATE queue_item SET status = '${status}', ended_at = '2026-11-22T19:31:00.000Z' WHERE ${where}`);
    end("SENT", "true");
    end("FAILED", "name = 'G0'");
    expect(await kinds()).toEqual([]); // one in ten is not more than one in ten
    end("FAILED", "name = 'G1'");
    expect((await live()).answer.to_handle).toEqual([{ kind: "failing", branch: "jounieh", failed: 2, of: 10 }]);
    expect(rows(hub, "SELECT 1 FROM queue_item WHERE status = 'FAILED'")).toHaveLength(2);
  });
});

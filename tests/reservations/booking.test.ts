import { beforeEach, describe, expect, it } from "vitest";
import { storeFile } from "@/lib/db/files";
import { searchContacts } from "@/lib/guest-search/contract";
import { updateContact } from "@/lib/guests/contract";
import {
  makeReservation as bookContract,
  changeReservation,
  deleteReservation,
  joinWaitlist,
  openReservation,
  seatReservation,
} from "@/lib/reservations/contract";
import { availability, listReservations } from "@/lib/reservations/day/contract";
import { DEFAULT_RULES } from "@/lib/reservations/rules/default-rules";
import { openTable, saveTable } from "@/lib/tables/contract";
import { clockAt } from "../support/clocks";
import { call, enterHouse } from "../support/house";
import { makePerson, makeRole } from "../support/people";
import { rows } from "../support/stores";
import { book, DAY, expectLegalLives, expectNoTableTwice, haveRules, SATURDAY, settled, step } from "./support";

beforeEach(async () => {
  enterHouse();
  clockAt(SATURDAY);
});

describe("a booking", () => {
  it("gets the smallest table that is free for the whole stay, then by priority, then tables put together", async () => {
    await haveRules();
    const tables = [];
    for (const party of [2, 2, 3]) tables.push((await book({ party, phones: "" })).answer.tables);
    expect(tables).toEqual([["2"], ["1"], ["3"]]);
    const none = await book({ party: 2, phones: "" });
    expect(none.status).toBe(409);
    expect(none.answer).toMatchObject({ code: "conflict", problems: [{ rule: "no_table" }], may_override: true });
    // Of two stays that touch, the one ends as the other begins.
    expect((await book({ party: 2, time: "21:30", phones: "" })).answer.tables).toEqual(["2"]);
    expect((await book({ party: 4, time: "22:00", phones: "", override_reason: "" })).answer.tables).toEqual(["3"]);
    expectNoTableTwice();
  });

  it("without a table yet still needs one: a party that has none chosen counts as at the smallest that is free", async () => {
    const tables = [{ number: "1", area: "", min: 1, max: 2, priority: 1, x: null, y: null }];
    await haveRules({ tables, combinations: [] });
    expect((await book({ tables: [] })).answer.tables).toEqual([]);
    for (const wanted of [{ tables: [] }, { tables: null }, { time: "21:00" }]) {
      const refused = await book({ name: "Rita", phones: "03 222222", ...wanted });
      expect([refused.status, refused.answer]).toMatchObject([409, { problems: [{ rule: "no_table" }] }]);
    }
    const { answer } = await call("admin", availability, { query: { date: DAY, party: 2 } });
    expect(answer.slots.find(({ time }) => time === "20:00")).toMatchObject({ free: false, tables: [] });
    // One behind the other they need one table alone, and a person may say all the same who sits where.
    expect((await book({ time: "21:30", tables: [], phones: "" })).status).toBe(201);
    expect((await book({ time: "18:00", tables: null, phones: "" })).answer.tables).toEqual(["1"]);
    expect((await book({ tables: ["1"], phones: "" })).answer.tables).toEqual(["1"]);
  });

  it("that was seated by mistake is taken back the same day, to where it was, as long as no table was saved for it", async () => {
    await haveRules();
    const { answer: made } = await book({ tables: ["1"], tell: false });
    const back = async (id: string) =>
      (await call("admin", openReservation, { params: { id } })).answer.reservation.next.find(({ is_undo }) => is_undo);
    clockAt("2026-11-21T17:00:00Z"); // an hour early
    const seated = (await step(made, "SEATED")).answer;
    expect(await back(made.id)).toEqual({ to: "CONFIRMED", label: "Back to confirmed", asks: [], is_undo: true });
    const undone = await step(seated, "CONFIRMED");
    expect(undone.answer).toMatchObject({ status: "CONFIRMED", tables: ["1"], message: expect.stringContaining("keeps its guests") });
    const held = rows<{ held_from: string; held_until: string }>(
      storeFile("jounieh", "table"),
      "SELECT held_from, held_until FROM reservation",
    );
    expect(held).toEqual([{ held_from: "2026-11-21T18:00:00.000Z", held_until: "2026-11-21T19:30:00.000Z" }]);
    expect(await back(made.id)).toBeUndefined(); // once
    // Somebody who waited waits again, without a table.
    const { answer: party } = await call("admin", joinWaitlist, { body: { name: "Rami", party: 2 } });
    const sat = (await step(party, "SEATED")).answer;
    expect(sat.tables).toEqual(["2"]);
    expect((await step(sat, "WAITING")).answer).toMatchObject({ status: "WAITING", tables: [] });
    // Its table was saved: its guests sit there.
    const again = (await step(undone.answer, "SEATED")).answer;
    const saved = await call("admin", saveTable, {
      body: {
        metadata: { hostess: "Rima", waiter: "Jad", table_number: "1", reservation_id: made.id },
        contacts: [{ name: "Nour Karam" }],
      } as never,
    });
    expect(saved.status, JSON.stringify(saved.answer)).toBe(200);
    expect(await back(made.id)).toBeUndefined();
    const late = await step({ id: made.id, version: again.version + 1 }, "CONFIRMED");
    expect([late.status, late.answer.error]).toEqual([
      409,
      expect.stringMatching(/Its table .+ was saved since, and keeps its guests\. Nothing was changed\.$/),
    ]);
    clockAt("2026-11-22T16:00:00Z");
    expect(await back(party.id)).toBeUndefined();
    expectNoTableTwice();
    expectLegalLives();
  });

  it("of two hosts for one table goes to one, and the other is told whose it is and what is free", async () => {
    await haveRules();
    const both = await Promise.all([book({ tables: ["1"], name: "Maya" }), book({ tables: ["1"], name: "Rita", phones: "03 222222" })]);
    expect(both.map(({ status }) => status).sort()).toEqual([201, 409]);
    const refused = both.find(({ status }) => status === 409);
    expect(refused?.answer.error).toMatch(
      /^Table 1 is taken from 20:00 to 21:30 \(reservation [A-Z0-9]{6}\)\. Nothing was booked twice\. Choose another table\.$/,
    );
    expect(refused?.answer).toMatchObject({ taken: [{ table: "1" }], free: [["2"], ["3"]] });
    // Nobody overrides that somebody else sits there.
    expect((await book({ tables: ["1"], override_reason: "they insist" })).status).toBe(409);
    expectNoTableTwice();
  });

  it("sent again with its key is one booking", async () => {
    await haveRules();
    const first = await book({}, { key: "one-key-for-one-tap" });
    const again = await book({}, { key: "one-key-for-one-tap" });
    expect(again.answer).toEqual(first.answer);
    const { answer } = await call("admin", listReservations);
    expect(answer.totals).toMatchObject({ bookings: 1, covers: 2 });
  });

  it("over a limit of the house needs the right for it and a reason", async () => {
    await haveRules();
    await makeRole("host", ["nav_reservations", "reservations_edit"]);
    const host = await makePerson("host", { roles: ["host"] });
    const asHost = (wanted: object) =>
      call("nobody", bookContract, { headers: host.headers, body: { date: DAY, time: "20:00", party: 2, name: "Nour", ...wanted } });
    for (const [wanted, rule] of [
      [{ time: "20:05" }, "off_step"],
      [{ time: "17:30" }, "outside_hours"],
      [{ time: "23:30" }, "outside_hours"],
      [{ party: 14 }, "party_too_large"],
      [{ tables: ["9"] }, "table_size"],
      [{ date: "2028-01-01" }, "too_early"],
    ] as const) {
      const { status, answer } = await asHost({ ...wanted, override_reason: "please" });
      expect([status, (answer as unknown as { problems: { rule: string }[] }).problems.map((one) => one.rule)]).toEqual([
        409,
        expect.arrayContaining([rule]),
      ]);
    }
    expect((await book({ time: "20:05" })).status).toBe(409);
    const over = await book({ time: "20:05", override_reason: "the owner's guests" });
    expect(over.status).toBe(201);
    const { answer } = await call("admin", openReservation, { params: { id: over.answer.id } });
    expect(answer.reservation.override_reason).toBe("the owner's guests");
    expect(answer.history.at(-1)?.what).toContain("over a limit of the house: the owner's guests");
    expect((await asHost({ date: "2026-11-20" })).status).toBe(400);
  });

  it("as a walk-in passes the hours of this evening alone, and is one no more when it is said to be by phone", async () => {
    await haveRules();
    const odd = { time: "19:07", source: "walk_in" as const, phones: "", tell: false };
    const tonight = await book(odd);
    expect(tonight.status).toBe(201);
    expect((await book({ ...odd, date: "2026-11-22" })).answer).toMatchObject({ problems: [{ rule: "off_step" }] });
    expect((await book({ ...odd, date: "2028-01-01", time: "20:00" })).answer).toMatchObject({ problems: [{ rule: "too_early" }] });
    const change = (body: object) => call("admin", changeReservation, { params: { id: tonight.answer.id }, body: { version: 1, ...body } });
    expect((await change({ source: "phone" })).answer).toMatchObject({ problems: [{ rule: "off_step" }] });
    expect((await change({ source: "phone", override_reason: "they called" })).status).toBe(200);
  });

  it("ahead counts in its slot, whatever it says of where it came from", async () => {
    await haveRules({ shifts: DEFAULT_RULES.shifts.map((shift) => ({ ...shift, covers_per_slot: 2 })) });
    const ahead = { date: "2026-11-22", phones: "", tell: false };
    expect((await book({ ...ahead, source: "walk_in" })).status).toBe(201);
    expect((await book(ahead)).answer).toMatchObject({ problems: [{ rule: "slot_full" }] });
    const tonight = { phones: "", tell: false };
    expect((await book({ ...tonight, source: "walk_in" })).status).toBe(201);
    expect((await book(tonight)).status).toBe(201);
  });

  it("is not moved into an evening that is over", async () => {
    await haveRules();
    const { answer: made } = await book();
    const { status, answer } = await call("admin", changeReservation, {
      params: { id: made.id },
      body: { version: 1, date: "2026-11-20", override_reason: "please" },
    });
    expect([status, answer.error]).toEqual([400, "This evening is over. Choose this one, or a later one. Nothing was changed."]);
    clockAt("2026-11-22T16:00:00Z");
    const note = (body: object) => call("admin", changeReservation, { params: { id: made.id }, body: { version: 1, ...body } });
    expect((await note({ date: DAY, staff_note: "They never came" })).status).toBe(200);
  });

  it("shows no phone and no allergy to whoever has not the right, and finds nobody by one", async () => {
    await haveRules();
    await makeRole("looker", ["nav_reservations"]);
    const looker = await makePerson("looker", { roles: ["looker"] });
    const { answer: made } = await book({ dietary_note: "No nuts", guest_note: "Window" });
    const list = (search?: string) => call("nobody", listReservations, { headers: looker.headers, query: search ? { search } : {} });
    const shown = (await list()).answer;
    expect(shown.may).toEqual({ edit: false, override: false, delete: false, phones: false, rules: false });
    expect(shown.reservations[0]).toMatchObject({
      name: "Nour Karam",
      phones: "",
      numbers: [],
      dietary_note: "",
      next: [],
      guest_note: "Window",
    });
    expect(JSON.stringify(shown)).not.toContain("111111");
    expect((await list("111111")).answer.reservations).toEqual([]);
    expect((await list(made.code)).answer.reservations).toHaveLength(1);
    const mine = (await call("admin", listReservations)).answer.reservations[0];
    expect(mine).toMatchObject({ phones: "03 111111", dietary_note: "No nuts" });
  });

  it("that somebody else changed in between is shown as it stands, and not overwritten", async () => {
    await haveRules();
    const { answer: made } = await book();
    const change = (body: object) => call("admin", changeReservation, { params: { id: made.id }, body: { version: 1, ...body } });
    expect((await change({ party: 4 })).answer).toMatchObject({ version: 2, tables: ["3"] });
    const late = await change({ time: "21:00" });
    expect(late.status).toBe(409);
    expect(late.answer).toMatchObject({ current: { id: made.id, version: 2, party: 4, time: "20:00", tables: ["3"] } });
    const { answer } = await call("admin", openReservation, { params: { id: made.id } });
    const changed = answer.history.find(({ what }) => what.startsWith(`Changed reservation ${made.code}`));
    expect(changed?.changed).toContainEqual({ field: "People", old: "2", new: "4" });
  });
});

describe("who books", () => {
  const found = async (search: string) => (await call("admin", searchContacts, { query: { search } })).answer.contacts;

  it("is a guest of the book, once, and the same one whom the table names later", async () => {
    await haveRules();
    const { answer: made } = await book({ name: "Hala Saad", phones: "03 555555", language: "fr" });
    await settled();
    const [guest] = await found("03555555");
    expect(guest).toMatchObject({ name: "Hala Saad", language: "fr", branch: "jounieh" });
    await book({ name: "Hala Saad", phones: "03/555 555", date: "2026-11-28" });
    await settled();
    expect(await found("Hala")).toHaveLength(1);

    clockAt("2026-11-21T18:00:00Z");
    const seated = (await step(made, "SEATED")).answer;
    const { answer: form } = await call("admin", seatReservation, { params: { id: made.id } });
    expect(form).toMatchObject({
      table_number: "2",
      party_size: 2,
      branch: "jounieh",
      table_name: null,
      booker: { id: guest?.id, name: "Hala Saad", phones: "03 555555" },
    });
    const metadata = {
      hostess: "Rima",
      waiter: "Jad",
      table_number: form.table_number,
      party_size: form.party_size,
      reservation_id: made.id,
    };
    const saved = await call("admin", saveTable, {
      body: { metadata, contacts: [{ name: form.booker.name, phones: form.booker.phones }] },
    });
    expect(saved.status).toBe(200);
    expect(saved.answer.ignored).toBeUndefined();
    const { answer: table } = await call("admin", openTable, { params: { name: saved.answer.table_name } });
    expect(table.metadata.party_size).toBe(2);
    const { answer } = await call("admin", openReservation, { params: { id: made.id } });
    expect(answer.reservation).toMatchObject({ status: "SEATED", table_name: saved.answer.table_name, version: seated.version + 1 });
    // Its messages are taken back meanwhile, before or after this.
    expect(answer.history.map(({ what }) => what)).toContainEqual(expect.stringContaining("for reservation"));
  });

  it("has no table opened for them before they sit, on another evening, or once they cancelled", async () => {
    await haveRules();
    const open = async (reservation_id: string, table_number: string) => {
      const metadata = { hostess: "Rima", waiter: "Jad", table_number, party_size: 2, reservation_id };
      expect((await call("admin", saveTable, { body: { metadata, contacts: [{ name: "Hala", phones: "03 555555" }] } })).status).toBe(200);
      return (await call("admin", openReservation, { params: { id: reservation_id } })).answer.reservation.table_name;
    };
    const tomorrow = (await book({ date: "2026-11-22" })).answer;
    const booked = (await book({ name: "Rita", phones: "03 222222" })).answer;
    const gone = (await book({ name: "Rami", phones: "03 333333", party: 4 })).answer;
    await step(gone, "CANCELLED", { reason: "guest" });
    for (const [index, { id }] of [tomorrow, booked, gone].entries()) expect(await open(id, `4${index}`)).toBeNull();
    clockAt("2026-11-21T18:00:00Z");
    const seated = (await step(booked, "SEATED")).answer;
    // Of a tablet that was without network a table comes when the party has left.
    await step(seated, "FINISHED");
    expect(await open(booked.id, "51")).not.toBeNull();
  });

  it("leaves the book with a booking that was deleted, and nothing of them stays in it", async () => {
    await haveRules();
    const { answer: made } = await book({ name: "Wrong Number", phones: "03 777777" });
    await settled();
    expect(await found("Wrong Number")).toHaveLength(1);
    const gone = await call("admin", deleteReservation, { params: { id: made.id }, query: { version: made.version } });
    expect(gone.status).toBe(200);
    await settled();
    expect(await found("Wrong Number")).toEqual([]);
    expect((await call("admin", openReservation, { params: { id: made.id } })).status).toBe(404);
    expect((await call("admin", listReservations)).answer.totals.bookings).toBe(0);
  });

  it("leaves in the book whom somebody wrote about since, with name and number", async () => {
    await haveRules();
    const { answer: made } = await book({ name: "Rana Testfamily", phones: "03 777777" });
    await settled();
    const identifier = { name: "Rana Testfamily", phones: "03 777777" };
    expect((await call("admin", updateContact, { body: { identifier, company: "MEA" } as never })).status).toBe(200);
    await call("admin", deleteReservation, { params: { id: made.id }, query: { version: made.version } });
    await settled();
    expect(await found("Rana Testfamily")).toMatchObject([{ company: "MEA", phones: expect.stringContaining("777") }]);
  });
});

describe("the steps of an evening", () => {
  it("are the legal ones alone, a no-show is a person's word and is taken back the same day", async () => {
    await haveRules();
    const { answer: made } = await book();
    expect((await step(made, "FINISHED")).status).toBe(409);
    expect((await step(made, "NO_SHOW")).answer.error).toContain("Its time has not come");
    clockAt("2026-11-21T18:20:00Z");
    const [late] = (await call("admin", listReservations)).answer.reservations;
    expect(late).toMatchObject({ status: "CONFIRMED", overdue: true });
    const gone = await step(made, "NO_SHOW");
    expect(gone.answer).toMatchObject({ status: "NO_SHOW", version: 2 });
    // Their table is free for somebody else, and the guest who comes after all is told.
    const { answer: other } = await book({ tables: ["2"], name: "Rita", phones: "03 222222", time: "20:15" });
    const back = await step(gone.answer, "CONFIRMED");
    expect(back.answer).toMatchObject({ status: "CONFIRMED", tables: ["1"] });
    expect(other.tables).toEqual(["2"]);
    expect((await step(back.answer, "SEATED", { tables: ["2"] })).answer).toMatchObject({ code: "conflict", taken: [{ table: "2" }] });
    const seated = (await step(back.answer, "SEATED")).answer;
    expect((await step(seated, "CANCELLED", { reason: "guest" })).status).toBe(409);
    const done = (await step((await step(seated, "MAIN")).answer, "FINISHED")).answer;
    expect(done.status).toBe("FINISHED");
    // Who has left takes no table any more: the notes of the evening are all that changes.
    for (const body of [{ stay_minutes: 600 }, { area: "Hall" }, { time: "23:00" }, { source: "walk_in" as const, party: 3 }]) {
      const late = await call("admin", changeReservation, { params: { id: done.id }, body: { version: done.version, ...body } });
      expect(late.answer.error, JSON.stringify(body)).toContain("This reservation is over");
    }
    const noted = { version: done.version, staff_note: "Forgot a scarf", source: "walk_in" as const, stay_minutes: 90 };
    expect((await call("admin", changeReservation, { params: { id: done.id }, body: noted })).status).toBe(200);
    expectNoTableTwice();
    expect((await step(other, "CANCELLED")).status).toBe(400);
    expect((await step(other, "CANCELLED", { reason: "weather" })).status).toBe(200);
    expectLegalLives();
    expectNoTableTwice();
  });
});

import { describe, expect, it } from "vitest";
import { changeRole } from "@/lib/auth/contract";
import { endOfDay } from "@/lib/evening/contract";
import type { Permission } from "@/lib/permissions";
import { readPhones } from "@/lib/phones";
import { listSavedTables, openTable, saveTable, tableLog } from "@/lib/tables/contract";
import { clockAt } from "../support/clocks";
import { call, enterHouse, tokenFor } from "../support/house";
import { END_OF_DAY, EVENING, METADATA, open, openTables, seat } from "../support/tables";

const MAYA = { name: "Maya", phones: "70 111 222" };

async function guestsOf(name: string, branch?: string) {
  return (await open(name, branch)).answer.contacts;
}

describe("saving a table", () => {
  it("says its name, its time and its first version, and the table opens as it was saved", async () => {
    enterHouse();
    clockAt(EVENING);
    const saved = await seat([{ ...MAYA, email: "m@x.lb", company: "MEA", title: "Pilot", birthday: "14/5/1985", address: "Jounieh" }]);
    expect(saved.answer).toEqual({
      ok: true,
      message: "Table 12 saved.",
      table_name: "2026-11-20 table 12",
      saved_at: "2026-11-20T19:30:00.000Z",
      version: 1,
    });
    const { answer } = await open("2026-11-20 table 12");
    expect(answer).toEqual({
      table_name: "2026-11-20 table 12",
      metadata: {
        table_name: "2026-11-20 table 12",
        ...METADATA,
        branch: "jounieh",
        city: null,
        api_base: null,
        party_size: null,
        saved_at: "2026-11-20T19:30:00.000Z",
        business_day: "2026-11-20",
        closed: false,
      },
      contacts: [
        {
          id: expect.stringMatching(/^[0-9a-f-]{36}$/),
          ...MAYA,
          email: "m@x.lb",
          company: "MEA",
          title: "Pilot",
          birthday: "--05-14",
          birth_year: 1985,
          address: "Jounieh",
          language: "",
          likes: "",
          tags: "",
          allergies: "",
          also: "",
          added_at: "2026-11-20T19:30:00.000Z",
        },
      ],
      version: 1,
    });
  });

  it("keeps one person of two spellings of a phone, and fills what the first did not say", async () => {
    enterHouse();
    const { answer } = await seat([
      { name: "رامي خوري", phones: "03 123456", company: "MEA" },
      { name: "رامي", phones: "+961 3 123456", birthday: "14/5", company: "Touch" },
      { name: "", phones: "01 999999 / 009613123456", email: "r@x.lb" },
    ]);
    expect(await guestsOf(answer.table_name)).toMatchObject([
      { name: "رامي خوري", phones: "03 123456, 01 999999", birthday: "--05-14", company: "MEA", email: "r@x.lb", also: "" },
    ]);
  });

  it("keeps who shares a number with somebody of another name as that guest's other name, and fills nothing of theirs in", async () => {
    enterHouse();
    const { answer } = await seat([
      { name: "Maya", phones: "70 111222" },
      { name: "Rami", phones: "03 123456" },
      { name: "Both", phones: "03 123456, 70 111222, 01 999999", email: "b@x.lb", birthday: "14/5" },
    ]);
    const guests = [
      { name: "Maya", phones: "70 111222, 01 999999", email: "", birthday: "", also: "Both" },
      { name: "Rami", phones: "03 123456", email: "", also: "" },
    ];
    expect(await guestsOf(answer.table_name)).toMatchObject(guests);
    const again = (await open(answer.table_name)).answer.contacts;
    await call("staff", saveTable, { body: { metadata: METADATA, contacts: again, table_name: answer.table_name } });
    expect(await guestsOf(answer.table_name)).toMatchObject(guests);
  });

  it("makes one guest of two whose numbers stand in a third row, when the names agree", async () => {
    enterHouse();
    const { answer } = await seat([
      { name: "Maya Khoury", phones: "70 111222" },
      { name: "Maya", phones: "03 123456", company: "MEA" },
      { name: "Maya", phones: "03 123456, 70 111222" },
      { name: "Maya", phones: "03 123456", email: "m@x.lb" },
    ]);
    const one = { name: "Maya Khoury", phones: "70 111222, 03 123456", company: "MEA", email: "m@x.lb" };
    expect(await guestsOf(answer.table_name)).toMatchObject([one]);
  });

  it("says whose numbers stood in a third row, when the names do not agree: no later merge sees that row", async () => {
    enterHouse();
    const contacts = [
      { name: "Maya", phones: "70 111222" },
      { name: "Omar", phones: "03 123456" },
      { name: "Maya", phones: "70 111222, 03 123456" },
    ];
    const { answer } = await seat(contacts);
    expect(answer.pairs).toEqual([{ name: "Maya", other: "Omar", phones: "70 111222, 03 123456" }]);
    expect(await guestsOf(answer.table_name)).toMatchObject(contacts.slice(0, 2));
    const again = await call("staff", saveTable, { body: { metadata: METADATA, contacts, table_name: answer.table_name } });
    expect(again.answer.pairs).toHaveLength(1);
    const corrected = { metadata: METADATA, contacts: contacts.slice(0, 2), table_name: answer.table_name };
    expect((await call("staff", saveTable, { body: corrected })).answer).not.toHaveProperty("pairs");
  });

  it("takes a corrected phone, and a corrected name, for the guest who was there", async () => {
    enterHouse();
    const { answer } = await seat([
      { name: "Maya", phones: "70 111222" },
      { name: "Rmi", phones: "03 123456" },
      { name: "Tia", phones: "03 999999" },
    ]);
    const before = await guestsOf(answer.table_name);
    const contacts = [
      { name: "Maya", phones: "70 111223" },
      { name: "Rami", phones: "03 123456" },
      { ...before[2], name: "Tia Haddad", phones: "03 999998" },
    ];
    await call("staff", saveTable, { body: { metadata: METADATA, contacts, table_name: answer.table_name } });
    const after = await guestsOf(answer.table_name);
    expect(after.map(({ id }) => id)).toEqual(before.map(({ id }) => id));
    expect(after.map(({ name, phones }) => `${name} ${phones}`)).toEqual(["Maya 70 111223", "Rami 03 123456", "Tia Haddad 03 999998"]);
  });

  it("of 200 guests with 28 foreign numbers each is saved at once", async () => {
    enterHouse();
    const guests = Array.from({ length: 200 }, (_, guest) => ({
      name: `Guest ${guest}`,
      phones: Array.from({ length: 28 }, (_number, number) => `+3361${1_000_000 + guest * 28 + number}`).join(","),
    }));
    await tokenFor("staff");
    const begun = performance.now();
    for (const { phones } of guests) readPhones(phones);
    const readOnce = performance.now() - begun;
    expect((await seat(guests)).status).toBe(200);
    expect(performance.now() - begun - readOnce).toBeLessThan(readOnce * 5); // reading both sides of each pair anew took 15 times
  });

  it("keeps two people whose complete numbers are of two countries", async () => {
    enterHouse();
    const { answer } = await seat([
      { name: "Rami", phones: "71 123 456" },
      { name: "Pierre", phones: "+33 6 71 12 34 56" },
    ]);
    expect(await guestsOf(answer.table_name)).toHaveLength(2);
  });

  it.each([
    [{ birthday: "1/1/2027" }, "contacts.0.birthday"],
    [{ birthday: "--01-01", birth_year: 2027 }, "contacts.0.birth_year"],
    [{ birth_year: 2027 }, "contacts.0.birth_year"],
  ])("refuses a guest who is born after today: %j", async (born, path) => {
    enterHouse();
    clockAt("2026-12-31T21:59:00Z"); // one minute before midnight in Beirut
    const refused = await seat([{ name: "Maya", ...born }]);
    expect({ status: refused.status, issues: refused.answer.issues }).toEqual({
      status: 400,
      issues: [{ path, message: expect.stringMatching(/^Guest 1: This birthday lies in the future\. Write the year of birth/) }],
    });
    clockAt("2026-12-31T22:00:00Z");
    expect((await seat([{ name: "Maya", ...born }])).status).toBe(200);
  });

  it("never takes a placeholder for anybody's phone, and keeps it as it was typed", async () => {
    enterHouse();
    const guests = ["0", "0", "12", "11111111", "11111111", "fax 01 234567", "01 234567"].map((phones, at) => ({
      name: `Guest ${at}`,
      phones,
    }));
    const { answer } = await seat(guests);
    const saved = await open(answer.table_name);
    expect(saved.answer.contacts).toMatchObject(guests);
    const before = saved.answer.contacts.map(({ id }) => id);
    const body = { metadata: METADATA, contacts: guests, table_name: answer.table_name };
    await call("staff", saveTable, { body });
    expect((await open(answer.table_name)).answer.contacts.map(({ id }) => id)).toEqual(before);
  });

  it("never takes guests without a phone for one person, and leaves blank rows out", async () => {
    enterHouse();
    const { answer } = await seat([{ name: "Guest" }, { name: "Guest" }, { name: " ", phones: "" }, { name: "", phones: "no digits" }]);
    expect((await guestsOf(answer.table_name)).map((guest) => guest.name)).toEqual(["Guest", "Guest", ""]);
  });

  it("needs a guest, and at most 200 of them", async () => {
    enterHouse();
    for (const contacts of [[], [{ name: "  " }]]) {
      const refused = await seat(contacts);
      expect(refused).toMatchObject({ status: 400, answer: { error: "Add at least one contact.", issues: [{ path: "contacts" }] } });
    }
    const many = (count: number) => Array.from({ length: count }, (_, number) => ({ name: `Guest ${number}` }));
    expect((await seat(many(201))).status).toBe(400);
    expect((await seat(many(200))).status).toBe(200);
    expect(await openTables()).toHaveLength(1);
  });

  it.each(["hostess", "waiter", "table_number"] as const)("needs the %s", async (field) => {
    enterHouse();
    const { status, answer } = await call("staff", saveTable, { body: { metadata: { ...METADATA, [field]: " " }, contacts: [MAYA] } });
    expect({ status, path: answer.issues?.[0]?.path }).toEqual({ status: 400, path: `metadata.${field}` });
  });

  it("takes no number that is none", async () => {
    enterHouse();
    const raw = `{"metadata": {"hostess": "Rima", "waiter": "Jad", "table_number": ${"9".repeat(400)}}, "contacts": [{"name": "Maya"}]}`;
    expect(await call("staff", saveTable, { raw })).toMatchObject({ status: 400, answer: { code: "invalid_request" } });
  });

  it("reads a number, names of any case and the other names of fields", async () => {
    enterHouse();
    const raw = JSON.stringify({
      metadata: { ...METADATA, table_number: 7 },
      contacts: [{ NAME: "Maya", Phone: "70 111 222", BDAY: "1985-05-14", id: 9, added_at: "1999", branch: "x", Email: null }],
    });
    const { answer } = await call("staff", saveTable, { raw });
    expect(answer.message).toBe("Table 7 saved.");
    const [guest] = await guestsOf(answer.table_name);
    expect(guest).toMatchObject({ name: "Maya", phones: "70 111 222", birthday: "--05-14", birth_year: 1985, email: "" });
    expect(guest?.added_at).not.toBe("1999");
  });

  it("gives each party of an evening a name of its own", async () => {
    enterHouse();
    clockAt(EVENING);
    const answers = await Promise.all(Array.from({ length: 10 }, () => seat([MAYA])));
    expect(new Set(answers.map((one) => one.answer.table_name)).size).toBe(10);
    expect(await openTables()).toContain("2026-11-20 table 12 (10)");
  });

  it("after midnight belongs to the evening before, from 05:00 on to the new day", async () => {
    enterHouse();
    for (const [instant, name] of [
      ["2026-11-20T22:40:00Z", "2026-11-20 table 1"],
      ["2026-11-21T03:00:00Z", "2026-11-21 table 1"],
    ] as const) {
      clockAt(instant);
      expect((await seat([MAYA], { number: "1" })).answer.table_name).toBe(name);
    }
  });

  it("answers a repeated key with the first answer and saves nothing again", async () => {
    enterHouse();
    const body = { metadata: METADATA, contacts: [MAYA] };
    const first = await call("staff", saveTable, { body, key: "a" });
    const again = await call("staff", saveTable, { body, key: "a" });
    expect(again.answer).toEqual(first.answer);
    const other = await call("staff", saveTable, { body: { ...body, metadata: { ...METADATA, waiter: "Elie" } }, key: "a" });
    expect(other.answer.code).toBe("idempotency_mismatch");
  });
});

describe("changing a saved table", () => {
  const change = (table_name: string, contacts: object[], version?: number) =>
    call("staff", saveTable, { body: { metadata: { ...METADATA, waiter: "Elie" }, contacts, table_name, version } });

  it("replaces its guests, and those who stay keep the time at which they came", async () => {
    enterHouse();
    clockAt(EVENING);
    const { answer } = await seat([MAYA, { name: "Rami", phones: "03 123456" }, { name: "Nour" }]);
    clockAt("2026-11-20T20:00:00Z");
    const changed = await change(
      answer.table_name,
      [{ name: "Rami Khoury", phones: "+9613123456" }, { name: "Nour" }, { name: "Tia", phones: "03 999999" }],
      1,
    );
    expect(changed.answer).toEqual({
      ok: true,
      message: "Table 12 saved.",
      table_name: answer.table_name,
      saved_at: "2026-11-20T20:00:00.000Z",
      version: 2,
    });
    const { answer: now } = await open(answer.table_name);
    expect(now.metadata.waiter).toBe("Elie");
    expect(now.contacts.map(({ name, added_at }) => [name, added_at])).toEqual([
      ["Rami Khoury", "2026-11-20T19:30:00.000Z"],
      ["Nour", "2026-11-20T19:30:00.000Z"],
      ["Tia", "2026-11-20T20:00:00.000Z"],
    ]);
    expect(await openTables()).toEqual([answer.table_name]);
  });

  it("finds its table by the name in the metadata too", async () => {
    enterHouse();
    const { answer } = await seat([MAYA]);
    const body = { metadata: { ...METADATA, table_name: answer.table_name }, contacts: [MAYA] };
    expect((await call("staff", saveTable, { body })).answer.version).toBe(2);
  });

  it("is refused when somebody saved in between, and shows what they saved", async () => {
    enterHouse();
    const { answer } = await seat([MAYA]);
    expect((await change(answer.table_name, [{ name: "First" }], 1)).status).toBe(200);
    const late = await change(answer.table_name, [{ name: "Late" }], 1);
    expect(late).toMatchObject({
      status: 409,
      answer: { code: "conflict", current: { table_name: answer.table_name, version: 2, contacts: [{ name: "First" }] } },
    });
    expect(await guestsOf(answer.table_name)).toMatchObject([{ name: "First" }]);
  });

  it("is done by one of twenty who change the same version at once", async () => {
    enterHouse();
    const { answer } = await seat([MAYA]);
    const all = await Promise.all(Array.from({ length: 20 }, (_, number) => change(answer.table_name, [{ name: `Guest ${number}` }], 1)));
    expect(all.filter((one) => one.status === 200)).toHaveLength(1);
    expect(all.filter((one) => one.status === 409)).toHaveLength(19);
    expect((await open(answer.table_name)).answer.version).toBe(2);
  });

  it("without a version overwrites", async () => {
    enterHouse();
    const { answer } = await seat([MAYA]);
    await change(answer.table_name, [{ name: "First" }], 1);
    expect((await change(answer.table_name, [{ name: "Last" }])).answer.version).toBe(3);
  });

  it("of a name that is not there is refused", async () => {
    enterHouse();
    expect(await change("2026-11-20 table 99", [MAYA])).toMatchObject({ status: 404, answer: { code: "not_found" } });
    const { answer } = await seat([MAYA]);
    const elsewhere = await call("staff", saveTable, {
      branch: "batroun",
      body: { metadata: METADATA, contacts: [MAYA], table_name: answer.table_name },
    });
    expect(elsewhere.status).toBe(404);
  });

  it("that End of Day has closed is refused, and the table still opens", async () => {
    enterHouse();
    clockAt(EVENING);
    const { answer } = await seat([MAYA]);
    clockAt(END_OF_DAY);
    expect((await call("admin", endOfDay)).status).toBe(200);
    expect(await change(answer.table_name, [{ name: "Late" }], 1)).toMatchObject({
      status: 409,
      answer: { code: "conflict", current: { metadata: { closed: true } } },
    });
    expect((await open(answer.table_name)).answer).toMatchObject({ metadata: { closed: true }, contacts: [{ name: "Maya" }] });
    expect(await openTables()).toEqual([]);
  });
});

describe("who may save", () => {
  const as = async (permissions: Permission[], table_name?: string, metadata: object = {}) => {
    await call("admin", changeRole, { params: { role: "keyless" }, body: { permissions } });
    return (await call("keyless", saveTable, { body: { metadata: { ...METADATA, ...metadata }, contacts: [MAYA], table_name } })).status;
  };

  it("a new table: create_table; one that is there: open_saved_tables", async () => {
    enterHouse();
    const { answer } = await seat([MAYA]);
    expect([await as(["create_table"]), await as(["create_table"], answer.table_name)]).toEqual([200, 403]);
    expect([await as(["open_saved_tables"]), await as(["open_saved_tables"], answer.table_name)]).toEqual([403, 200]);
    expect([await as(["nav_home"]), await as(["nav_home"], answer.table_name)]).toEqual([403, 403]);
    expect(await as(["create_table"], undefined, { table_name: answer.table_name }), "wherever it is named").toBe(403);
    expect((await open(answer.table_name)).answer.version).toBe(2);
    expect(await openTables()).toHaveLength(2);
  });
});

describe("the saved tables", () => {
  it("are listed newest first, with what a list needs", async () => {
    enterHouse();
    clockAt(EVENING);
    await seat([MAYA], { number: "1" });
    clockAt("2026-11-20T19:40:00Z");
    await seat([MAYA, { name: "Rami" }], { number: "2" });
    const { answer } = await call("staff", listSavedTables);
    expect(answer.tables).toEqual(["2026-11-20 table 2", "2026-11-20 table 1"]);
    expect(answer.details[0]).toEqual({
      name: "2026-11-20 table 2",
      table_number: "2",
      hostess: "Rima",
      waiter: "Jad",
      party_size: null,
      guests: 2,
      saved_at: "2026-11-20T19:40:00.000Z",
      business_day: "2026-11-20",
    });
  });

  it("of one branch are no other's", async () => {
    enterHouse();
    const { answer } = await seat([MAYA], { branch: "batroun" });
    expect(await openTables()).toEqual([]);
    expect(await openTables("batroun")).toEqual([answer.table_name]);
    expect((await open(answer.table_name)).status).toBe(404);
  });

  it.each(["../../etc/passwd", "' OR 1=1 --", "%", "_", "x".repeat(200)])("do not open by the name %j", async (name) => {
    enterHouse();
    await seat([MAYA]);
    expect((await call("staff", openTable, { params: { name } })).status).toBe(404);
  });
});

describe("the live feed", () => {
  it("shows this business day's tables of every branch, the newest first, closed ones too", async () => {
    enterHouse();
    clockAt("2026-11-19T19:30:00Z");
    await seat([MAYA], { number: "of yesterday" });
    clockAt(EVENING);
    await seat([MAYA], { number: "1" });
    clockAt("2026-11-20T19:45:00Z");
    await seat([{ name: "Rami", phones: "03 123456", birthday: "14/5" }], { number: "2", branch: "tripoli" });
    clockAt(END_OF_DAY);
    await call("admin", endOfDay);
    clockAt("2026-11-20T22:40:00Z");
    await seat([MAYA], { number: "3" });
    const { answer } = await call("staff", tableLog);
    expect(answer.logs.map(({ table, branch }) => `${table} ${branch}`)).toEqual(["3 jounieh", "2 tripoli", "1 jounieh"]);
    expect(answer.logs[1]).toEqual({
      table: "2",
      table_name: "2026-11-20 table 2",
      time: "2026-11-20T19:45:00.000Z",
      since: "2026-11-20T19:45:00.000Z",
      closed: false,
      hostess: "Rima",
      waiter: "Jad",
      party_size: null,
      branch: "tripoli",
      contacts: [
        {
          id: expect.any(String),
          allergies: "",
          name: "Rami",
          phones: "03 123456",
          birthday: "--05-14",
          numbers: [{ shown: "+961 3 123 456", digits: "9613123456" }],
        },
      ],
    });
  });
});

import { describe, expect, it } from "vitest";
import { searchByDate } from "@/lib/date-search/contract";
import { storeFile } from "@/lib/db/files";
import { endOfDay, mergeTables } from "@/lib/evening/contract";
import { searchContacts } from "@/lib/guest-search/contract";
import { deleteContact, updateContact } from "@/lib/guests/contract";
import { importContacts } from "@/lib/import/contract";
import { saveTable } from "@/lib/tables/contract";
import { clockAt } from "../support/clocks";
import { call, enterHouse } from "../support/house";
import { alter } from "../support/stores";
import { END_OF_DAY, EVENING, METADATA, seat } from "../support/tables";

const DATE = "2026-11-20";

async function find(date = DATE, more: { limit?: number; offset?: number; branch?: string } = {}) {
  const { branch, ...page } = more;
  const { status, answer } = await call("staff", searchByDate, { query: { date, ...page } as never, branch });
  expect(status).toBe(200);
  return answer;
}

const said = async (date = DATE, branch?: string) => {
  const { contacts, total } = await find(date, { branch });
  expect(total).toBe(contacts.length);
  return contacts.map(({ name, stores }) => `${name} ${stores.join("+")}`);
};

async function bring(lines: string[]): Promise<void> {
  const raw = ["name,phones,added_at", ...lines].join("\n");
  const { status } = await call("admin", importContacts, { raw, headers: { "content-type": "text/csv" } });
  expect(status).toBe(200);
}

describe("a table saved this evening", () => {
  it("is found at once, each guest once, before any merge", async () => {
    enterHouse();
    clockAt(EVENING);
    await seat([{ name: "Maya", phones: "03 111111", company: "MEA" }, { name: "Guest" }], { number: "1" });
    clockAt("2026-11-20T19:40:00Z");
    await seat([{ name: "Maya K", phones: "+961 3 111 111, 70 555555" }, { name: "guest" }, { name: "Tia", phones: "03 222222" }], {
      number: "2",
    });
    const { contacts, total } = await find();
    expect(total).toBe(3);
    expect(contacts.map(({ name, phones, company, store }) => [name, phones, company, store])).toEqual([
      ["Maya K", "+961 3 111 111, 70 555555", "MEA", "table"],
      ["guest", "", "", "table"],
      ["Tia", "03 222222", "", "table"],
    ]);
    for (const { stores, contact_id } of contacts) expect({ stores, contact_id }).toEqual({ stores: ["table"], contact_id: undefined });
  });

  it("stays one row for each person after Merge All, and those saved since come first", async () => {
    enterHouse();
    clockAt(EVENING);
    await seat([{ name: "Maya", phones: "03 111111" }, { name: "Guest" }]);
    await call("admin", mergeTables);
    clockAt("2026-11-20T19:40:00Z");
    await seat(
      [
        { name: "Maya", phones: "00961 3 111111" },
        { name: "Tia", phones: "03 222222" },
      ],
      { number: "2" },
    );
    expect(await said()).toEqual(["Tia table", "Guest table", "Maya table"]);
  });

  it("has its guests' own ids until a merge has taken them", async () => {
    enterHouse();
    clockAt(EVENING);
    const { answer } = await seat([{ name: "Maya", phones: "03 111111" }]);
    const opened = await call("staff", (await import("@/lib/tables/contract")).openTable, { params: { name: answer.table_name } });
    expect((await find()).contacts[0]?.id).toBe(opened.answer.contacts[0]?.id);
  });

  it("is matched by the id of its guest, whatever was corrected since", async () => {
    enterHouse();
    clockAt(EVENING);
    await seat([{ name: "Maya", phones: "03 111111" }]);
    await call("admin", mergeTables);
    alter(
      storeFile("jounieh", "table"),
      "UPDATE guest_row SET id = (SELECT id FROM table_guest); UPDATE table_guest SET phones = '70 999999', name = 'Maya Khoury'",
    );
    expect(await said()).toHaveLength(1);
  });

  it("of another day or branch is not found", async () => {
    enterHouse();
    clockAt(EVENING);
    await seat([{ name: "Maya", phones: "03 111111" }]);
    expect(await said("2026-11-19")).toEqual([]);
    expect(await said("2026-11-21")).toEqual([]);
    expect(await said(DATE, "batroun")).toEqual([]);
    expect(await said(DATE, "central")).toEqual([]);
  });
});

describe("a guest of the tables who stands in the guest book", () => {
  it("is one row that says both, with the book's id", async () => {
    enterHouse();
    clockAt(EVENING);
    await bring(["Old Rami,70 333333,2026-01-01T10:00:00Z"]);
    await seat([{ name: "Maya", phones: "03 111111" }, { name: "Rami", phones: "70 333333" }, { name: "Guest" }]);
    expect(await said()).toEqual(["Maya table", "Rami table+contacts", "Guest table"]);
    clockAt(END_OF_DAY);
    expect((await call("admin", endOfDay)).status).toBe(200);
    expect(await said()).toEqual(["Guest table+contacts", "Rami table+contacts", "Maya table+contacts"]);
    const { contacts } = await find();
    for (const name of ["Maya", "Rami"]) {
      const { answer } = await call("staff", searchContacts, { query: { search: name } });
      expect(contacts.find((row) => row.name === name)?.contact_id).toBe(answer.contacts[0]?.id);
    }
  });

  it("is the older of two of the book whose numbers stand in the row, and one whom the book got another day", async () => {
    enterHouse();
    clockAt(EVENING);
    await bring(["Maya,03 111111,2026-01-01T10:00:00Z", "Omar,70 222222,2026-01-02T10:00:00Z", "Tia,03 222222,2026-11-21T10:00:00Z"]);
    await seat([{ name: "Maya", phones: "70 222222 / 03 111111" }, { name: "Tia", phones: "03 222222" }]); // biome-ignore format: one line
    expect(await said()).toEqual(["Maya table+contacts", "Tia table+contacts"]);
    const { answer } = await call("staff", searchContacts, { query: { search: "03111111" } });
    expect((await find()).contacts[0]?.contact_id).toBe(answer.contacts[0]?.id);
  });

  it("is not one whose name and theirs say nothing", async () => {
    enterHouse();
    clockAt(EVENING);
    await bring(["🌺,,2026-11-20T18:00:00Z"]);
    await seat([{ name: "🌸" }]);
    expect(await said()).toEqual(["🌸 table", "🌺 contacts"]);
  });

  it("is not somebody of the same name who has a phone, where the table knows none", async () => {
    enterHouse();
    clockAt(EVENING);
    await bring(["Maya,03 111111,2026-11-20T18:00:00Z"]);
    await seat([{ name: "Maya" }]);
    expect(await said()).toEqual(["Maya table", "Maya contacts"]);
  });

  it("who is taken out of the evening after End of Day is not found at the closed table", async () => {
    enterHouse();
    clockAt(EVENING);
    await seat([{ name: "Maya", phones: "03 111111" }, { name: "Rami", phones: "70 333333" }]); // biome-ignore format: one line
    clockAt(END_OF_DAY);
    expect((await call("admin", endOfDay)).status).toBe(200);
    const rami = (await find()).contacts.find(({ name }) => name === "Rami")?.id ?? "";
    expect((await call("staff", deleteContact, { query: { id: rami, store: "table" } })).status).toBe(200);
    expect(await said()).toEqual(["Maya table+contacts", "Rami contacts"]);
  });

  it("of two countries with the same last digits is two people", async () => {
    enterHouse();
    clockAt(EVENING);
    await bring(["Pierre,+33 6 71 12 34 56,2026-11-20T18:00:00Z"]);
    await seat([{ name: "Rami", phones: "71 123 456" }]);
    expect(await said()).toEqual(["Rami table", "Pierre contacts"]);
  });

  it("over several guest rows of the day is one row, its gaps filled and its phones united", async () => {
    enterHouse();
    clockAt(EVENING);
    await seat([
      { name: "Maya", phones: "03 111111", company: "MEA" },
      { name: "Maya K", phones: "70 222222", email: "m@x.lb" },
    ]);
    await call("admin", mergeTables);
    // As an older version left them.
    alter(storeFile("jounieh", "table"), "UPDATE guest_row_phone SET digits = '9613111111', key = '13111111', calling_code = '961'");
    const { contacts, total } = await find();
    expect(total).toBe(1);
    expect(contacts).toMatchObject([{ name: "Maya K", phones: "70 222222, 03 111111", company: "MEA", email: "m@x.lb" }]);
  });
});

describe("a guest whose rows of one evening say different numbers", () => {
  const shown = async () => (await find()).contacts.map(({ name, phones, company, birthday }) => [name, phones, company, birthday]);
  const BOTH = "03 111111, 70 222222";

  it("is one row when an older one has them all", async () => {
    enterHouse();
    await bookedAs(BOTH);
    await seat([{ name: "Maya", phones: "03 111111", company: "MEA" }], { number: "2" });
    await seat([{ name: "Maya", phones: "70 222222", birthday: "14/5" }], { number: "3" });
    await call("admin", mergeTables);
    const [row, ...more] = await shown();
    expect([row?.[1]?.split(", ").sort(), row?.slice(2), more]).toEqual([["03 111111", "70 222222"], ["MEA", "--05-14"], []]);
  });

  it("is one row when the guest book has only a number that an older one says", async () => {
    enterHouse();
    await bookedAs(BOTH);
    await seat([{ name: "Maya", phones: "03 111111", company: "MEA" }], { number: "2" });
    await call("admin", mergeTables);
    const body = { identifier: { name: "Maya", phones: BOTH }, phones: "70 222222" };
    expect((await call("staff", updateContact, { body })).status).toBe(200);
    expect(await shown()).toEqual([["Maya", "03 111111, 70 222222", "MEA", ""]]);
  });

  it("is not made one with somebody of another name by them, and each has their own", async () => {
    enterHouse();
    await bookedAs(BOTH);
    await seat([{ name: "Rami", phones: "70 222222", company: "Murex" }], { number: "2" });
    await seat([{ name: "Maya", phones: "03 111111", company: "MEA" }], { number: "3" });
    await call("admin", mergeTables);
    expect(await shown()).toEqual([
      ["Maya", "03 111111", "MEA", ""],
      ["Rami", "70 222222", "Murex", ""],
    ]);
  });

  it("is the one whose name the older row says, also where somebody of another name has its first number", async () => {
    enterHouse();
    await seatedInTurn(
      { name: "Maya", phones: "03 111111 / 70 222222 / 70 333333", company: "MEA" },
      { name: "Maya", phones: "70 222222" },
      { name: "Rami", phones: "03 111111" },
    );
    expect(await shown()).toEqual([
      ["Rami", "03 111111", "", ""],
      ["Maya", "70 222222, 70 333333", "MEA", ""],
    ]);
  });

  it("takes nothing but the name from somebody else of the same number", async () => {
    enterHouse();
    await seatedInTurn({ name: "Lina", phones: "03 111111", company: "MEA", birthday: "14/5" }, { name: "Rami", phones: "03 111111" });
    expect((await find()).contacts).toMatchObject([{ name: "Rami", also: "Lina", company: "", birthday: "" }]);
  });

  /** Each at a table of their own, a minute after the one before. */
  async function seatedInTurn(...guests: { name: string; phones: string; company?: string; birthday?: string }[]): Promise<void> {
    for (const [index, guest] of guests.entries()) {
      clockAt(`2026-11-20T19:0${index}:00Z`);
      await seat([guest], { number: String(index + 1) });
    }
  }

  async function bookedAs(phones: string): Promise<void> {
    clockAt(EVENING);
    await seat([{ name: "Maya", phones }], { number: "1" });
    clockAt(END_OF_DAY);
    expect((await call("admin", endOfDay)).status).toBe(200);
  }
});

describe("a contact", () => {
  it("who was added after midnight belongs to the evening before, as a table does", async () => {
    enterHouse();
    clockAt("2026-11-20T22:40:00Z"); // 00:40 in Beirut
    await seat([{ name: "Late", phones: "03 111111" }]);
    await bring([
      "Early,03 200001,2026-11-20T02:59:59Z",
      "First,03 200002,2026-11-20T03:00:00Z",
      "After midnight,03 200003,2026-11-20T22:40:00Z",
      "Last,03 200004,2026-11-21T02:59:59Z",
      "Next,03 200005,2026-11-21T03:00:00Z",
    ]);
    expect(await said("2026-11-19")).toEqual(["Early contacts"]);
    expect(await said()).toEqual(["Late table", "Last contacts", "After midnight contacts", "First contacts"]);
    expect(await said("2026-11-21")).toEqual(["Next contacts"]);
  });
});

describe("the pages of a date", () => {
  it("hold everybody once, over both stores", async () => {
    enterHouse();
    clockAt(EVENING);
    const phone = (number: number) => `03 ${String(100_000 + number)}`;
    await call("staff", saveTable, {
      body: { metadata: METADATA, contacts: Array.from({ length: 40 }, (_, n) => ({ name: `Table ${n}`, phones: phone(n) })) },
    });
    await call("admin", mergeTables);
    await seat(
      Array.from({ length: 10 }, (_, n) => ({ name: `Waiting ${n}`, phones: phone(35 + n) })),
      { number: "2" },
    );
    await bring(Array.from({ length: 60 }, (_, n) => `Book ${n},${phone(20 + n)},2026-11-20T18:00:00Z`));
    const whole = await find(DATE, { limit: 500 });
    expect(whole.total).toBe(80);
    expect(whole.contacts).toHaveLength(80);
    for (const size of [1, 7, 45, 80]) {
      const pages = [];
      for (let offset = 0; offset < 90; offset += size) pages.push(...(await find(DATE, { limit: size, offset })).contacts);
      expect(pages).toEqual(whole.contacts);
    }
    expect(new Set(whole.contacts.map(({ phones }) => phones)).size).toBe(80);
  });
});

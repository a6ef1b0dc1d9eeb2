import { beforeEach, describe, expect, it } from "vitest";
import { businessDayOf, eveningHours } from "@/lib/business-day";
import { storeFile } from "@/lib/db/files";
import { env } from "@/lib/env";
import { endOfDay } from "@/lib/evening/contract";
import { undoCompany, updateCompanyByDate } from "@/lib/guests/contract";
import { importContacts, undoImport } from "@/lib/import/contract";
import { book, endDay, mergeAll, mergeDate } from "../guests/guests";
import { central, guest, mergeByDate, saveAgain, takenEarly } from "../merging/early";
import { clockAt } from "../support/clocks";
import { call, enterHouse } from "../support/house";
import { alter, rows } from "../support/stores";
import { EVENING, seat } from "../support/tables";

/** What a book of an older version kept: guests, and nothing of who said what. */
const WITHOUT_RECORDS =
  "DELETE FROM source_record; DELETE FROM record_strand; DELETE FROM book_decision; DELETE FROM decision_strand; DELETE FROM source_store; UPDATE contact SET is_before = 1;";

const MAYA = { name: "Maya", phones: "03 111111" };
const NUMBER = JSON.stringify([{ typed: "", digits: "9613111111", key: "13111111", calling_code: "961" }]);

beforeEach(() => {
  clockAt(EVENING);
});

describe("a guest book of an older version", () => {
  it("brings nobody twice who was merged before, and fills them in as ever", async () => {
    enterHouse();
    await seat([MAYA, { name: "Nameless" }]);
    await endDay();
    await mergeDate();
    for (const branch of ["jounieh", "central"] as const) alter(storeFile(branch, "contacts"), WITHOUT_RECORDS);
    expect(await mergeDate()).toMatchObject({ inserted: 0, skipped: 2, filled: 0, corrected: 0, removed: 0 });
    expect(book("central")).toEqual(["Maya 03 111111", "Nameless"]);
  });

  it("keeps whom somebody deleted out, and whoever came again after that in", async () => {
    enterHouse();
    const decide = (at: string) =>
      `INSERT INTO decision VALUES ('d', 'deleted', 'gone', 'Maya', '2026-11-19T19:00:00.000Z', '${NUMBER}', '${at}');`;
    await seat([MAYA]);
    alter(storeFile("jounieh", "contacts"), decide("2026-11-20T20:00:00.000Z"));
    await endDay();
    expect(book()).toEqual([]);
    alter(
      storeFile("jounieh", "contacts"),
      `${WITHOUT_RECORDS} ${decide("2026-11-20T20:00:00.000Z").replace("'d'", "'e'")}
      INSERT INTO contact (id, name, phones, added_at, branch, search_text) VALUES ('again', 'Maya', '03 111111', '2026-11-21T19:00:00.000Z', 'jounieh', '');
      INSERT INTO contact_phone SELECT seq, 0, '9613111111', '13111111', '961' FROM contact WHERE id = 'again';`,
    );
    clockAt("2026-11-21T19:30:00Z");
    await seat([{ ...MAYA, email: "m@x.lb" } as never], { number: "2" });
    clockAt("2026-11-21T21:15:00Z");
    expect((await call("admin", endOfDay)).status).toBe(200);
    expect(rows(storeFile("jounieh", "contacts"), "SELECT id, name, email FROM contact")).toEqual([
      { id: "again", name: "Maya", email: "m@x.lb" },
    ]);
  });

  it("keeps what somebody corrected: a row from before does not bring the old name and number back", async () => {
    enterHouse();
    await seat([MAYA]);
    alter(
      storeFile("jounieh", "contacts"),
      `INSERT INTO contact (id, name, phones, added_at, branch, search_text) VALUES ('c', 'Maya K', '70 222222', '2026-11-19T19:00:00.000Z', 'jounieh', '');
       INSERT INTO contact_phone SELECT seq, 0, '96170222222', '70222222', '961' FROM contact WHERE id = 'c';
       INSERT INTO decision VALUES ('d', 'corrected', 'c', 'Maya', '2026-11-19T19:00:00.000Z', '${NUMBER}', '2026-11-20T20:00:00.000Z');`,
    );
    await endDay();
    expect(book()).toEqual(["Maya K 70 222222"]);
  });

  it("lets what central took of a table before its End of Day go with that table", async () => {
    enterHouse();
    const name = await takenEarly([{ name: "Stranger", phones: "03 999999" }]);
    const [record] = rows<{ id: string; said: string }>(storeFile("central", "contacts"), "SELECT id FROM source_record");
    const [storeId = "", rowId = ""] = (record?.id ?? "").split("/");
    const [event] = rows<{ seq: number; id: string }>(storeFile("ehden", "table"), "SELECT seq, id FROM event ORDER BY seq DESC LIMIT 1");
    const numbers = [{ typed: "", digits: "9613999999", key: "13999999", calling_code: "961" }];
    const person = {
      name: "Stranger",
      phones: "03 999999",
      email: "",
      company: "",
      title: "",
      birthday: "",
      birth_year: null,
      address: "",
      also: "",
    };
    const said = JSON.stringify({ person: { ...person, added_at: "2026-11-20T19:30:01.000Z" }, numbers });
    const part = JSON.stringify({ isAll: true, numbers: ["9613999999"], fields: { name: "" }, names: [] });
    alter(
      storeFile("central", "contacts"),
      `${WITHOUT_RECORDS} INSERT INTO unbooked_row SELECT '${storeId}', '${rowId}', '2026-11-20', seq, ${event?.seq}, '${event?.id}', '${said}' FROM contact;
       INSERT INTO unbooked_part SELECT seq, '${part}' FROM contact;`,
    );
    await saveAgain(name, [MAYA]);
    await mergeAll("ehden");
    expect(await mergeByDate()).toMatchObject({ removed: 1, inserted: 1 });
    expect(central()).toEqual([guest("Maya", "03 111111")]);
    expect(
      rows(storeFile("central", "contacts"), "SELECT * FROM unbooked_row UNION ALL SELECT *, 0, 0, 0, 0, 0 FROM unbooked_part"),
    ).toEqual([]);
  });

  it.each([["03 999999"], [""]])(
    "leaves one whom central took early, and whose company somebody wrote since, one guest (%s)",
    async (phones) => {
      enterHouse();
      await takenEarly([{ name: "Stranger", phones }]);
      const [{ id } = { id: "" }] = rows<{ id: string }>(storeFile("central", "contacts"), "SELECT id FROM source_record");
      const [storeId, rowId] = id.split("/");
      const [event] = rows<{ seq: number; id: string }>(storeFile("ehden", "table"), "SELECT seq, id FROM event ORDER BY seq DESC LIMIT 1");
      const numbers = phones === "" ? [] : [{ typed: "", digits: "9613999999", key: "13999999", calling_code: "961" }];
      const person = { name: "Stranger", phones, email: "", company: "", title: "", birthday: "", birth_year: null, address: "", also: "" };
      const said = JSON.stringify({ person: { ...person, added_at: "2026-11-20T19:30:01.000Z" }, numbers });
      const part = JSON.stringify({ isAll: false, numbers: numbers.map(({ digits }) => digits), fields: { name: "" }, names: [] });
      alter(
        storeFile("central", "contacts"),
        `${WITHOUT_RECORDS} UPDATE contact SET company = 'MEA';
       INSERT INTO unbooked_row SELECT '${storeId}', '${rowId}', '2026-11-20', seq, ${event?.seq}, '${event?.id}', '${said}' FROM contact;
       INSERT INTO unbooked_part SELECT seq, '${part}' FROM contact;`,
      );
      await mergeByDate();
      expect(rows(storeFile("central", "contacts"), "SELECT name, phones, company FROM contact")).toEqual([
        { name: "Stranger", phones, company: "MEA" },
      ]);
    },
  );

  it("refuses to undo an import and a Set Company, of which nothing is known any more", async () => {
    enterHouse();
    const headers = { "content-type": "text/csv" };
    const brought = await call("staff", importContacts, { raw: "name,phones\nMaya,03 111111\n", headers });
    const [{ added_at } = { added_at: "" }] = rows<{ added_at: string }>(storeFile("jounieh", "contacts"), "SELECT added_at FROM contact");
    const set = await call("admin", updateCompanyByDate, {
      body: { date: businessDayOf(new Date(added_at), eveningHours(env())), company: "MEA" },
    });
    alter(storeFile("jounieh", "contacts"), WITHOUT_RECORDS);
    const undone = [
      await call("staff", undoImport, { body: { import_id: brought.answer.import_id ?? "" } }),
      await call("staff", undoCompany, { body: { undo_id: set.answer.undo_id ?? "" } }),
    ];
    expect(undone.map(({ status }) => status)).toEqual([409, 409]);
    for (const { answer } of undone) expect(answer.error).toContain("before Daftar was renewed");
  });
});

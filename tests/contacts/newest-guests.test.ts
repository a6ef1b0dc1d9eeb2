import Database from "better-sqlite3";
import { describe, expect, it } from "vitest";
import { storeFile } from "@/lib/db/files";
import { endOfDay } from "@/lib/evening/contract";
import { newestGuests } from "@/lib/guest-search/contract";
import { LAST_EVENING } from "@/lib/guest-search/newest-guests";
import { deleteContact } from "@/lib/guests/contract";
import { importContacts } from "@/lib/import/contract";
import { SEATED } from "@/lib/tables/tonight";
import { clockAt } from "../support/clocks";
import { call, enterHouse } from "../support/house";
import { END_OF_DAY, EVENING, seat } from "../support/tables";

async function newest(branch?: string) {
  const { status, answer } = await call("staff", newestGuests, { branch });
  expect(status).toBe(200);
  return { day: answer.business_day, names: answer.contacts.map(({ name }) => name), contacts: answer.contacts };
}

describe("the guests who were seated last", () => {
  it("are ten of this evening, each once, as the book has them, and of one branch only", async () => {
    enterHouse();
    expect(await newest()).toMatchObject({ day: null, names: [] });
    clockAt(EVENING);
    const raw = "name,phones,company\nMaya Khoury,03 111111,MEA\n";
    await call("admin", importContacts, { raw, headers: { "content-type": "text/csv" } });
    await seat(Array.from({ length: 9 }, (_, at) => ({ name: `Guest ${at}`, phones: `71 00000${at}` })));
    clockAt("2026-11-20T19:40:00Z");
    await seat([{ name: "Maya", phones: "+961 3 111 111" }, { name: "Nobody's number" }, { name: "Tia", phones: "70 123456" }], {
      number: "14",
    });
    await seat([{ name: "Elsewhere", phones: "76 999999" }], { branch: "batroun" });
    const { day, names, contacts } = await newest();
    expect(day).toBe("2026-11-20");
    expect(names).toEqual(["Maya Khoury", "Nobody's number", "Tia", ...Array.from({ length: 7 }, (_, at) => `Guest ${at}`)]);
    expect(contacts[0]).toMatchObject({ company: "MEA", tonight: { table_number: "14" } });
    expect(contacts[0]).not.toHaveProperty("not_in_book");
    expect(contacts[2]).toMatchObject({ not_in_book: true, numbers: [{ digits: "96170123456" }], tonight: { table_number: "14" } });
    // Who changes tables is shown once, at the table of now.
    clockAt("2026-11-20T19:50:00Z");
    await seat([{ name: "Tia", phones: "70 123456" }], { number: "15" });
    const after = await newest();
    expect(after.names.filter((name) => name === "Tia")).toEqual(["Tia"]);
    expect(after.contacts[0]).toMatchObject({ name: "Tia", tonight: { table_number: "15" } });
    expect((await newest("batroun")).names).toEqual(["Elsewhere"]);
    expect(await newest("central")).toMatchObject({ day: null, names: [] });
  });

  it("are of the last evening until this one has a guest, without whoever was deleted from the book since", async () => {
    enterHouse();
    clockAt(EVENING);
    await seat([
      { name: "Maya", phones: "03 111111" },
      { name: "Ziad", phones: "03 222222" },
    ]);
    clockAt(END_OF_DAY);
    await call("admin", endOfDay);
    clockAt("2026-11-22T17:00:00Z");
    const before = await newest();
    expect([before.day, before.names]).toEqual(["2026-11-20", ["Maya", "Ziad"]]);
    expect(before.contacts[0]).not.toHaveProperty("tonight");
    await call("admin", deleteContact, { query: { id: before.contacts[1]?.id, store: "contacts" } });
    expect((await newest()).names).toEqual(["Maya"]);
    await seat([{ name: "Tia", phones: "03 333333" }]);
    const tonight = await newest();
    expect([tonight.day, tonight.names]).toEqual(["2026-11-22", ["Tia"]]);
  });

  it("are found by the indexes, however many evenings there were", async () => {
    enterHouse();
    clockAt(EVENING);
    await seat([{ name: "Maya", phones: "03 111111" }]);
    const database = new Database(storeFile("jounieh", "table"), { readonly: true });
    const planOf = (text: string, ...values: string[]) =>
      (database.prepare(`EXPLAIN QUERY PLAN ${text}`).all(...values) as { detail: string }[]).map(({ detail }) => detail).join("\n");
    const last = planOf(LAST_EVENING);
    const evening = planOf(SEATED, "2026-11-20");
    database.close();
    expect(last).toMatch(/SCAN t USING INDEX saved_table_business_day_idx/);
    expect(last).not.toMatch(/TEMP B-TREE/);
    expect(evening).toMatch(/SEARCH t USING INDEX saved_table_business_day_idx/);
    expect(evening).toMatch(/SEARCH g USING INDEX table_guest_table_id_position_idx/);
  });
});

import Database from "better-sqlite3";
import { describe, expect, it } from "vitest";
import { me } from "@/lib/auth/contract";
import { storeFile } from "@/lib/db/files";
import { searchContacts } from "@/lib/guest-search/contract";
import { updateContact } from "@/lib/guests/contract";
import { importContacts, lastImport, undoImport } from "@/lib/import/contract";
import { endDay } from "../guests/guests";
import { clockAt } from "../support/clocks";
import { checkEvents } from "../support/event-invariants";
import { type CallOptions, call, enterHouse } from "../support/house";
import { rows } from "../support/stores";
import { EVENING, seat } from "../support/tables";

const bring = async (raw: string) => (await call("staff", importContacts, { raw, headers: { "content-type": "text/csv" } })).answer;
const undo = (import_id: string | null, more: CallOptions<typeof undoImport> = {}) =>
  call("staff", undoImport, { body: { import_id: import_id ?? "" }, ...more });

const file = () => storeFile("jounieh", "contacts");
const book = () => rows(file(), "SELECT name, phones, email, also, birthday, search_text FROM contact ORDER BY seq");
const numbers = () => rows(file(), "SELECT contact_seq, digits, key FROM contact_phone ORDER BY contact_seq, position");
const names = () => rows<{ name: string }>(file(), "SELECT name FROM contact ORDER BY seq").map(({ name }) => name);
const found = async (search: string) =>
  (await call("staff", searchContacts, { query: { search } })).answer.contacts.map(({ name }) => name);

function expectWholeTrail(): void {
  const database = new Database(file(), { readonly: true });
  checkEvents(database, "jounieh/contacts.db");
  database.close();
}

const FIRST = "name,phones\nMaya Khoury,03 111111\nRita Haddad,03 222222\n";
const SECOND =
  "name,phones,email,birthday\nMaya,03 111111 / 70 999999,m@x.lb,14/5\nOmar,71 333444,,\nOmar S,71 333444,o@x.lb,\nCarla,03 222222,,\nNo Phone,,,\n";

describe("an import that is undone", () => {
  it("leaves the book as it was: who came goes, what was filled in is taken out, numbers and other names too", async () => {
    enterHouse();
    await bring(FIRST);
    const before = { book: book(), numbers: numbers() };
    const { import_id } = await bring(SECOND);
    expect(book()).toHaveLength(4);
    const { status, answer } = await undo(import_id);
    expect(status).toBe(200);
    expect(answer).toEqual({
      ok: true,
      message: "The import was undone: 2 guests are gone again, 2 are as they were.",
      removed: 2,
      restored: 2,
      kept: 0,
      kept_guests: [],
    });
    expect({ book: book(), numbers: numbers() }).toEqual(before);
    expect(await found("omar")).toEqual([]);
    expect(await found("70999999")).toEqual([]);
    expect(await found("maya")).toEqual(["Maya Khoury"]);
    expectWholeTrail();
    expect(await bring(SECOND)).toMatchObject({ inserted: 2, skipped: 3, filled: 2 });
  });

  it("takes out what was filled in where nobody came", async () => {
    enterHouse();
    await bring(FIRST);
    const before = book();
    const { import_id } = await bring("name,phones,email\nMaya,03 111111,m@x.lb\n");
    expect(book()).not.toEqual(before);
    expect((await undo(import_id)).answer).toMatchObject({ removed: 0, restored: 1, kept: 0 });
    expect(book()).toEqual(before);
  });

  it("gives a guest the name back that a fuller one of the file took the place of", async () => {
    enterHouse();
    await bring("name,phones\nMaya,03 111111\n");
    const { import_id, filled } = await bring("name,phones\nMaya Khoury,03 111111\n");
    expect([filled, names()]).toEqual([1, ["Maya Khoury"]]);
    expect(await found("khoury")).toEqual(["Maya Khoury"]);
    await undo(import_id);
    expect([names(), await found("khoury")]).toEqual([["Maya"], []]);
  });

  it("leaves whom something happened to since, and names them", async () => {
    enterHouse();
    await bring(FIRST);
    const { import_id } = await bring(SECOND);
    const since = await bring("name,phones,company\nTia,70 555666,\n");
    for (const [name, phones] of [
      ["Omar S", "71 333444"],
      ["Maya Khoury", "03 111111, 70 999999"],
    ] as const) {
      const body = { identifier: { name, phones }, title: "Dr." };
      expect((await call("staff", updateContact, { body: body as never })).status).toBe(200);
    }
    const { answer } = await undo(import_id);
    expect(answer).toMatchObject({ removed: 1, restored: 1, kept: 2 });
    expect(answer.kept_guests).toEqual([
      { name: "Omar S", phones: "+96171 ••• •44", reason: "Came with the import, and was changed since." },
      { name: "Maya Khoury", phones: "+9613 ••• •11, +96170 ••• •99", reason: "Was filled in by the import, and changed since." },
    ]);
    expect(book()).toHaveLength(4);
    expect((await undo(since.import_id)).answer).toMatchObject({ removed: 1, kept: 0 });
  });

  it("parts two whom it made one", async () => {
    enterHouse();
    await bring("name,phones\nMaya Khoury,03 111111\nMaya Khoury,70 222222\n");
    const before = book().length;
    const { import_id } = await bring("name,phones,email\nMaya Khoury,03 111111 / 70 222222,m@x.lb\n");
    expect(book()).toHaveLength(1);
    expect((await undo(import_id)).answer).toMatchObject({ removed: 0, restored: 1, kept: 0, kept_guests: [] });
    expect([before, book().length]).toEqual([2, 2]);
    expect(await found("70222222")).toEqual(["Maya Khoury"]);
    expectWholeTrail();
  });

  it("waits for none that came later: whom that says stays, with what it says", async () => {
    enterHouse();
    const first = await bring(FIRST);
    const second = await bring(SECOND);
    expect((await undo(first.import_id)).status).toBe(200);
    expect(book()).toHaveLength(4);
    expect((await undo(second.import_id)).answer).toMatchObject({ removed: 4, kept: 0 });
    expect(book()).toEqual([]);
    expectWholeTrail();
  });

  it("is done once, in its own branch, and with its key once more", async () => {
    enterHouse();
    const { import_id } = await bring(FIRST);
    expect((await undo(import_id, { branch: "batroun" })).status).toBe(404);
    expect((await undo("01900000-0000-7000-8000-000000000000")).status).toBe(404);
    clockAt(new Date(Date.now() + 23 * 3_600_000).toISOString());
    const once = await undo(import_id, { key: "undo" });
    expect(once.answer.removed).toBe(2);
    expect((await undo(import_id, { key: "undo" })).answer).toEqual(once.answer);
    const again = await undo(import_id);
    expect({ status: again.status, error: again.answer.error }).toEqual({
      status: 409,
      error: "This import was undone already. Nothing was changed.",
    });
    expect((await undo("no id")).status).toBe(400);
    expect(book()).toEqual([]);
    expectWholeTrail();
  });

  it("of many leaves no trace in the search", async () => {
    enterHouse();
    await bring(FIRST);
    const many = ["name,phones", ...Array.from({ length: 1_200 }, (_, number) => `Guest ${number},70 ${100_000 + number}`)].join("\n");
    const { import_id } = await bring(many);
    expect(await found("guest 77")).not.toEqual([]);
    expect((await undo(import_id)).answer).toMatchObject({ removed: 1_200, message: expect.stringContaining("1,200 guests are gone") });
    expect(await found("guest")).toEqual([]);
    expect(await found("rita")).toEqual(["Rita Haddad"]);
    const database = new Database(file());
    for (const index of ["contact_prefix", "contact_trigram"]) database.exec(`INSERT INTO ${index} (${index}) VALUES ('integrity-check')`);
    database.close();
  });
});

describe("the last import", () => {
  const last = async (branch = "jounieh") => (await call("staff", lastImport, { branch })).answer.import;

  it("is the branch's newest that can still be undone, and says who brought it", async () => {
    enterHouse();
    expect(await last()).toBeNull();
    await bring(FIRST);
    const { import_id, inserted, filled } = await bring(SECOND);
    expect(await last()).toMatchObject({ import_id, inserted, filled });
    expect((await last())?.by).toBe((await call("staff", me)).answer.user.name);
    expect(await last("batroun")).toBeNull();
    const third = await bring(SECOND);
    expect((await last())?.import_id).toBe(third.import_id);
    await undo(third.import_id);
    expect((await last())?.import_id).toBe(import_id);
  });

  it("can be undone when an End of Day has met its guests since, who stay by that", async () => {
    enterHouse();
    clockAt(EVENING);
    const { import_id } = await bring(FIRST);
    await seat([{ name: "Maya Khoury", phones: "03 111111" }]);
    await endDay();
    expect((await last())?.import_id).toBe(import_id);
    expect((await undo(import_id)).status).toBe(200);
    expect(names()).toEqual(["Maya Khoury"]);
    expect(await last()).toBeNull();
  });

  it("is the one before when it was undone, also after a day: then its undo asks", async () => {
    enterHouse();
    const first = await bring(FIRST);
    const { import_id } = await bring("name,phones\nZeina,71 000000\n");
    expect((await undo(import_id)).status).toBe(200);
    expect((await last())?.import_id).toBe(first.import_id);
    expect((await last())?.is_late).toBe(false);
    clockAt(new Date(Date.now() + 24.1 * 3_600_000).toISOString());
    expect(await last()).toMatchObject({ import_id: first.import_id, is_late: true });
  });
});

import { readdirSync } from "node:fs";
import path from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
import { backUp } from "@/lib/db/backup";
import { backupsDir, storeFile, storePlaces } from "@/lib/db/files";
import { closeStores } from "@/lib/db/find-store";
import { restoreStore } from "@/lib/db/restore";
import { searchContacts } from "@/lib/guest-search/contract";
import { health } from "@/lib/health/contract";
import { importContacts } from "@/lib/import/contract";
import { compareWhoIsDue } from "@/lib/rebuild/compare";
import { compareBook, rebuildBook } from "@/lib/rebuild/contract";
import { book, endDay } from "../guests/guests";
import { clockAt } from "../support/clocks";
import { call, enterHouse, restartHouse } from "../support/house";
import { alter, rows } from "../support/stores";
import { EVENING, seat } from "../support/tables";

const FILE = () => storeFile("jounieh", "contacts");
const compare = async () => (await call("admin", compareBook)).answer;

beforeEach(() => {
  clockAt(EVENING);
});

/** A guest of two records, one of an import alone, and one of a table alone without a number. */
async function makeBook(): Promise<void> {
  const headers = { "content-type": "text/csv" };
  await call("staff", importContacts, { raw: "name,phones\nMaya,03 111111\nKarim,70 222222\n", headers });
  await seat([{ name: "Maya Khoury", phones: "03 111111", email: "maya@x.lb" } as never, { name: "Nameless" }]);
  await endDay();
}

describe("a guest book is compared with what was said of its guests", () => {
  it("and agrees, whoever came how", async () => {
    enterHouse();
    await makeBook();
    expect(await compare()).toMatchObject({ guests: 3, differing: 0, differences: [] });
    expect((await call("admin", rebuildBook)).answer).toMatchObject({ rebuilt: 0, differing: 0, backup: null });
  });

  const MAYA = "WHERE name LIKE 'Maya%'";
  it.each([
    ["a byte of a name", `UPDATE contact SET name = 'Mayb Khoury' ${MAYA}`],
    ["a byte of an address that only a record says", `UPDATE contact SET email = 'naya@x.lb' ${MAYA}`],
    ["a byte of the text by which a guest is found", "UPDATE contact SET search_text = replace(search_text, 'karim', 'kbrim')"],
    ["a byte of a name that only the guest says", "UPDATE contact SET name = 'Kbrim' WHERE name = 'Karim'"],
    ["a digit of a number", "UPDATE contact_phone SET digits = '96170222223', key = '70222223' WHERE digits = '96170222222'"],
    ["a key of a number", `UPDATE contact_phone SET key = '13111112' WHERE digits = '9613111111'`],
    ["whose a record is", `UPDATE source_record SET contact_seq = (SELECT seq FROM contact WHERE name = 'Karim') WHERE said IS NOT NULL`],
    ["when somebody was added", `UPDATE contact SET added_at = '2026-10-20T12:00:00.000Z' ${MAYA}`],
  ])("and %s that was flipped is found, told with the server's health, and rebuilt", async (_, flip) => {
    enterHouse();
    await makeBook();
    const before = rows(FILE(), "SELECT name, phones, email, added_at, search_text FROM contact ORDER BY phones");
    await closeStores();
    alter(FILE(), flip);
    const found = await compare();
    expect(found.differing).toBeGreaterThan(0);
    expect(found.differences).not.toEqual([]);
    const ofBook = async () =>
      (await call("nobody", health)).answer.stores.find(({ branch, kind }) => branch === "jounieh" && kind === "contacts");
    expect(await ofBook()).toMatchObject({ ok: true, differs: { guests: found.differing } });
    await restartHouse();
    expect(await ofBook()).toMatchObject({ ok: true, differs: { guests: found.differing } });

    const { answer } = await call("admin", rebuildBook);
    expect(answer).toMatchObject({ differing: 0, backup: expect.stringContaining("before-rebuild") });
    expect(answer.rebuilt).toBeGreaterThan(0);
    expect(await ofBook()).not.toHaveProperty("differs");
    expect(await compare()).toMatchObject({ differing: 0 });
    expect(readdirSync(backupsDir(FILE()))).toContain(answer.backup);
    expect(rows(FILE(), "SELECT 1 FROM event WHERE kind = 'book.rebuilt'")).toHaveLength(1);
    if (flip.includes("Kbrim"))
      expect(book()).toContain("Kbrim 70 222222"); // nothing else says what it was
    else expect(rows(FILE(), "SELECT name, phones, email, added_at, search_text FROM contact ORDER BY phones")).toEqual(before);
    const searched = await call("staff", searchContacts, { query: { search: "maya", limit: "10", offset: "0" } });
    expect(searched.answer.contacts).toHaveLength(1);
  });

  it("by who may do everything alone", async () => {
    enterHouse();
    expect((await call("staff", compareBook)).status).toBe(403);
    expect((await call("staff", rebuildBook)).status).toBe(403);
  });

  it("each night one of them, in turn, and one that was restored at once", async () => {
    enterHouse();
    await makeBook();
    const backup = await backUp(FILE(), "by-hand");
    const [first] = await compareWhoIsDue();
    expect(await compareWhoIsDue()).toEqual([]);
    clockAt("2026-11-21T20:00:00Z");
    const [second] = await compareWhoIsDue();
    expect(second).not.toBe(first);

    await closeStores();
    clockAt("2026-11-21T20:10:00Z");
    const place = storePlaces().find(({ owner, kind }) => owner === "jounieh" && kind === "contacts");
    if (place) restoreStore(place, path.join(backupsDir(FILE()), backup));
    clockAt("2026-11-21T20:11:00Z");
    expect(await compareWhoIsDue()).toEqual(["jounieh"]);
    expect(await compareWhoIsDue()).toEqual([]);
  });
});

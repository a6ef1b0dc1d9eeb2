import { copyFileSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { beforeEach, describe, expect, it, onTestFinished } from "vitest";
import { backupsDir, storeFile } from "@/lib/db/files";
import { closeStores } from "@/lib/db/find-store";
import { migrationsOf } from "@/lib/db/migrate";
import { openWriting } from "@/lib/db/pragmas";
import { restoreStore } from "@/lib/db/restore";
import { parseDraft } from "@/lib/draft-form";
import { NO_TABLE_INFO, newDraft, newGuest, saveBody } from "@/lib/drafts";
import { LATE_SAID, NOTHING_SAID, pickFields, SAID_FIELDS } from "@/lib/guest-fields";
import { searchContacts } from "@/lib/guest-search/contract";
import { dedupeTable, undoDedupe } from "@/lib/guests/contract";
import type { BranchKey } from "@/lib/known-branches";
import { runMergeByDateFallback } from "@/lib/merging/contract";
import { person } from "@/lib/person";
import { clockAt } from "../support/clocks";
import { EXAMPLES } from "../support/guest-fields";
import { guestRowPutter } from "../support/guest-rows";
import { call, enterHouse } from "../support/house";
import { alter, rows } from "../support/stores";
import { EVENING, seat } from "../support/tables";
import { bring, DATE, endDay, eventsOf, find, mergeAll, mergeDate } from "./guests";

/*
 * What an earlier version kept lacks the fields that came later: its stores, their backups, what they keep as JSON, the drafts on a
 * tablet, and the answers of a server that is not updated yet.
 */

const FULL = pickFields(EXAMPLES[0], SAID_FIELDS);
const { phones } = FULL;
const LATE = Object.fromEntries(LATE_SAID.map((field) => [field, ""]));
/** As the earlier version knew the guest. */
const EARLIER = { ...FULL, ...LATE };

/** The tables that have the columns, and the JSON texts that name them, of each kind of store. */
const KEPT = {
  contacts: {
    tables: ["contact"],
    texts: [
      ["unbooked_row", "said", "$.person."],
      ["unbooked_part", "part", "$.fields."],
    ],
  },
  table: { tables: ["table_guest", "guest_row"], texts: [["deduped_row", "was", "$."]] },
} as const;

/** Takes out of a store what came with the fields of later versions, as if that version had never opened it. */
function asEarlier(branch: BranchKey, kind: "contacts" | "table"): void {
  const { tables, texts } = KEPT[kind];
  const came = migrationsOf(kind).filter(({ sql }) => LATE_SAID.some((field) => sql.includes(`ADD COLUMN "${field}"`)));
  alter(storeFile(branch, kind), "DROP INDEX IF EXISTS contact_with_allergies");
  for (const field of LATE_SAID) {
    for (const table of tables) alter(storeFile(branch, kind), `ALTER TABLE ${table} DROP COLUMN ${field}`);
    for (const [table, column, at] of texts)
      alter(storeFile(branch, kind), `UPDATE ${table} SET ${column} = json_remove(${column}, '${at}${field}')`);
  }
  for (const { name } of came) alter(storeFile(branch, kind), `DELETE FROM _prisma_migrations WHERE migration_name = '${name}'`);
}

/** A migration runs in a thread; calls are answered with `busy` meanwhile. */
const WAIT = { timeout: 20_000 };

const inBook = async (branch?: string) => {
  const { status, answer } = await call("admin", searchContacts, { query: { search: phones }, branch });
  return status === 200 ? answer.contacts.map((one) => pickFields(one, SAID_FIELDS)) : status;
};

beforeEach(() => {
  enterHouse();
  clockAt(EVENING);
});

describe("stores of an earlier version", () => {
  it("open with everybody in them, and so do their backups that are restored", async () => {
    await bring([`${FULL.name},${phones},`]);
    await seat([FULL], { branch: "batroun" });
    await closeStores();
    asEarlier("jounieh", "contacts");
    asEarlier("batroun", "table");
    const earlier = [{ ...NOTHING_SAID, name: FULL.name, phones }].map((one) => pickFields(one, SAID_FIELDS));
    await expect.poll(() => inBook(), WAIT).toEqual(earlier);
    await expect.poll(() => inBook("batroun"), WAIT).toEqual([EARLIER]);
    await closeStores();
    for (const [branch, kind] of [
      ["jounieh", "contacts"],
      ["batroun", "table"],
    ] as const) {
      const file = storeFile(branch, kind);
      const backup = readdirSync(backupsDir(file)).find((name) => name.startsWith(kind) && name.includes("before-migration")) ?? "";
      expect(restoreStore({ owner: branch, kind, file }, path.join(backupsDir(file), backup))).toMatchObject({ isOlder: true });
    }
    await expect.poll(() => inBook(), WAIT).toEqual(earlier);
    await expect.poll(() => inBook("batroun"), WAIT).toEqual([EARLIER]);
  });

  it("say no news by what they kept of rows that central took, and a dedupe of theirs can be undone", async () => {
    await seat([EARLIER]);
    await mergeAll();
    await mergeDate();
    const database = openWriting(storeFile("jounieh", "table"), 5_000);
    const put = guestRowPutter(database);
    for (const company of ["Old", "New"])
      put({ name: "Rami", phones: "03 333333", company, business_day: "2026-11-19", booked_by: "2026-11-19" });
    database.close();
    const { undo_id } = (await call("staff", dedupeTable, { query: {} })).answer;
    await closeStores();
    asEarlier("jounieh", "table");
    asEarlier("central", "contacts");
    await expect.poll(() => inBook("central"), WAIT).toEqual([EARLIER]);
    await expect.poll(() => inBook(), WAIT).toEqual([EARLIER]);
    const before = eventsOf("contacts", "central").length;
    expect(await mergeDate()).toMatchObject({ removed: 0, corrected: 0 });
    expect(
      eventsOf("contacts", "central")
        .slice(before)
        .map(({ kind }) => kind),
    ).toEqual(["date.merged"]);
    expect(await inBook("central")).toEqual([EARLIER]);
    const undone = await call("staff", undoDedupe, { body: { undo_id: undo_id ?? "" } });
    expect([undone.status, undone.answer.restored_rows]).toEqual([200, 1]);
    const back = rows<{ company: string }>(
      storeFile("jounieh", "table"),
      "SELECT company FROM guest_row WHERE name = 'Rami' ORDER BY company",
    );
    expect(back.map(({ company }) => company)).toEqual(["New", "Old"]);
  });

  it("keep no list of what central took, once it is booked as it was", async () => {
    await seat([EARLIER]);
    await mergeAll();
    await mergeDate();
    await closeStores();
    asEarlier("jounieh", "table");
    asEarlier("central", "contacts");
    await expect.poll(() => inBook("central"), WAIT).toEqual([EARLIER]);
    await expect.poll(() => inBook(), WAIT).toEqual([EARLIER]);
    await endDay();
    const next = { date: "2026-11-21", force: "true", backup: "false", include_earlier: "false" };
    expect((await call("admin", runMergeByDateFallback, { query: next as never })).status).toBe(200);
    expect(rows(storeFile("central", "contacts"), "SELECT * FROM unbooked_row")).toEqual([]);
  });

  it("of a branch that is kept elsewhere are merged as they are", async () => {
    const outside = mkdtempSync(path.join(tmpdir(), "daftar-elsewhere-"));
    onTestFinished(() => rmSync(outside, { recursive: true, force: true }));
    enterHouse({ BRANCHES_ROOTS: outside });
    await seat([FULL], { branch: "batroun" });
    await mergeAll("batroun");
    await closeStores();
    asEarlier("batroun", "table");
    mkdirSync(path.join(outside, "batroun"));
    copyFileSync(storeFile("batroun", "table"), path.join(outside, "batroun/table.db"));
    const query = { date: DATE, force: "true", backup: "false", branches_root: outside, include_server_table: "false" };
    const { status, answer } = await call("admin", runMergeByDateFallback, { query: query as never });
    expect([status, answer.inserted]).toEqual([200, 1]);
    expect((await find(phones, "central")).map((one) => pickFields(one, SAID_FIELDS))).toEqual([EARLIER]);
  });
});

const withoutLate = (said: object) => Object.fromEntries(Object.entries(said).filter(([field]) => !(field in LATE)));

it("a draft of an earlier version is read, and nothing that was typed is lost", () => {
  const guest = newGuest(FULL);
  const draft = { ...newDraft(NO_TABLE_INFO), guests: [guest], original: [guest], pending: { ...FULL, country: "LB", agreed: "" } };
  const [guests, original] = [[withoutLate(guest)], [withoutLate(guest)]];
  const read = parseDraft(JSON.stringify({ ...draft, guests, original, pending: withoutLate(draft.pending) }));
  const earlier = { ...guest, ...LATE };
  expect(read).toEqual({ ...draft, guests: [earlier], original: [earlier], pending: { ...draft.pending, ...LATE } });
});

it("a save of an earlier version that waits for its answer is the same save as before, and is sent again by itself", () => {
  const earlier = newGuest({ ...FULL, ...LATE });
  const draft = { ...newDraft(NO_TABLE_INFO), guests: [withoutLate(earlier)] };
  const sent = saveBody({ ...newDraft(NO_TABLE_INFO), guests: [earlier] });
  const body = { ...sent, contacts: sent.contacts.map(withoutLate) };
  const read = parseDraft(JSON.stringify({ ...draft, step: "saving", sent: JSON.stringify(body), sent_at: draft.created_at }));
  expect(read?.sent).toBe(JSON.stringify(saveBody(read ?? newDraft(NO_TABLE_INFO))));
  const said = saveBody({ ...newDraft(NO_TABLE_INFO), guests: [newGuest(FULL)] }).contacts;
  expect(said).toEqual([{ ...FULL, id: undefined }]);
});

it("an answer of a server of an earlier version is read", () => {
  const said = { ...withoutLate(FULL), added_at: "2026-11-20T19:30:00.000Z" };
  expect(person.parse(said)).toEqual({ ...NOTHING_SAID, ...EARLIER, added_at: said.added_at });
});

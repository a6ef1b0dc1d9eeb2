import { optimiseSearch } from "../book/search-indexes";
import type { WriteBy } from "../db/actor";
import { bulkWrite } from "../db/bulk-write";
import type { StoreKind } from "../db/files";
import { openReading, openWriting } from "../db/pragmas";
import { env } from "../env";
import type { Happening } from "../events";
import { failpoint } from "../test-hooks";
import { eraseFromEvents, type PlannedEvent, pastIds, planEvents } from "./blank-events";
import { answersAbout, eraseRows, keptOf, lookFor, marksOf, type TheirRows, textsIn, theirRows, type Who } from "./blank-rows";
import { erasedHash } from "./erased-list";
import type { Knowing } from "./redact-person";

export interface FindPersonInput {
  file: string;
  kind: StoreKind;
  who: Who;
  /** Names and numbers as they stand in the person's rows of every store; null: only rows are asked for, which is quicker. */
  texts: readonly string[] | null;
}

/** Everything that one store has about a person. */
export interface FoundInStore {
  rows: TheirRows;
  events: PlannedEvent[];
  /** Kept answers of calls and jobs that say something of them. */
  answers: number;
  /** Ids of rows of theirs that are gone; asked for with the rows alone. */
  pastIds: string[];
}

/** Looks a store through for a person. It changes nothing. */
export function findPerson({ file, kind, who, texts }: FindPersonInput): FoundInStore {
  const database = openReading(file);
  try {
    const marks = marksOf(who);
    const country = env().DEFAULT_COUNTRY_CODE;
    lookFor(database, kind, marks, country);
    const rows = theirRows(database, kind);
    if (!texts) return { rows, events: [], answers: 0, pastIds: pastIds(database, marks, country) };
    const knowing = { marks, country, texts };
    return { rows, events: planEvents(database, knowing), answers: answersAbout(database, kind, knowing), pastIds: [] };
  } finally {
    database.close();
  }
}

export interface ErasePersonInput extends Omit<FindPersonInput, "texts"> {
  by: WriteBy;
  /** The events that the hub has noted as changed by it, by these very texts and marks: by others, less or more would be left of them. */
  events: PlannedEvent[];
  texts: readonly string[];
  /** Which of the list of the erased: how many it had before them, and with them. */
  from: number;
  to: number;
  /** Of the list's hashes. */
  key: string;
  /** Also where nothing is found: the file may hold what somebody deleted, or undid, before. */
  clears: boolean;
  /** The bytes stay until a further step, which clears them for all whom a night erases. */
  clearsLater: boolean;
  /** By the list, and everybody of it whom the store lacks. Otherwise one person alone: whoever was cut off before is left to the next start. */
  again: boolean;
}

export interface ErasedInStore {
  rows: number;
  events: number;
  texts: string[];
}

/**
 * Takes a person out of one store, in one transaction, and their bytes out of its file.
 * @returns how many rows and events it changed, and what stood in rows that may have come after it was looked for
 */
export function erasePerson(input: ErasePersonInput): ErasedInStore {
  const { file, by, kind, who, events, texts, key, clears } = input;
  const erased = bulkWrite(file, by, (database, say) => {
    const marks = marksOf(who);
    const country = env().DEFAULT_COUNTRY_CODE;
    lookFor(database, kind, marks, country);
    const rows = theirRows(database, kind);
    const knowing: Omit<Knowing, "at"> = { marks, country, texts };
    if (kind === "hub") keepTheirNo(database, key);
    if (kind === "table") newVersions(database, say);
    const answer = { rows: eraseRows(database, kind, knowing), events: eraseFromEvents(database, events, knowing) };
    failpoint("erase:written");
    const isNews = answer.rows + answer.events > 0;
    if (isNews || clears) note(database, UNCLEARED, "1");
    const gone = keptOf(kind, rows);
    return {
      answer: { ...answer, texts: textsIn(rows) },
      happened: isNews ? [{ kind: "rows.erased", subjects: [], payload: { ...answer, gone } }] : [],
    };
  });
  failpoint("erase:committed");
  if (!input.clearsLater) clearFile(file, kind, input);
  return erased;
}

/** How many of the list of the erased a store is without, in its `store_info`: its file's bytes too. */
export const ERASED_SO_FAR = "erased_so_far";
/** Rows went, and their bytes may still stand in the file: whoever is cut off in between is not done. */
const UNCLEARED = "erased_uncleared";

function note(database: Opened, name: string, value: string): void {
  database.prepare("INSERT INTO store_info VALUES (?, ?) ON CONFLICT DO UPDATE SET value = excluded.value").run(name, value);
}

function erasedSoFar(database: Opened): number {
  return Number(database.prepare("SELECT value FROM store_info WHERE name = ?").pluck().get(ERASED_SO_FAR) ?? 0);
}

type Opened = ReturnType<typeof openWriting>;

/** An opt-out stays after the erasure, and applies when the number comes back: kept as a hash, without the person. */
function keepTheirNo(database: Opened, key: string): void {
  const said = database.prepare<[], { digits: string; at: string; by: string }>(
    "SELECT digits, opted_out_at AS at, coalesce(opted_out_by, 'staff') AS by FROM recipient WHERE opted_out_at IS NOT NULL AND their_number(digits, '')",
  );
  const put = database.prepare<[string, string, string]>("INSERT INTO forgotten_no (hash, at, by) VALUES (?, ?, ?) ON CONFLICT DO NOTHING");
  for (const { digits, at, by } of said.all()) put.run(erasedHash(digits, key), at, by);
}

/** A tablet that has one of their open tables on its screen hears that it was changed, and does not save them again unseen. */
function newVersions(database: Opened, say: (happening: Happening) => void): void {
  const leaving = database.prepare<[], { id: string; table_id: string }>(
    `SELECT g.id, g.table_id FROM table_guest g JOIN saved_table t ON t.id = g.table_id
     WHERE t.closed_by IS NULL AND (their_id(g.id) OR their_phones(g.phones, g.added_at) OR their_name(g.name, g.phones, g.added_at))`,
  );
  const save = database.prepare<
    [string],
    { table_name: string; table_number: string; business_day: string; version: number; guests: number }
  >(
    `UPDATE saved_table SET version = version + 1, taken_for = NULL WHERE id = ? RETURNING name AS table_name, table_number, business_day, version,
     (SELECT count(*) FROM table_guest g WHERE g.table_id = saved_table.id) AS guests`,
  );
  const all = leaving.all();
  for (const table of new Set(all.map(({ table_id }) => table_id))) {
    const removed = all.filter(({ table_id }) => table_id === table).map(({ id }) => ({ id, name: "", phones: "" }));
    const saved = save.get(table);
    if (!saved) continue;
    const payload = { ...saved, guests: saved.guests - removed.length, changed: null, added: [], removed, corrected: [] };
    say({ kind: "table.saved", subjects: [table, ...removed.map(({ id }) => id)], payload });
  }
}

/**
 * SQLite overwrites what is deleted (`secure_delete`), but not what its search index keeps until it is merged, nor what a page
 * kept when its rows were moved, nor the `-wal`.
 */
function clearFile(file: string, kind: StoreKind, { from, to, again }: Pick<ErasePersonInput, "from" | "to" | "again">): void {
  const database = openWriting(file, 5_000);
  try {
    if (database.prepare("SELECT 1 FROM store_info WHERE name = ?").get(UNCLEARED)) {
      if (kind === "contacts") optimiseSearch(database);
      database.exec("VACUUM");
      failpoint("erase:vacuumed");
      database.pragma("wal_checkpoint(TRUNCATE)");
    }
    // It also writes into the `-wal`: a file that is shorter while that says nothing is one that somebody cut (`watch.ts`).
    database.transaction(() => {
      if (again || erasedSoFar(database) === from) note(database, ERASED_SO_FAR, String(to));
      database.prepare("DELETE FROM store_info WHERE name = ?").run(UNCLEARED);
    })();
  } finally {
    database.close();
  }
}

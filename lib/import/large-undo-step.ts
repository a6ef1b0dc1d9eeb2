import { createHash } from "node:crypto";
import type Database from "better-sqlite3";
import { undoLoses } from "../book/late-undo";
import type { DayHours } from "../business-day";
import type { WriteBy } from "../db/actor";
import { bulkRead } from "../db/bulk-read";
import { bulkWrite } from "../db/bulk-write";
import { lastEvent } from "../db/event-rows";
import { openWriting } from "../db/pragmas";
import type { Change } from "../events";
import { FIELD_NAMES, GUEST_FIELDS } from "../guest-fields";
import { isLateUndo, type ToldGuest } from "../undo-loss";
import { type GivenSince, sinceRecords } from "./given-since-step";
import { beginUnderWayOut, type Standing } from "./large-import-state";
import { type TakenBack, takeBackPart } from "./large-import-take-back-step";
import { saidWhen } from "./undo-step";

export interface SeeImportInput {
  /** The guest book's file. */
  book: string;
  importId: string;
  /** What guests were given since the import, whoever they are. */
  given: GivenSince[];
  /** ISO 8601 in UTC with Z. */
  now: string;
}

/** A large import as it stands before its undo. */
export interface SeenImport {
  rows: number;
  /** Of one that is older than a day: the mark of all that says what its undo takes away. */
  state: string | null;
}

/**
 * Looks at a large import that somebody wants undone.
 * @throws AppError as `saidWhen`
 */
export function seeImport({ book, importId, given, now }: SeeImportInput): SeenImport {
  return bulkRead({ book }, (open) => {
    const isLate = isLateUndo(saidWhen(open.book, importId), now);
    const last = open.book.prepare<[string, string], number>("SELECT max(line) FROM source_record WHERE id > ? AND id < ?").pluck();
    return { rows: last.get(`${importId}/`, `${importId}0`) ?? 0, state: isLate ? stateOf(open.book, importId, given) : null };
  });
}

const OF_IMPORT = "SELECT contact_seq FROM source_record WHERE id > ? AND id < ?";

/** The mark of the guests of an import as they are, and of what happened to them since. */
function stateOf(database: Database.Database, importId: string, given: readonly GivenSince[]): string {
  const mark = createHash("sha256");
  const guests = database.prepare<[string, string], [string, number]>(
    `SELECT id, version FROM contact WHERE seq IN (${OF_IMPORT}) ORDER BY seq`,
  );
  for (const guest of guests.raw().iterate(`${importId}/`, `${importId}0`)) mark.update(JSON.stringify(guest));
  const since = [...sinceRecords(database, importId, given)].toSorted(([a], [b]) => (a < b ? -1 : 1));
  for (const [id, reasons] of since) mark.update(JSON.stringify([id, [...reasons].toSorted()]));
  return mark.digest("base64url");
}

export interface BeginUndoInput {
  file: string;
  by: WriteBy;
  importId: string;
  rows: number;
  hours: DayHours;
  /** ISO 8601 in UTC with Z. */
  now: string;
  /** By whom it is undone, and under which key its answer is kept. */
  undoneBy: WriteBy;
}

/** Writes down that a large import goes again: from then on it does, whatever happens. @throws AppError as `saidWhen` */
export function beginUndo({ file, by, importId, rows, hours, now, undoneBy }: BeginUndoInput): Standing {
  return bulkWrite<Standing>(file, by, (database) => {
    saidWhen(database, importId);
    beginUnderWayOut(database, rows, { importId, hours, by: undoneBy }, now);
    return { answer: { direction: "out", rows, done: rows }, happened: [] };
  });
}

export interface TryUndoInput extends BeginUndoInput {
  /** Where names may be kept meanwhile. */
  rowsFile: string;
  given: GivenSince[];
  /** What somebody has seen that was something else. */
  accepted: string | undefined;
}

/** On a copy nobody waits for a step. */
const ROWS_ON_COPY = 20_000;

/**
 * Undoes a large import on a copy of the book, to say what that takes away.
 * @param input.file the copy
 * @throws AppError `undo_loses`, always
 */
export function tryUndo(input: TryUndoInput, tell: (done: number, total: number) => void = () => {}): never {
  const { file, by, importId, rowsFile, given, accepted, rows } = input;
  const copy = openWriting(file, 0);
  try {
    const loss = stateOf(copy, importId, given);
    const after = lastEvent(copy);
    copy.exec("CREATE TABLE before_undo (seq INTEGER PRIMARY KEY, name TEXT, phones TEXT)");
    copy
      .prepare(`INSERT INTO before_undo SELECT seq, name, phones FROM contact WHERE seq IN (${OF_IMPORT})`)
      .run(`${importId}/`, `${importId}0`);
    beginUndo(input);
    let back: TakenBack | null = null;
    do {
      back = takeBackPart({ file, by, importId, rowsFile, given, most: ROWS_ON_COPY });
      if (back) tell(rows - back.done, rows);
    } while (back && !back.isOver);
    const gone = goneFrom(copy);
    const less = lessIn(copy, after);
    const lost_guests = [...gone.told, ...less.told];
    const { kept = 0, kept_guests = [] } = back ?? {};
    throw undoLoses({ what: "This import", loss, lost: gone.count + less.count, lost_guests, kept, kept_guests }, accepted);
  } finally {
    copy.close();
  }
}

interface Some {
  count: number;
  /** The first of them. */
  told: ToldGuest[];
}

/** So many guests are held, of whom as many are told. */
const HELD = 200;

function goneFrom(copy: Database.Database): Some {
  const gone = "FROM before_undo WHERE seq NOT IN (SELECT seq FROM contact)";
  const count = copy.prepare<[], number>(`SELECT count(*) ${gone}`).pluck().get() ?? 0;
  const rows = copy.prepare<[], Omit<ToldGuest, "reason">>(`SELECT name, phones ${gone} ORDER BY seq LIMIT ${HELD}`).all();
  return { count, told: rows.map((guest) => ({ ...guest, reason: "Came with the import, and goes." })) };
}

/** Who stays, without what the import said. */
function lessIn(copy: Database.Database, after: number): Some {
  const changes = copy.prepare<[number], { name: string; phones: string; id: string; payload: string }>(
    `SELECT c.name, c.phones, c.id, e.payload FROM event e JOIN event_subject s ON s.event_seq = e.seq JOIN contact c ON c.id = s.subject
     WHERE e.seq > ? AND e.kind = 'contact.changed' ORDER BY c.seq, e.seq`,
  );
  const told: (ToldGuest & { id: string; fields: Set<string> })[] = [];
  let [count, last] = [0, ""];
  for (const { id, name, phones, payload } of changes.iterate(after)) {
    const { old } = JSON.parse(payload) as Change; // as the book wrote it
    const fields = FIELD_NAMES.filter((field) => field in old).map((field) => GUEST_FIELDS[field].label.toLowerCase());
    if (fields.length === 0) continue;
    if (id === last) {
      const same = told.at(-1);
      if (same?.id === id) for (const field of fields) same.fields.add(field);
      continue;
    }
    last = id;
    count++;
    if (told.length < HELD) told.push({ id, name, phones, reason: "", fields: new Set(fields) });
  }
  const reasonOf = (fields: Set<string>) => `Stays, without what the import says: ${[...fields].join(", ")}.`;
  return { count, told: told.map(({ name, phones, fields }) => ({ name, phones, reason: reasonOf(fields) })) };
}

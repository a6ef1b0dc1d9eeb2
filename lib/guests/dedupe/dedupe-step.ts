import type Database from "better-sqlite3";
import type { WriteBy } from "../../db/actor";
import { mustBackUp } from "../../db/backup-first";
import { bulkWrite } from "../../db/bulk-write";
import { statement } from "../../db/statements";
import type { Happening, Outcome } from "../../events";
import { FIELD_NAMES } from "../../guest-fields";
import { type Merged, mergeInMemory } from "../../merge-in-memory";
import { type Incoming, mergeInto } from "../../merge-rule";
import type { Person } from "../../person";
import type { PhoneNumber } from "../../phones";
import { failpoint } from "../../test-hooks";
import { lastPlace, ROW_COLUMNS, type StoredRow } from "../row-writer";
import { groupDoubles } from "./groups";
import { dedupeObvious } from "./merge-obvious-duplicates";
import { dedupeText } from "./words";

export interface DedupeInput {
  /** The table store. */
  file: string;
  by: WriteBy;
  /** One business day; null for all of them, each by itself. */
  date: string | null;
  /** Null for a look (`backupFirst`). */
  backup: string | null;
  undoId: string;
}

export interface Deduped {
  message: string;
  kept_rows: number;
  deleted_rows: number;
  /** Pairs of different names whose numbers stood in one row: both were left. */
  may_be_same: number;
  /** Empty where a repeat found nothing. */
  backup: string;
  /** Null when nothing was deleted: what was there to be undone before still is. */
  undo_id: string | null;
}

/** So many groups of doubles are looked at between two reads: a connection runs one statement at a time. */
const GROUPS_AT_ONCE = 500;

/**
 * Makes the guest rows of each business day say everybody once: by the rule of all merges, the newest row first. A guest of
 * several evenings has a row of each, and a guest without a number is nobody's double. What goes or changes is kept as it was, until the next dedupe.
 */
export function dedupeRows(input: DedupeInput, tell: (done: number, total: number) => void = () => {}): Deduped {
  const answer = bulkWrite(
    input.file,
    input.by,
    (database): Outcome<Deduped> => {
      const writer = dedupeWriter(database, input.undoId);
      const gained = dedupeObvious(database, input.date, input.undoId, AS_IT_WAS);
      failpoint("dedupe:alike");
      const groups = groupDoubles(database);
      let may_be_same = 0;
      for (let at = 0; at < groups; at += GROUPS_AT_ONCE) {
        for (const group of writer.groups(at, at + GROUPS_AT_ONCE)) may_be_same += dedupeGroup(writer, group);
        tell(at, groups);
      }
      failpoint("dedupe:grouped");
      const { deleted_rows, changed } = writer.finish();
      if (input.backup === null && deleted_rows + changed + gained > 0) throw mustBackUp();
      failpoint("dedupe:deleted");
      const scope = input.date === null ? "SELECT count(*) FROM guest_row" : "SELECT count(*) FROM guest_row WHERE business_day = ?";
      const kept_rows = database
        .prepare<string[], number>(scope)
        .pluck()
        .get(...(input.date === null ? [] : [input.date])) as number; // count always gives a row
      const undo_id = deleted_rows > 0 ? input.undoId : null;
      const message = dedupeText(kept_rows, deleted_rows);
      const answer = { message, kept_rows, deleted_rows, may_be_same, backup: input.backup ?? "", undo_id };
      const payload = {
        date: input.date,
        kept: kept_rows,
        deleted: deleted_rows,
        changed: changed + gained,
        undo_id: input.undoId,
        backup: input.backup ?? "",
      };
      const happened: Happening[] = undo_id ? [{ kind: "guest_rows.deduped", subjects: [undo_id], payload }] : [];
      return { answer, happened };
    },
    (database) => database.pragma("cache_size = -65536"),
  );
  failpoint("dedupe:committed");
  return answer;
}

interface Double {
  row: StoredRow;
  numbers: PhoneNumber[];
  /** The row follows a table that is still open. */
  isFree: boolean;
}

/** @returns how many pairs nobody decided */
function dedupeGroup(writer: DedupeWriter, group: Double[]): number {
  const { target, people } = mergeInMemory(false);
  const members = new Map<Merged, Double[]>();
  const doubleOf = new Map<Person, Double>(group.map((one) => [one.row, one]));
  const join = (row: Merged, more: Double[]) => void members.set(row, [...(members.get(row) ?? []), ...more]);
  const report = mergeInto(
    {
      ...target,
      met: (row: Merged, { person }: Incoming) => join(row, [doubleOf.get(person) as Double]), // every person came from there
      unite(kept: Merged, gone: Merged) {
        const rows = members.get(gone) ?? [];
        join(kept, [...rows, doubleOf.get(gone.person) as Double]);
        members.delete(gone);
        target.unite(kept, gone);
      },
    },
    group.map(({ row, numbers }) => ({ person: row, numbers })),
  );
  for (const one of people()) {
    const others = members.get(one);
    if (others) keepOne(writer, one, [doubleOf.get(one.person) as Double, ...others]);
  }
  return report.may_be_same;
}

/**
 * Of rows that an End of Day has booked, the newest stays and waits for the next one, which takes what the others add to
 * the guest book; it follows no table, so no Merge All writes over it. Where its table was saved again and is open still,
 * that table decides, and the rows that follow tables are left to it.
 */
function keepOne(writer: DedupeWriter, merged: Merged, rows: Double[]): void {
  const newestFirst = rows.toSorted((one, other) => other.row.seq - one.row.seq);
  const kept = newestFirst.find(({ isFree }) => !isFree) ?? newestFirst[0];
  if (!kept) return;
  const hasFree = rows.some(({ isFree }) => isFree);
  const followsTable = !kept.isFree && hasFree && writer.isOpen(kept.row.table_name);
  const gone = rows.filter((one) => one !== kept && !(followsTable && one.isFree));
  if (gone.length === 0) return;
  const now: StoredRow = { ...kept.row };
  for (const field of FIELD_NAMES) Object.assign(now, { [field]: merged[field] });
  if (hasFree && !kept.isFree && !followsTable) Object.assign(now, { booked_by: null, taken_for: null });
  writer.remove(gone.map(({ row }) => row.seq), kept.row.id); // biome-ignore format: one line
  const isSame = FIELD_NAMES.every((field) => now[field] === kept.row[field]) && now.booked_by === kept.row.booked_by;
  if (!isSame) writer.change(kept, now, merged.numbers);
}

type DedupeWriter = ReturnType<typeof dedupeWriter>;

const AS_IT_WAS = `json_object(${ROW_COLUMNS.split(", ")
  .map((column) => `'${column}', g.${column}`)
  .join(", ")}, 'numbers', (SELECT json_group_array(json_object('digits', digits, 'key', key, 'calling_code', calling_code))
    FROM (SELECT * FROM guest_row_phone WHERE guest_seq = g.seq ORDER BY position)))`;

/** What a dedupe may change in the row that stays. */
const CHANGING = [...FIELD_NAMES, "booked_by", "taken_for"] as const;

/** A guest row beside one of its numbers. */
type NumberedRow = StoredRow & Omit<PhoneNumber, "typed"> & { grp: number };

/**
 * Reads the groups, and gathers what becomes of their rows in temporary tables: `gone` and `changed`. A statement for each
 * kind does the rest at the end; one for each row takes several times as long.
 */
function dedupeWriter(database: Database.Database, undoId: string) {
  database.exec(`
    CREATE TEMP TABLE gone (seq INTEGER PRIMARY KEY, kept_id TEXT NOT NULL);
    CREATE TEMP TABLE changed (seq INTEGER PRIMARY KEY, now_seq INTEGER NOT NULL, ${CHANGING.join(", ")});
    CREATE TEMP TABLE changed_phone (seq INTEGER, position INTEGER, digits TEXT, key TEXT, calling_code TEXT, PRIMARY KEY (seq, position)) WITHOUT ROWID`);
  const { n } = database.prepare<[], { n: number }>("SELECT coalesce(max(place), 0) AS n FROM deduped_row").get() ?? { n: 0 };
  const open = new Set(database.prepare<[], string>("SELECT name FROM saved_table WHERE closed_by IS NULL").pluck().all());
  const isOpen = (table: string) => open.has(table);
  const isFree = (row: StoredRow) => row.booked_by === null && isOpen(row.table_name);
  const markGone = database.prepare<[number, string]>("INSERT INTO temp.gone (seq, kept_id) VALUES (?, ?)");
  const markChanged = database.prepare<[StoredRow & { now_seq: number }]>(
    `INSERT INTO temp.changed (seq, now_seq, ${CHANGING.join(", ")}) VALUES (@seq, @now_seq, ${CHANGING.map((name) => `@${name}`).join(", ")})`,
  );
  const markPhone = database.prepare("INSERT INTO temp.changed_phone (seq, position, digits, key, calling_code) VALUES (?, ?, ?, ?, ?)");
  let changed = 0;
  return {
    isOpen,
    groups: (after: number, upTo: number) => groupsOf(database, after, upTo, isFree),
    remove: (seqs: number[], keptId: string) => {
      for (const seq of seqs) markGone.run(seq, keptId);
    },
    /** The row gets a new place, by which central knows that it is news. */
    change(kept: Double, now: StoredRow, numbers: PhoneNumber[]): void {
      changed++;
      markChanged.run({ ...now, now_seq: changed });
      if (numbers.length === kept.numbers.length) return; // a merge adds numbers, and takes none away
      for (const [position, { digits, key, calling_code }] of numbers.entries())
        markPhone.run(kept.row.seq, position, digits, key, calling_code);
    },
    finish() {
      const deleted_rows = database.prepare<[], number>("SELECT count(*) FROM temp.gone").pluck().get() ?? 0;
      if (deleted_rows > 0) {
        const last = lastPlace(database);
        database.prepare("DELETE FROM deduped_row WHERE place <= ?").run(n);
        keepAsTheyWere(database, undoId, last);
        failpoint("dedupe:deleting");
        database.exec("DELETE FROM guest_row_phone WHERE guest_seq IN (SELECT seq FROM temp.gone)");
        database.exec("DELETE FROM guest_row WHERE seq IN (SELECT seq FROM temp.gone)");
        changeRows(database, last, changed);
      }
      return { deleted_rows, changed };
    },
  };
}

/** Some groups of `member`, each with its newest row first. */
function groupsOf(database: Database.Database, after: number, upTo: number, isFree: (row: StoredRow) => boolean): Double[][] {
  const rows = statement<[number, number], NumberedRow>(
    database,
    `SELECT m.grp, g.seq, ${ROW_COLUMNS.replace(/\w+/g, "g.$&")}, p.digits, p.key, p.calling_code
     FROM temp.member m JOIN guest_row g ON g.seq = m.seq JOIN guest_row_phone p ON p.guest_seq = g.seq
     WHERE m.grp > ? AND m.grp <= ? ORDER BY m.grp, g.seq DESC, p.position`,
  );
  const groups: Double[][] = [];
  let last = { grp: 0, seq: 0 };
  for (const row of rows.all(after, upTo)) {
    const { digits, key, calling_code } = row;
    if (row.grp !== last.grp) groups.push([]);
    const group = groups.at(-1) as Double[]; // a group begins with its first row
    if (row.seq !== last.seq) group.push({ row, numbers: [], isFree: isFree(row) });
    group.at(-1)?.numbers.push({ typed: "", digits, key, calling_code });
    last = row;
  }
  return groups;
}

function keepAsTheyWere(database: Database.Database, undoId: string, last: number): void {
  database
    .prepare(
      `INSERT INTO deduped_row (undo_id, row_id, kept_id, was)
       SELECT ?, g.id, t.kept_id, ${AS_IT_WAS} FROM temp.gone t JOIN guest_row g ON g.seq = t.seq`,
    )
    .run(undoId);
  database
    .prepare(
      `INSERT INTO deduped_row (undo_id, row_id, kept_id, now_seq, was)
       SELECT ?, g.id, g.id, ? + c.now_seq, ${AS_IT_WAS} FROM temp.changed c JOIN guest_row g ON g.seq = c.seq`,
    )
    .run(undoId, last);
}

function changeRows(database: Database.Database, last: number, changed: number): void {
  database.exec(`
    DELETE FROM guest_row_phone WHERE guest_seq IN (SELECT seq FROM temp.changed_phone);
    INSERT INTO guest_row_phone (guest_seq, position, digits, key, calling_code) SELECT seq, position, digits, key, calling_code FROM temp.changed_phone`);
  // The row's numbers follow its place.
  database
    .prepare(
      `UPDATE guest_row SET seq = ? + c.now_seq, ${CHANGING.map((name) => `${name} = c.${name}`).join(", ")}
       FROM temp.changed c WHERE guest_row.seq = c.seq`,
    )
    .run(last);
  database.prepare("UPDATE sqlite_sequence SET seq = ? WHERE name = 'guest_row'").run(last + changed);
}

import type Database from "better-sqlite3";
import type { WriteBy } from "../../db/actor";
import { bulkWrite } from "../../db/bulk-write";
import { statement } from "../../db/statements";
import type { Happening, Outcome } from "../../events";
import { type Merged, mergeInMemory } from "../../merge-in-memory";
import { type Incoming, mergeInto } from "../../merge-rule";
import type { Person } from "../../person";
import type { PhoneNumber } from "../../phones";
import { failpoint } from "../../test-hooks";
import { PERSON_FIELDS } from "../rules";
import { dedupeAlike } from "./alike/bulk";
import { groupDoubles } from "./groups/bulk";
import { dedupeText } from "./rules";

export interface DedupeInput {
  /** The table store. */
  file: string;
  by: WriteBy;
  /** One business day; null for all of them, each by itself. */
  date: string | null;
  backup: string;
  undoId: string;
}

export interface Deduped {
  message: string;
  kept_rows: number;
  deleted_rows: number;
  /** Pairs of different names whose numbers stood in one row: both were left. */
  may_be_same: number;
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
      const gained = dedupeAlike(database, input.date, input.undoId, AS_IT_WAS);
      failpoint("dedupe:alike");
      const groups = groupDoubles(database);
      let may_be_same = 0;
      for (let at = 0; at < groups; at += GROUPS_AT_ONCE) {
        for (const group of writer.groups(at, at + GROUPS_AT_ONCE)) may_be_same += dedupeGroup(writer, group);
        tell(at, groups);
      }
      failpoint("dedupe:grouped");
      const { deleted_rows, changed } = writer.finish();
      failpoint("dedupe:deleted");
      const scope = input.date === null ? "SELECT count(*) FROM guest_row" : "SELECT count(*) FROM guest_row WHERE business_day = ?";
      const kept_rows = database
        .prepare<string[], number>(scope)
        .pluck()
        .get(...(input.date === null ? [] : [input.date])) as number; // count always gives a row
      const undo_id = deleted_rows > 0 ? input.undoId : null;
      const message = dedupeText(kept_rows, deleted_rows);
      const answer = { message, kept_rows, deleted_rows, may_be_same, backup: input.backup, undo_id };
      const payload = {
        date: input.date,
        kept: kept_rows,
        deleted: deleted_rows,
        changed: changed + gained,
        undo_id: input.undoId,
        backup: input.backup,
      };
      const happened: Happening[] = undo_id ? [{ kind: "guest_rows.deduped", subjects: [undo_id], payload }] : [];
      return { answer, happened };
    },
    (database) => database.pragma("cache_size = -65536"),
  );
  failpoint("dedupe:committed");
  return answer;
}

/** A guest row as it is stored. */
export interface StoredRow extends Person {
  seq: number;
  id: string;
  business_day: string;
  table_name: string;
  hostess: string;
  waiter: string;
  booked_by: string | null;
  taken_for: string | null;
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
  for (const field of PERSON_FIELDS) Object.assign(now, { [field]: merged[field] });
  if (hasFree && !kept.isFree && !followsTable) Object.assign(now, { booked_by: null, taken_for: null });
  writer.remove(gone.map(({ row }) => row.seq), kept.row.id); // biome-ignore format: one line
  const isSame = PERSON_FIELDS.every((field) => now[field] === kept.row[field]) && now.booked_by === kept.row.booked_by;
  if (!isSame) writer.change(kept, now, merged.numbers);
}

type DedupeWriter = ReturnType<typeof dedupeWriter>;

export const ROW_COLUMNS =
  "id, business_day, table_name, hostess, waiter, name, phones, email, company, title, birthday, birth_year, address, also, added_at, booked_by, taken_for";

const AS_IT_WAS = `json_object(${ROW_COLUMNS.split(", ")
  .map((column) => `'${column}', g.${column}`)
  .join(", ")}, 'numbers', (SELECT json_group_array(json_object('digits', digits, 'key', key, 'calling_code', calling_code))
    FROM (SELECT * FROM guest_row_phone WHERE guest_seq = g.seq ORDER BY position)))`;

function dedupeWriter(database: Database.Database, undoId: string) {
  database.exec("CREATE TEMP TABLE gone (seq INTEGER PRIMARY KEY, kept_id TEXT NOT NULL)");
  const { n } = database.prepare<[], { n: number }>("SELECT coalesce(max(place), 0) AS n FROM deduped_row").get() ?? { n: 0 };
  const open = new Set(database.prepare<[], string>("SELECT name FROM saved_table WHERE closed_by IS NULL").pluck().all());
  const rows = () =>
    statement<[number, number], StoredRow & { grp: number }>(
      database,
      `SELECT m.grp, g.seq, ${ROW_COLUMNS.replace(/\w+/g, "g.$&")} FROM temp.member m JOIN guest_row g ON g.seq = m.seq
     WHERE m.grp > ? AND m.grp <= ? ORDER BY m.grp, g.seq DESC`,
    );
  const numbersOf = database.prepare<[number], PhoneNumber>(
    "SELECT '' AS typed, digits, key, calling_code FROM guest_row_phone WHERE guest_seq = ? ORDER BY position",
  );
  const markGone = database.prepare<[number, string]>("INSERT INTO temp.gone (seq, kept_id) VALUES (?, ?)");
  const keepAsItWas = database.prepare<[string, number]>(
    `INSERT INTO deduped_row (undo_id, row_id, kept_id, was) SELECT ?, g.id, g.id, ${AS_IT_WAS} FROM guest_row g WHERE g.seq = ?`,
  );
  const nowAt = database.prepare<[number | bigint, number | bigint]>("UPDATE deduped_row SET now_seq = ? WHERE place = ?");
  const { insert, remove } = rowWriter(database);
  let changed = 0;
  return {
    isOpen: (table: string) => open.has(table),
    groups(after: number, upTo: number): Double[][] {
      const groups = new Map<number, Double[]>();
      for (const { grp, ...row } of rows().all(after, upTo)) {
        const isFree = row.booked_by === null && open.has(row.table_name);
        const double = { row, numbers: numbersOf.all(row.seq), isFree };
        const group = groups.get(grp);
        if (group) group.push(double);
        else groups.set(grp, [double]);
      }
      return [...groups.values()];
    },
    remove: (seqs: number[], keptId: string) => {
      for (const seq of seqs) markGone.run(seq, keptId);
    },
    change(kept: Double, now: StoredRow, numbers: PhoneNumber[]): void {
      const { lastInsertRowid } = keepAsItWas.run(undoId, kept.row.seq);
      remove(kept.row.seq);
      nowAt.run(insert(now, numbers), lastInsertRowid);
      changed++;
    },
    finish() {
      const deleted_rows = database.prepare<[], number>("SELECT count(*) FROM temp.gone").pluck().get() ?? 0;
      if (deleted_rows > 0) {
        database.prepare("DELETE FROM deduped_row WHERE place <= ?").run(n);
        database
          .prepare(
            `INSERT INTO deduped_row (undo_id, row_id, kept_id, was)
             SELECT ?, g.id, t.kept_id, ${AS_IT_WAS} FROM temp.gone t JOIN guest_row g ON g.seq = t.seq`,
          )
          .run(undoId);
        failpoint("dedupe:deleting");
        database.exec("DELETE FROM guest_row_phone WHERE guest_seq IN (SELECT seq FROM temp.gone)");
        database.exec("DELETE FROM guest_row WHERE seq IN (SELECT seq FROM temp.gone)");
      }
      return { deleted_rows, changed };
    },
  };
}

/** Writes guest rows with their numbers; each gets a new place, by which central knows that it is news. */
export function rowWriter(database: Database.Database) {
  const insertRow = database.prepare(`INSERT INTO guest_row (${ROW_COLUMNS}) VALUES (${ROW_COLUMNS.replace(/\w+/g, "@$&")})`);
  const insertPhone = database.prepare(
    "INSERT INTO guest_row_phone (guest_seq, position, digits, key, calling_code) VALUES (?, ?, ?, ?, ?)",
  );
  const removeRow = database.prepare<[number]>("DELETE FROM guest_row WHERE seq = ?");
  return {
    insert(row: Omit<StoredRow, "seq">, numbers: readonly Omit<PhoneNumber, "typed">[]): number | bigint {
      const { lastInsertRowid } = insertRow.run(row);
      for (const [position, { digits, key, calling_code }] of numbers.entries())
        insertPhone.run(lastInsertRowid, position, digits, key, calling_code);
      return lastInsertRowid;
    },
    remove: (seq: number) => void removeRow.run(seq),
  };
}

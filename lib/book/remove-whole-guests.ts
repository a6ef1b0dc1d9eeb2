import type Database from "better-sqlite3";
import type { Undone } from "./open-book";

/** Guests who left a book. */
export interface Left {
  removed: number;
  removed_changes: number;
}

/**
 * Removes at once the guests whom a batch alone made and who share no strand with others: an import has a quarter of a million, and all
 * others are folded again. @returns how many were removed, and how often they had been changed
 */
export function removeWholeGuests(database: Database.Database, { batch, keep, only }: Undone): Left {
  database.exec("CREATE TEMP TABLE undone_record (seq INTEGER PRIMARY KEY, contact_seq INTEGER)");
  database.exec("CREATE TEMP TABLE undone_contact (seq INTEGER PRIMARY KEY)");
  try {
    const of = (which: string) =>
      database.prepare(`INSERT INTO undone_record SELECT seq, contact_seq FROM source_record
        WHERE ${which} AND contact_seq IS NOT NULL AND id NOT IN (SELECT value FROM json_each(?))`);
    const kept = JSON.stringify([...(keep ?? [])]);
    if (only) of("id IN (SELECT value FROM json_each(?))").run(JSON.stringify(only), kept);
    else of("id > ? AND id < ?").run(`${batch}/`, `${batch}0`, kept);
    database.exec(`INSERT INTO undone_contact SELECT contact_seq FROM undone_record u GROUP BY contact_seq HAVING ${IS_WHOLE}`);
    const changes = "SELECT coalesce(sum(version - 1), 0) FROM contact WHERE seq IN (SELECT seq FROM undone_contact)";
    const removed_changes = database.prepare<[], number>(changes).pluck().get() ?? 0;
    database.exec(`DELETE FROM record_strand WHERE record_seq IN (
      SELECT u.seq FROM undone_record u JOIN undone_contact c ON c.seq = u.contact_seq)`);
    database.exec(`UPDATE source_record SET said = 'gone', contact_seq = NULL WHERE seq IN (
      SELECT u.seq FROM undone_record u JOIN undone_contact c ON c.seq = u.contact_seq)`);
    database.exec("DELETE FROM contact_phone WHERE contact_seq IN (SELECT seq FROM undone_contact)");
    const { changes: removed } = database.prepare("DELETE FROM contact WHERE seq IN (SELECT seq FROM undone_contact)").run();
    return { removed, removed_changes };
  } finally {
    database.exec("DROP TABLE undone_record; DROP TABLE undone_contact");
  }
}

const SHARES_A_STRAND = (table: "record_strand" | "decision_strand") =>
  `EXISTS (SELECT 1 FROM contact_phone p JOIN ${table} s ON s.strand = 'key ' || p.key WHERE p.contact_seq = u.contact_seq AND p.key <> '')`;

/** SQL: whether a contact's records are all of the batch, and it shares no strand with another. */
const IS_WHOLE = `count(*) = (SELECT count(*) FROM source_record r WHERE r.contact_seq = u.contact_seq)
  AND NOT EXISTS (SELECT 1 FROM contact c WHERE c.seq = u.contact_seq AND c.is_before = 1)
  AND NOT EXISTS (SELECT 1 FROM contact_phone p JOIN contact_phone o ON o.key = p.key AND o.contact_seq <> p.contact_seq
    WHERE p.contact_seq = u.contact_seq AND p.key <> '')
  AND NOT ${SHARES_A_STRAND("record_strand")}
  AND NOT ${SHARES_A_STRAND("decision_strand")}
  AND NOT EXISTS (SELECT 1 FROM source_record r JOIN decision_strand d ON d.strand = 'record ' || r.id WHERE r.contact_seq = u.contact_seq)
  AND NOT EXISTS (SELECT 1 FROM source_record r JOIN record_strand s ON s.record_seq = r.seq JOIN record_strand o ON o.strand = s.strand
    WHERE r.contact_seq = u.contact_seq AND o.record_seq <> s.record_seq)
  AND NOT EXISTS (SELECT 1 FROM source_record r JOIN record_strand s ON s.record_seq = r.seq JOIN decision_strand d ON d.strand = s.strand
    WHERE r.contact_seq = u.contact_seq)`;

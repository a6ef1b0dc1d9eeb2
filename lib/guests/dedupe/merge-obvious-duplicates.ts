import type Database from "better-sqlite3";
import { GAP_TEXTS } from "../../guest-fields";
import { lastPlace } from "../row-writer";

/**
 * Finds the rows that share a phone key with another one of their business day, into the temporary table `doubled`, and
 * takes those that are plainly one guest's out of it by SQL alone: rows of one number, written the same, booked, under one
 * name. That is most of them, and a row at a time takes several times as long. Their rule is that of all merges: the newest
 * row stays, and its gaps are filled from the next newest row that says something.
 * @param asItWas the SQL of a row `g` as it is kept for undoing it
 * @returns how many rows gained something
 */
export function dedupeObvious(database: Database.Database, date: string | null, undoId: string, asItWas: string): number {
  const scope = date === null ? "" : "AND g.business_day = @date";
  database.exec(`
    CREATE TEMP TABLE doubled (day TEXT, key TEXT, seq INTEGER, code TEXT, PRIMARY KEY (day, key, seq)) WITHOUT ROWID;
    CREATE TEMP TABLE alike (day TEXT, key TEXT, kept INTEGER NOT NULL, kept_id TEXT NOT NULL, now_seq INTEGER,
      ${GAP_TEXTS.map((field) => `${field} INTEGER`).join(", ")}, PRIMARY KEY (day, key)) WITHOUT ROWID`);
  database
    .prepare(
      `INSERT OR IGNORE INTO temp.doubled SELECT day, key, seq, code FROM (
         SELECT g.business_day AS day, n.key AS key, g.seq AS seq, n.calling_code AS code, count(*) OVER (PARTITION BY g.business_day, n.key) AS n
         FROM guest_row_phone n JOIN guest_row g ON g.seq = n.guest_seq WHERE n.key <> '' ${scope}) WHERE n > 1`,
    )
    .run(date === null ? {} : { date });
  database.exec(`
    INSERT INTO temp.alike
    SELECT d.day, d.key, max(g.seq), '', NULL, ${GAP_TEXTS.map((field) => `max(CASE WHEN g.${field} <> '' THEN g.seq END)`).join(", ")}
    FROM temp.doubled d JOIN guest_row g ON g.seq = d.seq
    GROUP BY d.day, d.key
    HAVING count(*) > 1 AND min(g.name) = max(g.name) AND min(g.phones) = max(g.phones) AND min(g.also) = max(g.also)
      AND min(d.code) = max(d.code) AND count(g.booked_by) = count(*)
      AND (count(g.birth_year) = 0 OR (count(g.birth_year) = count(*) AND min(g.birth_year) = max(g.birth_year) AND min(g.birthday) = max(g.birthday)))
      AND NOT max(EXISTS (SELECT 1 FROM guest_row_phone p WHERE p.guest_seq = g.seq AND p.position > 0));
    UPDATE temp.alike SET kept_id = (SELECT id FROM guest_row WHERE seq = kept);
    INSERT INTO temp.gone SELECT d.seq, a.kept_id FROM temp.alike a JOIN temp.doubled d ON d.day = a.day AND d.key = a.key WHERE d.seq <> a.kept;
    DELETE FROM temp.doubled WHERE EXISTS (SELECT 1 FROM temp.alike a WHERE a.day = doubled.day AND a.key = doubled.key)`);
  return fillGaps(database, undoId, asItWas);
}

function fillGaps(database: Database.Database, undoId: string, asItWas: string): number {
  const last = lastPlace(database);
  const gains = GAP_TEXTS.map((field) => `${field} <> kept`).join(" OR ");
  const { changes } = database
    .prepare(
      `UPDATE temp.alike SET now_seq = ? + n FROM (SELECT kept AS k, row_number() OVER (ORDER BY kept) AS n FROM temp.alike WHERE ${gains}) WHERE kept = k`,
    )
    .run(last);
  if (changes === 0) return 0;
  database.exec("CREATE TEMP TABLE gained AS SELECT * FROM temp.alike WHERE now_seq IS NOT NULL");
  database
    .prepare(
      `INSERT INTO deduped_row (undo_id, row_id, kept_id, now_seq, was)
       SELECT ?, g.id, g.id, a.now_seq, ${asItWas} FROM temp.gained a JOIN guest_row g ON g.seq = a.kept`,
    )
    .run(undoId);
  // A new place, by which central knows that the row is news; its numbers follow it.
  database.exec(`
    UPDATE guest_row SET seq = a.now_seq,
      ${GAP_TEXTS.map((field) => `${field} = coalesce((SELECT o.${field} FROM guest_row o WHERE o.seq = a.${field}), guest_row.${field})`).join(",\n      ")}
    FROM temp.gained a WHERE guest_row.seq = a.kept`);
  database.prepare("UPDATE sqlite_sequence SET seq = ? WHERE name = 'guest_row'").run(last + changes);
  return changes;
}

import type Database from "better-sqlite3";
import { businessDayOf, businessDayRange, type DayHours } from "../../business-day";
import { foldText } from "../../fold-text";
import { GUEST_COLUMNS } from "../../guest-columns";
import type { Incoming, Known } from "../../merge-rule";

/**
 * The folded names of the guests who were recorded on a business day, for those who come without a number. An evening's names
 * are read when the first of them is asked for: an import brings ten thousand, and looking through them for each is quadratic.
 */
export function namesOfEvenings(database: Database.Database, hours: DayHours) {
  const ofEvening = database
    .prepare<[string, string, string], [number, string]>(
      `SELECT seq, name FROM contact WHERE added_at >= ? AND added_at < ? AND evening IS NULL
       UNION ALL SELECT seq, name FROM contact WHERE evening = ? ORDER BY seq DESC`,
    )
    .raw();
  // A fuller name took their place in a merge: the row that said them comes again, and is nobody new. CROSS keeps SQLite at the evening's
  // guests, as having it sort nothing does: by itself it goes through every event, or every guest.
  const formerly = database
    .prepare<[string, string, string], [number, string]>(
      `SELECT c.seq, e.payload ->> '$.old.name'
       FROM (SELECT seq, id FROM contact WHERE added_at >= ? AND added_at < ? AND evening IS NULL AND version > 1
         UNION ALL SELECT seq, id FROM contact WHERE evening = ? AND version > 1) c
         CROSS JOIN event_subject s ON s.subject = c.id CROSS JOIN event e ON e.seq = s.event_seq
       WHERE e.kind = 'contact.changed' AND e.payload ->> '$.why' IN ('merge', 'import') AND e.payload ->> '$.old.name' <> ''`,
    )
    .raw();
  const bySeq = database.prepare<[number], Known & { seq: number }>(`SELECT seq, ${GUEST_COLUMNS} FROM contact WHERE seq = ?`);
  const evenings = new Map<string, Map<string, number>>();
  const ranges = new Map<string, { from: string; to: string }>();
  const replaced = new Map<number, number>();
  const rangeOf = (evening: string) => {
    const known = ranges.get(evening);
    if (known) return known;
    const { from, to } = businessDayRange(evening, hours);
    const range = { from: from.toISOString(), to: to.toISOString() };
    ranges.set(evening, range);
    return range;
  };
  const eveningOf = ({ evening, person }: Incoming) => evening ?? businessDayOf(new Date(person.added_at), hours);
  const read = (evening: string) => {
    const { from, to } = rangeOf(evening);
    const names = new Map<string, number>();
    for (const [seq, name] of ofEvening.all(from, to, evening)) names.set(foldText(name), seq);
    for (const [seq, name] of formerly.all(from, to, evening).sort(([a], [b]) => a - b))
      if (!names.has(foldText(name))) names.set(foldText(name), seq);
    evenings.set(evening, names);
    return names;
  };
  return {
    find(incoming: Incoming): (Known & { seq: number }) | null {
      const evening = eveningOf(incoming);
      let seq = (evenings.get(evening) ?? read(evening)).get(foldText(incoming.person.name));
      while (seq !== undefined && replaced.has(seq)) seq = replaced.get(seq);
      return seq === undefined ? null : (bySeq.get(seq) ?? null);
    },
    add(seq: number, incoming: Incoming): void {
      if (evenings.size === 0) return; // nobody without a number has come yet, and the evening of an instant takes its time
      const names = evenings.get(eveningOf(incoming));
      const folded = names && foldText(incoming.person.name);
      if (names && folded !== undefined && !names.has(folded)) names.set(folded, seq);
    },
    replace: (gone: number, kept: number) => void replaced.set(gone, kept),
    /** The evening of a table, where its guest was recorded on another: at a table that nobody closed the day before. */
    otherEvening({ evening, person: { added_at } }: Incoming): string | null {
      if (evening === undefined) return null;
      const { from, to } = rangeOf(evening);
      return added_at >= from && added_at < to ? null : evening;
    },
  };
}

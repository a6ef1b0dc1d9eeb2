import type Database from "better-sqlite3";
import type { Happening } from "../../../events";
import { namesAgree } from "../../../names";
import { hasPhoneKey, type PhoneMatch, readPhones, sharesPhone } from "../../../phones";
import { type CompanyChange, changeContacts, changesOf, companiesSet } from "../bulk";

/** A guest row from which a guest book may have taken a company that was undone, over an End of Day or a Merge by Date. */
export interface UndoneRow {
  name: string;
  added_at: string;
  numbers: PhoneMatch[];
  /** From the company that was undone to the one that stood there before. */
  back: CompanyChange;
  undoId: string;
  /** When the company was set, ISO 8601 in UTC with Z. */
  since: string;
}

type Row = Pick<UndoneRow, "name" | "added_at" | "numbers"> & { company: string };

const UNDONE = "SELECT DISTINCT s.subject FROM event e JOIN event_subject s ON s.event_seq = e.seq WHERE e.kind = 'company.undone'";

/** Every Set Company of a store that was undone, the first one first. */
export const undoneIn = (database: Database.Database) => database.prepare<[], string>(`${UNDONE} ORDER BY e.seq`).pluck().all();

const hasTable = (database: Database.Database, name: string) =>
  database.prepare("SELECT 1 FROM sqlite_schema WHERE type = 'table' AND name = ?").get(name) !== undefined;

/** Of every Set Company of some days that was undone, the rows that said it. A table store of before has none. */
export function rowsUndone(table: Database.Database, days: readonly string[]): UndoneRow[] {
  if (!hasTable(table, "event_subject") || !hasTable(table, "deduped_row")) return [];
  const dayOf = table
    .prepare<[string], string | null>(
      `SELECT json_extract(e.payload, '$.business_day') FROM event_subject s JOIN event e ON e.seq = s.event_seq
       WHERE s.subject = ? AND e.kind IN ('guest_row.changed', 'table.saved') LIMIT 1`,
    )
    .pluck();
  const undone = undoneIn(table).filter((undoId) => days.includes(dayOf.get(undoId) ?? ""));
  if (undone.length === 0) return [];
  const before = companyBefore(table, undone);
  return undone.flatMap((undoId) => rowsOfSet(table, undoId, before));
}

type CompanyBefore = ReturnType<typeof companyBefore>;

/** The rows of one Set Company, as they are now or were when they went. */
export function rowsOfSet(table: Database.Database, undoId: string, before: CompanyBefore): UndoneRow[] {
  const since = table
    .prepare<[string], string | null>("SELECT min(e.at) FROM event_subject s JOIN event e ON e.seq = s.event_seq WHERE s.subject = ?")
    .pluck()
    .get(undoId);
  const find = rowFinder(table);
  // Its undoing says which rows had it from another table's guest.
  const undone = companiesSet(table, `${undoId} undone`).map((change) => ({ ...change, old: change.now, now: change.old }));
  return changesOf("row", [...undone, ...companiesSet(table, undoId)]).flatMap((change) => {
    const row = find(change.id);
    // A row that says that company all the same says it by somebody else's word.
    if (!row || !since || row.company === change.now) return [];
    const { name, added_at, numbers } = row;
    return [{ name, added_at, numbers, back: { place: "row", id: change.id, old: change.now, now: before(change) }, undoId, since }];
  });
}

/**
 * Rows that have a company that was set by a guest of another table alone: a merge found both to be one person, and the row had
 * none.
 */
export function filledBy(table: Database.Database, set: readonly CompanyChange[]): CompanyChange[] {
  const seated = table.prepare<[string], { name: string; phones: string; business_day: string }>(
    "SELECT g.name, g.phones, t.business_day FROM table_guest g JOIN saved_table t ON t.id = g.table_id WHERE g.id = ?",
  );
  const rows = table.prepare<[string, string], { seq: number; id: string; name: string }>(
    `SELECT r.seq, r.id, r.name FROM guest_row r WHERE r.business_day = ? AND r.company = ?
     AND NOT EXISTS (SELECT 1 FROM table_guest g WHERE g.id = r.id AND g.company = r.company)`,
  );
  const numbersOf = table.prepare<[number], PhoneMatch>("SELECT key, calling_code FROM guest_row_phone WHERE guest_seq = ?");
  const ids = new Set(set.map(({ id }) => id));
  const found = new Map<string, CompanyChange>();
  for (const { id, now } of set.filter(({ place }) => place === "table")) {
    const guest = seated.get(id);
    if (!guest) continue;
    const numbers = readPhones(guest.phones);
    const isSame = (row: { seq: number; name: string }) =>
      hasPhoneKey(numbers) ? namesAgree(row.name, guest.name) && sharesPhone(numbersOf.all(row.seq), numbers) : row.name === guest.name;
    for (const row of rows.all(guest.business_day, now))
      if (!ids.has(row.id) && isSame(row)) found.set(row.id, { place: "row", id: row.id, old: now, now: "" });
  }
  return [...found.values()];
}

/** What stood before a company that is taken back: of one that was itself set and undone, what stood before that. */
export function companyBefore(database: Database.Database, undone: readonly string[]): (change: CompanyChange) => string {
  const sets = new Map<string, string>();
  for (const undoId of undone)
    for (const { place, id, old, now } of companiesSet(database, undoId))
      for (const where of [place, "anywhere"]) sets.set(`${where} ${id} ${now}`, old);
  return ({ place, id, old, now }) => {
    const before = (company: string) => sets.get(`${place} ${id} ${company}`) ?? sets.get(`anywhere ${id} ${company}`);
    const seen = new Set([now]);
    let company = old;
    for (let earlier = before(company); earlier !== undefined && !seen.has(company); earlier = before(company)) {
      seen.add(company);
      company = earlier;
    }
    return company;
  };
}

/** A row by its id: as it is, as a dedupe took it away, or as it was when somebody deleted it. */
function rowFinder(table: Database.Database): (id: string) => Row | null {
  const there = table.prepare<[string], Omit<Row, "numbers"> & { seq: number }>(
    "SELECT seq, name, added_at, company FROM guest_row WHERE id = ?",
  );
  const numbersOf = table.prepare<[number], PhoneMatch>(
    "SELECT key, calling_code FROM guest_row_phone WHERE guest_seq = ? ORDER BY position",
  );
  const deduped = table.prepare<[string], string>("SELECT was FROM deduped_row WHERE row_id = ? ORDER BY place DESC LIMIT 1").pluck();
  const deleted = table
    .prepare<[string], string>(
      `SELECT json_extract(e.payload, '$.gone') FROM event_subject s JOIN event e ON e.seq = s.event_seq
       WHERE s.subject = ? AND e.kind = 'guest_row.deleted' ORDER BY e.seq DESC LIMIT 1`,
    )
    .pluck();
  return (id) => {
    const row = there.get(id);
    if (row) return { ...row, numbers: numbersOf.all(row.seq) };
    const gone = deduped.get(id) ?? deleted.get(id);
    // Whatever it said is gone with it.
    return gone === undefined ? null : { ...(JSON.parse(gone) as Row), company: "" };
  };
}

/** Guests of a book who have the company by a merge of such a row, which came after it was set. */
export function takenOver(book: Database.Database, rows: readonly UndoneRow[]): (CompanyChange & Pick<UndoneRow, "undoId">)[] {
  type Guest = { seq: number; id: string; name: string };
  const byKey = book.prepare<[string, string], Guest>(
    "SELECT c.seq, c.id, c.name FROM contact_phone n JOIN contact c ON c.seq = n.contact_seq WHERE n.key = ? AND c.company = ?",
  );
  const byName = book.prepare<[string, string, string], Guest>(
    "SELECT seq, id, name FROM contact WHERE name = ? AND added_at = ? AND company = ?",
  );
  const numbersOf = book.prepare<[number], PhoneMatch>("SELECT key, calling_code FROM contact_phone WHERE contact_seq = ?");
  const cameByMerge = comingOf(book, rows.map(({ since }) => since).sort()[0] ?? "9999");
  const found = new Map<string, CompanyChange & Pick<UndoneRow, "undoId">>();
  for (const { name, added_at, numbers, back, undoId, since } of rows) {
    const keyed = numbers.filter(({ key }) => key !== "");
    const guests = keyed.length > 0 ? keyed.flatMap(({ key }) => byKey.all(key, back.old)) : byName.all(name, added_at, back.old);
    for (const guest of guests) {
      const isSame = namesAgree(guest.name, name) && (keyed.length === 0 || sharesPhone(numbersOf.all(guest.seq), keyed));
      if (isSame && cameByMerge(guest, back.old, since)) found.set(guest.id, { ...back, place: "book", id: guest.id, undoId });
    }
  }
  return [...found.values()];
}

/** Whether a guest has a company by an End of Day or a Merge by Date since an instant, and by nobody's own word. */
function comingOf(book: Database.Database, first: string): (guest: { seq: number; id: string }, company: string, since: string) => boolean {
  const merges = book
    .prepare<[string], { at: string; first: number | null; last: number | null }>(
      `SELECT at, json_extract(payload, '$.first_seq') AS first, json_extract(payload, '$.last_seq') AS last FROM event
       WHERE kind IN ('day.ended', 'date.merged') AND at >= ?`,
    )
    .all(first);
  // An undo that gave it back says nothing of where it came from.
  const given = book.prepare<[string, string, string], { at: string; why: string }>(
    `SELECT e.at, json_extract(e.payload, '$.why') AS why FROM event_subject s JOIN event e ON e.seq = s.event_seq
     WHERE s.subject = ? AND e.kind = 'contact.changed' AND json_extract(e.payload, '$.new.company') = ?
       AND NOT EXISTS (SELECT 1 FROM event_subject o WHERE o.event_seq = e.seq AND o.subject LIKE '% undone' AND o.subject <> ?)
     ORDER BY e.seq DESC LIMIT 1`,
  );
  const givenBack = book
    .prepare<[string, string], string>(
      `SELECT json_extract(e.payload, '$.old.company') FROM event_subject s JOIN event e ON e.seq = s.event_seq
       WHERE s.subject = ? AND e.kind = 'contact.changed' AND json_extract(e.payload, '$.new.company') = ? ORDER BY e.seq DESC LIMIT 1`,
    )
    .pluck();
  return ({ seq, id }, company, since) => {
    const cameBy = (one: { at: string; why: string }) => one.at >= since && (one.why === "merge" || one.why === "saved again");
    const change = given.get(id, company, id);
    if (change) return cameBy(change);
    // An undo alone gave it: it came as that came whose place it took.
    const seen = new Set<string>();
    for (let instead = company; !seen.has(instead); ) {
      seen.add(instead);
      instead = givenBack.get(id, instead) ?? instead;
      const earlier = given.get(id, instead, id);
      if (earlier && cameBy(earlier)) return true;
    }
    return merges.some(({ at, first, last }) => at >= since && first !== null && last !== null && seq >= first && seq <= last);
  };
}

/** Takes back from central what its branches have undone since it took their rows. @returns how many guests were changed */
export function takeBackCompanies(central: Database.Database, rows: readonly UndoneRow[], say: (happening: Happening) => void): number {
  let changed = 0;
  for (const { undoId, ...change } of takenOver(central, rows)) changed += changeContacts(central, [change], `${undoId} undone`, say);
  return changed;
}

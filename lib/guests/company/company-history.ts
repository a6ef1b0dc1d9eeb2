import type Database from "better-sqlite3";
import { afterLastRow, type TableRow } from "../../book/table-rows";
import { PERSON_FIELDS } from "../../guest-columns";
import { NOTHING_SAID, pickFields } from "../../guest-fields";
import { namesAgree } from "../../names";
import type { Person } from "../../person";
import { hasPhoneKey, type PhoneMatch, type PhoneNumber, readPhones, sharesPhone } from "../../phones";
import { type CompanyChange, changesOf, companiesSet } from "./set-step";

const UNDONE = "SELECT DISTINCT s.subject FROM event e JOIN event_subject s ON s.event_seq = e.seq WHERE e.kind = 'company.undone'";

/** Every Set Company of a store that was undone, the first one first. */
export const undoneSetCompanies = (database: Database.Database) => database.prepare<[], string>(`${UNDONE} ORDER BY e.seq`).pluck().all();

/**
 * Rows that have a company that was set by a guest of another table alone: a merge found both to be one person, and the row had
 * none.
 */
export function rowsFilledByMerge(table: Database.Database, set: readonly CompanyChange[]): CompanyChange[] {
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

/**
 * Rows that went since a Set Company which was undone, as a dedupe or somebody took them away, but for that company: what they said
 * before stays in the guest books.
 */
export function rowsGoneOfUndone(table: Database.Database, days: readonly string[]): TableRow[] {
  if (!hasTable(table, "event_subject") || !hasTable(table, "deduped_row")) return [];
  const undone = undoneSetCompanies(table);
  if (undone.length === 0) return [];
  const before = companyBefore(table, undone);
  const gone = rowsGone(table);
  const seq = afterLastRow(table);
  const found = new Map<string, TableRow>();
  for (const undoId of undone)
    for (const change of changesOf("row", companiesSet(table, undoId))) {
      const row = gone(change.id);
      if (!row || !days.includes(row.business_day)) continue;
      const { business_day, numbers, ...person } = row;
      const company = person.company === change.now ? before(change) : person.company;
      found.set(change.id, {
        person: { ...person, company },
        numbers,
        evening: business_day,
        row: { id: change.id, seq, isBooked: true },
      });
    }
  return [...found.values()];
}

const hasTable = (database: Database.Database, name: string) =>
  database.prepare("SELECT 1 FROM sqlite_schema WHERE type = 'table' AND name = ?").get(name) !== undefined;

type GoneRow = Person & { business_day: string; numbers: PhoneNumber[] };

/** A row that is not there any more, as a dedupe took it away, or as it was when somebody deleted it. */
function rowsGone(table: Database.Database): (id: string) => GoneRow | null {
  const there = table.prepare("SELECT 1 FROM guest_row WHERE id = ?");
  const deduped = table.prepare<[string], string>("SELECT was FROM deduped_row WHERE row_id = ? ORDER BY place DESC LIMIT 1").pluck();
  const deleted = table
    .prepare<[string], string>(
      `SELECT json_extract(e.payload, '$.gone') FROM event_subject s JOIN event e ON e.seq = s.event_seq
       WHERE s.subject = ? AND e.kind = 'guest_row.deleted' ORDER BY e.seq DESC LIMIT 1`,
    )
    .pluck();
  return (id) => {
    if (there.get(id)) return null;
    const gone = deduped.get(id) ?? deleted.get(id);
    if (gone === undefined) return null;
    const row = JSON.parse(gone) as GoneRow;
    return pickFields({ ...NOTHING_SAID, ...row }, [...PERSON_FIELDS, "business_day", "numbers"]);
  };
}

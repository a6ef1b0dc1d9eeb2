import type Database from "better-sqlite3";
import { hasPhoneKey } from "../phones";
import { nameStrand } from "./apply-decisions";
import type { ContactRow, RecordStore, VersionedRecord } from "./records";

/**
 * Says of a record that is not the newest of the book whether it is the newest of all that hangs together with it: then it is the last
 * step of their fold, as the newest of the book is of every fold. A large import goes on so behind an End of Day.
 */
export function newerItems(database: Database.Database, store: RecordStore) {
  const place = "(r.said_at, r.batch, r.line, r.id) > (@said_at, @batch, @line, @id)";
  const ofContact = database
    .prepare<unknown[], number>(`SELECT 1 FROM source_record r WHERE r.contact_seq = @seq AND ${place} LIMIT 1`)
    .pluck();
  const stranded = database
    .prepare<unknown[], number>(
      `SELECT 1 FROM record_strand s JOIN source_record r ON r.seq = s.record_seq WHERE s.strand = @strand AND ${place} LIMIT 1`,
    )
    .pluck();
  const contactsOf = database.prepare<[string], number>("SELECT contact_seq FROM contact_phone WHERE key = ?").pluck();
  /** @param beside whom the record stands beside, where it has no number */
  return ({ said_at, batch, line, id, numbers, person, evening }: VersionedRecord, beside: () => ContactRow | null): boolean => {
    const at = { said_at, batch, line, id };
    const isStranded = (strand: string) => stranded.get({ ...at, strand }) !== undefined;
    if (isStranded(nameStrand(person.name, evening))) return true;
    const keys = numbers.flatMap(({ key }) => (key === "" ? [] : [key]));
    if (keys.some((key) => isStranded(`key ${key}`))) return true;
    const met = hasPhoneKey(numbers) ? keys.flatMap((key) => contactsOf.all(key)) : [beside()?.seq ?? []].flat();
    return met.some(
      (seq) =>
        ofContact.get({ ...at, seq }) !== undefined ||
        store.numbersOfContact(seq).some(({ key }) => key !== "" && !keys.includes(key) && isStranded(`key ${key}`)),
    );
  };
}

import type Database from "better-sqlite3";
import { businessDayOf, type DayHours } from "../business-day";
import { foldText } from "../fold-text";
import { alsoNames } from "../names";
import type { Person } from "../person";
import { hasPhoneKey, type PhoneNumber, sharesPhone } from "../phones";
import { isNamedBy, strandsOf } from "./apply-decisions";
import { noteSaid } from "./decision-target";
import type { DecisionStore } from "./decisions";
import type { About, Decision } from "./record-shapes";
import type { ContactRow, RecordStore, VersionedRecord } from "./records";

interface OlderBook {
  database: Database.Database;
  store: RecordStore;
  decided: DecisionStore;
  hours: DayHours;
}

/**
 * Takes over what older versions kept beside the guests of a book, once: what people decided by hand, and what central took of tables
 * before their End of Day (docs/book.md, How a store keeps it).
 * @returns ids of the records that guests consist of since, who were known as a whole until then: they are to be folded
 */
export function adoptOlder(older: OlderBook): string[] {
  const { database } = older;
  const isThere = (table: string) => database.prepare(`SELECT 1 FROM ${table} LIMIT 1`).get() !== undefined;
  const adopted = isThere("unbooked_row") || isThere("unbooked_part") ? adoptUnbooked(older) : [];
  if (isThere("decision")) adoptDecisions(older);
  return adopted;
}

/** Whether a store has anything of that to take over. */
export function hasOlder(database: Database.Database): boolean {
  return (
    database.prepare("SELECT 1 FROM unbooked_row UNION ALL SELECT 1 FROM unbooked_part UNION ALL SELECT 1 FROM decision").get() !==
    undefined
  );
}

interface OlderDecision {
  id: string;
  kind: "deleted" | "corrected";
  contact_id: string;
  name: string;
  added_at: string;
  numbers: string;
  decided_at: string;
}

/** Whom people decided something about before the book kept decisions, and did since no merge has come. */
export function olderDecisions(database: Database.Database): Pick<Decision, "said_at" | "about">[] {
  const rows = database.prepare<[], OlderDecision>("SELECT * FROM decision").all();
  return rows.map(({ name, numbers, decided_at }) => {
    return { said_at: decided_at, about: { records: [], numbers: JSON.parse(numbers) as PhoneNumber[], names: [name], evening: "" } };
  });
}

function adoptDecisions({ database, store, decided, hours }: OlderBook): void {
  const seqOf = database.prepare<[string], number>("SELECT seq FROM contact WHERE id = ?").pluck();
  for (const row of database.prepare<[], OlderDecision>("SELECT * FROM decision ORDER BY decided_at").all()) {
    const numbers = JSON.parse(row.numbers) as PhoneNumber[];
    const evening = businessDayOf(new Date(row.added_at), hours);
    const about: About = { records: [], numbers, names: [row.name], evening };
    const place = { said_at: row.decided_at, batch: "older", line: 0, id: `older ${row.id}` };
    const contact = store.contact(seqOf.get(row.contact_id) ?? -1);
    if (row.kind === "deleted") {
      keepWhoCameAgain({ database, store, decided, hours }, about, row.decided_at);
      decided.decide({ ...place, kind: "left-out", about });
    } else if (contact) decided.decide({ ...place, ...correctionOf(contact, store, about) });
    noteSaid(database, row.decided_at);
  }
  database.exec("DELETE FROM decision");
}

/** Whom somebody deleted, and who is there again, was recorded after that. */
function keepWhoCameAgain({ database, store }: OlderBook, about: About, decidedAt: string): void {
  const byKey = database.prepare<[string], number>("SELECT contact_seq FROM contact_phone WHERE key = ?").pluck();
  const byName = database.prepare<[string], number>("SELECT seq FROM contact WHERE name = ?").pluck();
  const seqs = hasPhoneKey(about.numbers)
    ? about.numbers.flatMap(({ key }) => (key === "" ? [] : byKey.all(key)))
    : about.names.flatMap((name) => byName.all(name));
  for (const seq of new Set(seqs)) {
    const record = store.before(seq);
    if (!record) continue;
    const isNamesake = isNamedBy(about.names, record.person.name);
    if (!isNamesake || (hasPhoneKey(about.numbers) && !sharesPhone(record.numbers, about.numbers))) continue;
    store.keepBefore({ ...record, said_at: new Date(Date.parse(decidedAt) + 1).toISOString() });
  }
}

/** What somebody wrote of a guest, as far as it is known: the name and the numbers that they have since. */
function correctionOf(
  contact: ContactRow,
  store: RecordStore,
  about: About,
): Pick<Extract<Decision, { kind: "fields" }>, "kind" | "about" | "values"> {
  const now = store.numbersTyped(contact);
  const isRenamed = about.names.every((name) => foldText(name) !== foldText(contact.name));
  return {
    kind: "fields",
    about: {
      ...about,
      records: [`before/${contact.id}`],
      numbers: [...about.numbers, ...now.filter(({ digits }) => !about.numbers.some((one) => one.digits === digits))],
      names: [...new Set([...about.names, contact.name])],
    },
    values: { ...(isRenamed && { name: contact.name }), phones: contact.phones, numbers: now },
  };
}

/** Values of a guest that only unbooked rows gave: numbers by their digits, fields with the value that they would have otherwise. */
interface OlderPart {
  isAll: boolean;
  numbers: string[];
  fields: Partial<Person>;
  names: string[];
}

interface OlderRow {
  store_id: string;
  row_id: string;
  business_day: string;
  contact_seq: number;
  event_seq: number;
  event_id: string;
  said: string;
}

function adoptUnbooked({ database, store }: OlderBook): string[] {
  const adopted: string[] = [];
  const parts = database.prepare<[], { contact_seq: number; part: string }>("SELECT contact_seq, part FROM unbooked_part").all();
  for (const { contact_seq, part: text } of parts) {
    const contact = store.contact(contact_seq);
    const part = JSON.parse(text) as OlderPart; // as older versions wrote it
    const record = store.before(contact_seq);
    if (!contact || !record || part.isAll) continue;
    const numbers = record.numbers.filter(({ digits }) => !part.numbers.includes(digits));
    const name = part.fields.name ?? record.person.name;
    // What somebody wrote of the guest would be a guest of its own, whom nobody finds: it stays with the whole guest, as it did.
    if (hasPhoneKey(record.numbers) ? !hasPhoneKey(numbers) : foldText(name) !== foldText(record.person.name)) continue;
    store.forgetBefore(contact_seq);
    const also = alsoNames(contact.also).filter((name) => !part.names.includes(name)).join("\n"); // biome-ignore format: one line
    const phones = numbers.map(({ typed }) => typed).join(", ");
    keep(store, { ...record, numbers, person: { ...record.person, ...part.fields, phones, also } }, contact_seq);
  }
  const see = database.prepare(
    `INSERT INTO source_store (store_id, incarnation, event_seq, event_id, at) VALUES (?, 1, ?, ?, '')
     ON CONFLICT DO UPDATE SET event_seq = excluded.event_seq, event_id = excluded.event_id WHERE excluded.event_seq > event_seq`,
  );
  for (const row of database.prepare<[], OlderRow>("SELECT * FROM unbooked_row ORDER BY event_seq").all()) {
    const contact = store.contact(row.contact_seq);
    if (!contact) continue;
    const { person, numbers } = JSON.parse(row.said) as Pick<VersionedRecord, "person" | "numbers">; // as older versions wrote it
    const place = { said_at: person.added_at, batch: contact.branch, line: 0, id: `${row.store_id}/${row.row_id}` };
    adopted.push(place.id);
    const version = { incarnation: 1, version: 0 }; // whatever the row says now is not older
    keep(
      store,
      { ...place, ...version, evening: row.business_day, branch: contact.branch, person, numbers, isBooked: false },
      row.contact_seq,
    );
    see.run(row.store_id, row.event_seq, row.event_id);
    noteSaid(database, person.added_at);
  }
  // Of whom only unbooked rows have spoken, nothing was known before them.
  for (const { contact_seq, part } of parts)
    if ((JSON.parse(part) as OlderPart).isAll && store.ofContact(contact_seq).length > 1) store.forgetBefore(contact_seq);
  database.exec("DELETE FROM unbooked_row; DELETE FROM unbooked_part");
  return adopted;
}

/** With the strands by which its contact is not found. */
function keep(store: RecordStore, record: VersionedRecord, contactSeq: number): void {
  const seq = store.put(record, contactSeq);
  const keys = new Set(store.numbersOfContact(contactSeq).map(({ key }) => `key ${key}`));
  store.setStrands(
    seq,
    strandsOf(record).filter((strand) => !strand.startsWith("record ") && !keys.has(strand)),
  );
}

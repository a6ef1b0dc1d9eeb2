import type Database from "better-sqlite3";
import { businessDayRange, type DayHours } from "../business-day";
import { foldText } from "../fold-text";
import { nameStrand, strandsOf, strandsOfDecision } from "./apply-decisions";
import type { DecisionStore } from "./decisions";
import { type LargeEvenings, type Named, RECORDED_NAME } from "./large-evenings";
import type { Decision } from "./record-shapes";
import type { ContactRow, RecordStore, StoredRecord } from "./records";

/** A cluster as a book stores it. */
export interface StoredCluster {
  records: StoredRecord[];
  decisions: Decision[];
  contacts: ContactRow[];
}

/** The strand that joins a contact to its records where no other strand is known. */
export const contactStrand = (seq: number) => `contact ${seq}`;

/**
 * Gathers clusters, each once: what was in one is not gathered again.
 * @param more.evenings of how many the names are kept, for who looks through a whole book
 * @param more.large knows the names of evenings of very many
 */
export function clusterReader(
  database: Database.Database,
  store: RecordStore,
  decided: DecisionStore,
  hours: DayHours,
  more: { evenings?: number; large?: LargeEvenings } = {},
) {
  const contactsOf = database.prepare<[string], number>("SELECT contact_seq FROM contact_phone WHERE key = ?").pluck();
  const names = namesOfEvenings(database, hours, more);
  const everything = new Set<string>();
  /** @param seen by what was gathered so far; a set of one's own, to gather the same again */
  return (first: readonly string[], seen: Set<string> = everything): StoredCluster => {
    const cluster: StoredCluster = { records: [], decisions: [], contacts: [] };
    const todo = first.filter((strand) => !seen.has(strand));
    const isNew = (strand: string) => !seen.has(strand) && seen.add(strand) !== undefined;
    const visitRecord = (record: StoredRecord) => {
      if (!isNew(`record#${record.id}`)) return;
      cluster.records.push(record);
      todo.push(`record ${record.id}`);
      if (!record.isGone) todo.push(...strandsOf(record));
      const name = nameStrand(record.person.name, record.evening);
      if (!record.isGone && !seen.has(name) && (store.isStranded(name) || decided.isAt(name))) todo.push(name);
      if (record.contact_seq !== null) visitContact(record.contact_seq);
    };
    const visitContact = (seq: number) => {
      if (!isNew(`contact#${seq}`)) return;
      const contact = store.contact(seq);
      if (!contact) return;
      cluster.contacts.push(contact);
      for (const record of store.ofContact(seq)) visitRecord(record);
      todo.push(...store.numbersOfContact(seq).flatMap(({ key }) => (key === "" ? [] : [`key ${key}`])));
    };
    for (let strand = todo.pop(); strand !== undefined; strand = todo.pop()) {
      if (!isNew(strand)) continue;
      for (const decision of decided.at(strand)) {
        if (!isNew(`decision ${decision.id}`)) continue;
        cluster.decisions.push(decision);
        todo.push(...strandsOfDecision(decision));
      }
      for (const seq of store.stranded(strand)) visitRecord(store.bySeq(seq) as StoredRecord); // a strand goes with its record
      if (strand.startsWith("key ")) for (const seq of contactsOf.all(strand.slice(4))) visitContact(seq);
      else if (strand.startsWith("contact ")) visitContact(Number(strand.slice(8)));
      else if (strand.startsWith("record ")) {
        const record = store.find(strand.slice(7));
        if (record) visitRecord(record);
      } else {
        const [, evening = "", name = ""] = /^name (\S+) (.*)$/s.exec(strand) ?? [];
        const { records, contacts } = names.at(name, evening);
        for (const seq of records) visitRecord(store.bySeq(seq) as StoredRecord); // read from the same table
        for (const seq of contacts) visitContact(seq);
      }
    }
    return cluster;
  };
}

/**
 * Who had a name on an evening, in a record or from before there were records, read once for each evening that is asked for.
 * @param more.evenings so many are kept
 * @param more.large is asked for evenings of very many, which are not read whole
 */
export function namesOfEvenings(
  database: Database.Database,
  hours: DayHours,
  { evenings: most = Number.POSITIVE_INFINITY, large: largeOnes }: { evenings?: number; large?: LargeEvenings } = {},
) {
  const large = largeOnes?.of(database, hours);
  const records = database
    .prepare<[string], [number, string]>(
      `SELECT r.seq, ${RECORDED_NAME}
       FROM source_record r LEFT JOIN contact c ON c.seq = r.contact_seq WHERE r.evening = ?`,
    )
    .raw();
  const contacts = database
    .prepare<[string, string, string], [number, string]>(
      `SELECT seq, name FROM contact WHERE added_at >= ? AND added_at < ? AND evening IS NULL AND is_before = 1
       UNION ALL SELECT seq, name FROM contact WHERE evening = ? AND is_before = 1`,
    )
    .raw();
  const evenings = new Map<string, Map<string, Named>>();
  const replaced = new Map<number, number>();
  const add = (names: Map<string, Named>, kind: "records" | "contacts", seq: number, folded: string) => {
    const there = names.get(folded);
    if (there) there[kind].push(seq);
    else names.set(folded, { records: kind === "records" ? [seq] : [], contacts: kind === "contacts" ? [seq] : [] });
  };
  const read = (evening: string) => {
    const names = new Map<string, Named>();
    const { from, to } = businessDayRange(evening, hours);
    for (const [seq, name] of records.all(evening)) add(names, "records", seq, foldText(name));
    for (const [seq, name] of contacts.all(from.toISOString(), to.toISOString(), evening)) add(names, "contacts", seq, foldText(name));
    if (evenings.size >= most) evenings.clear();
    evenings.set(evening, names);
    return names;
  };
  return {
    /** As `LargeEvenings`: the contact of the first record of that name; undefined where it is to be looked for in `at`. */
    first: (name: string, evening: string) => large?.first(foldText(name), evening),
    at(name: string, evening: string): Named {
      const many = large?.at(foldText(name), evening);
      if (many) return many;
      const found = (evenings.get(evening) ?? read(evening)).get(foldText(name));
      if (!found) return { records: [], contacts: [] };
      const nowOf = (seq: number): number => (replaced.has(seq) ? nowOf(replaced.get(seq) as number) : seq);
      return replaced.size === 0 || found.contacts.length === 0 ? found : { records: found.records, contacts: found.contacts.map(nowOf) };
    },
    /** A record that came meanwhile. */
    add(name: string, evening: string, seq: number): void {
      const names = evenings.get(evening);
      if (names) add(names, "records", seq, foldText(name));
    },
    /** A contact that became one with another. */
    replace: (gone: number, kept: number) => void replaced.set(gone, kept),
  };
}

export type NamesOfEvenings = ReturnType<typeof namesOfEvenings>;

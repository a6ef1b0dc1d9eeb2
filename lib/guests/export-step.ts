import { seqsOfBirthday } from "../birthdays/search-step";
import { CSV_HEADER, csvRecordOf } from "../contact-files/write-csv";
import { vcardOf } from "../contact-files/write-vcard";
import { everybodyOfDay } from "../date-search/search-step";
import { bulkRead } from "../db/bulk-read";
import { statement } from "../db/statements";
import { PERSON_COLUMNS } from "../guest-columns";
import type { Person } from "../person";

/** Whom a file is of. */
export type Whom = "date" | "birthday";

export const FORMATS = {
  vcf: { header: "", write: vcardOf },
  csv: { header: CSV_HEADER, write: csvRecordOf },
} as const;
export type Format = keyof typeof FORMATS;

export interface ListPeopleInput {
  of: Whom;
  date: string;
  /** The files of the stores; no tables where they do not count. */
  table: string | null;
  book: string;
  format: Format;
}

/** What a file is made of. */
export interface PeopleList {
  /** How it begins: the header, and who sat at the tables. */
  beginning: Uint8Array;
  people: number;
  /** The book's row ids of the others, in order; eight bytes for each of them are all that a long file keeps in memory. */
  seqs: Float64Array;
}

/** The step before a file is written: who is in it. Whoever is added later is not. */
export function listPeople({ of, date, table, book, format }: ListPeopleInput): PeopleList {
  const { header, write } = FORMATS[format];
  return bulkRead({ table, book }, (stores) => {
    const { people, seqs } = of === "date" ? everybodyOfDay(stores, date) : { people: [], seqs: seqsOfBirthday(stores.book, date) };
    return { beginning: bytesOf(header + people.map(write).join("")), people: people.length, seqs: Float64Array.from(seqs) };
  });
}

export interface WritePeopleInput {
  book: string;
  seqs: Float64Array;
  format: Format;
}

const BY_SEQ = `SELECT ${PERSON_COLUMNS} FROM contact
  WHERE seq IN (SELECT value FROM json_each(?)) ORDER BY seq DESC`;

/** The step that writes the next piece of a file. Whoever was deleted meanwhile is not in it. */
export function writePeople({ book, seqs, format }: WritePeopleInput): Uint8Array {
  const people = bulkRead({ book }, (sql) => statement<[string], Person>(sql.book, BY_SEQ).all(JSON.stringify([...seqs])));
  return bytesOf(people.map(FORMATS[format].write).join(""));
}

/** With memory of its own: a small `Buffer` is a part of a larger one, all of which would go from thread to thread. */
const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text);

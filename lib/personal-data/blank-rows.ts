import type Database from "better-sqlite3";
import type { StoreKind } from "../db/files";
import { digitsOf } from "../digits";
import { env } from "../env";
import { foldText } from "../fold-text";
import { localDate } from "../local-time";
import { hasPhoneKey, readPhones } from "../phones";
import { erasedHash } from "./erased-list";
import { type Knowing, type TheirMarks, textsOf, withoutPerson } from "./redact-person";
import { KEPT_ANSWERS, PERSON_TABLES, THEIR_ROWS } from "./where-stored";

/** Who is looked for: a person by what is known of them, or everybody of the list of the erased. */
export type Who =
  | {
      numbers: string[];
      ids: string[];
      named: string[];
      /** What has one of the numbers from this moment on (ISO 8601) is not theirs: they came again. Left out, all is. */
      until?: string;
    }
  | { key: string; people: { at: string; numbers: string[]; ids: string[] }[] };

/** By what a guest without a number is known (docs/design/domain.md, The evening): the name, and the day on which they were added. */
export function nameOnDay(name: string, addedAt: string): string {
  return `${foldText(name)} ${localDate(new Date(addedAt), env().TIME_ZONE)}`;
}

/** A number is told from another by these of its last digits; reading a text that has them decides. */
const TAIL = 7;

/** @param who with `people`, rows from after the erasing of somebody are not theirs: they came again */
export function marksOf(who: Who): TheirMarks {
  if ("people" in who) return listedMarks(who);
  const numbers = new Set(who.numbers);
  const ids = new Set(who.ids);
  const named = new Set(who.named);
  const { until } = who;
  const tails = who.numbers.map((digits) => digits.slice(-TAIL));
  return {
    number: (digits, at) => numbers.has(digits) && (until === undefined || at < until),
    id: (id) => ids.has(id),
    named: (name, at) => named.has(nameOnDay(name, at)),
    mayHold: (text) => {
      const digits = digitsOf(text);
      return tails.some((tail) => digits.includes(tail));
    },
  };
}

function listedMarks({ key, people }: Extract<Who, { people: unknown }>): TheirMarks {
  const erasedAt = new Map<string, string>();
  for (const { at, numbers } of people) for (const number of numbers) erasedAt.set(number, at); // the latest is the last
  const ids = new Set(people.flatMap((person) => person.ids));
  return {
    number: (digits, at) => {
      const until = digits === "" ? undefined : erasedAt.get(erasedHash(digits, key));
      return until !== undefined && until >= at;
    },
    id: (id) => ids.has(erasedHash(id, key)),
    named: () => false, // the list has the ids of all that was found
    mayHold: (text) => /\d/.test(text),
  };
}

export type Row = Record<string, unknown>;

/** The rows of a person in one store, by table. */
export type TheirRows = Record<string, Row[]>;

/** Sets the connection up for `PERSON_TABLES`. */
export function lookFor(database: Database.Database, kind: StoreKind, marks: TheirMarks, country: string): void {
  const asNumber = (holds: boolean) => (holds ? 1 : 0);
  const options = { deterministic: true } as const;
  database.function("their_number", options, (digits: unknown, at: unknown) => asNumber(marks.number(String(digits), String(at ?? ""))));
  database.function("their_id", options, (id: unknown) => asNumber(typeof id === "string" && marks.id(id)));
  database.function("their_phones", options, (phones: unknown, at: unknown) => {
    const text = String(phones);
    return asNumber(
      marks.mayHold(text) && readPhones(text, country).some(({ key, digits }) => key !== "" && marks.number(digits, String(at))),
    );
  });
  database.function("their_name", options, (name: unknown, phones: unknown, at: unknown) =>
    asNumber(marks.named(String(name), String(at)) && !hasPhoneKey(readPhones(String(phones), country))),
  );
  database.function("about_them", options, (text: unknown, at: unknown) =>
    asNumber(withoutThem(String(text), { marks, at: String(at), country, texts: [] }) !== null),
  );
  database.exec(THEIR_ROWS[kind]);
}

/** @returns null where a kept JSON text says nothing of the person */
export function withoutThem(text: string, knowing: Knowing, isTheirs = false): string | null {
  const kept: unknown = JSON.parse(text);
  const left = JSON.stringify(withoutPerson(kept, knowing, isTheirs));
  return left === JSON.stringify(kept) ? null : left;
}

/** After `lookFor`. */
export function theirRows(database: Database.Database, kind: StoreKind): TheirRows {
  const rows = Object.entries(PERSON_TABLES[kind]).map(([table, { where }]) => {
    return [table, database.prepare<[], Row>(`SELECT * FROM ${table} WHERE ${where}`).all()] as const;
  });
  return Object.fromEntries(rows.filter(([, found]) => found.length > 0));
}

/** After `lookFor`, within a transaction. @returns how many rows went or say less */
export function eraseRows(database: Database.Database, kind: StoreKind, knowing: Omit<Knowing, "at">): number {
  let changed = 0;
  for (const [table, { where, fate }] of Object.entries(PERSON_TABLES[kind])) {
    const words = fate === "delete" ? `DELETE FROM ${table}` : `UPDATE ${table} SET ${fate.set}`;
    changed += database.prepare(`${words} WHERE ${where}`).run().changes;
  }
  for (const table of KEPT_ANSWERS[kind]) changed += clearAnswers(database, table, knowing);
  return changed;
}

/** What is left of each kept answer that says something of the person. All are read: one may name a person in a sentence alone. */
function answersWithout(database: Database.Database, table: string, knowing: Omit<Knowing, "at">): { rowid: number; left: string }[] {
  const kept = database.prepare<[], { rowid: number; text: string }>(`SELECT rowid, answer AS text FROM ${table} WHERE answer IS NOT NULL`);
  const found: { rowid: number; left: string }[] = [];
  for (const { rowid, text } of kept.iterate()) {
    const left = withoutThem(text, { ...knowing, at: "" });
    if (left !== null) found.push({ rowid, left });
  }
  return found;
}

/** How many kept answers say something of the person. */
export function answersAbout(database: Database.Database, kind: StoreKind, knowing: Omit<Knowing, "at">): number {
  return KEPT_ANSWERS[kind].reduce((sum, table) => sum + answersWithout(database, table, knowing).length, 0);
}

function clearAnswers(database: Database.Database, table: string, knowing: Omit<Knowing, "at">): number {
  const put = database.prepare<[string, number]>(`UPDATE ${table} SET answer = ? WHERE rowid = ?`);
  const found = answersWithout(database, table, knowing);
  for (const { rowid, left } of found) put.run(left, rowid);
  return found.length;
}

/** Names and numbers as they stand in a person's own rows. */
export function textsIn(rows: TheirRows): string[] {
  return [...new Set(Object.values(rows).flatMap((found) => found.flatMap(textsOf)))];
}

/** What the event of an erasing keeps of the rows that go: which they were, and nothing of whom. */
export function keptOf(kind: StoreKind, rows: TheirRows): TheirRows {
  const kept = Object.entries(PERSON_TABLES[kind]).flatMap(([table, { keeps }]) => {
    const only = (row: Row) => Object.fromEntries((keeps ?? []).map((column) => [column, row[column]]));
    return keeps && rows[table] ? [[table, rows[table].map(only)] as const] : [];
  });
  return Object.fromEntries(kept);
}

import type Database from "better-sqlite3";
import { v7 as uuid } from "uuid";
import type { DayHours } from "../business-day";
import type { WriteBy } from "../db/actor";
import { decisionStore } from "./decisions";
import { fold } from "./fold";
import type { About, BookGuest, Decision, Place } from "./record-shapes";
import { recordStore, type StoredRecord } from "./records";
import { clusterReader } from "./stored-clusters";

/** A guest whom somebody is about to say something of. */
export interface DecisionTarget {
  about: About;
  guest: BookGuest;
  /** The guest's cluster, without what is gone. */
  records: StoredRecord[];
  decisions: Decision[];
}

/**
 * Finds whom a contact stands for: what was said of that very person, and of nobody who only shares a number. Of the book as it is when
 * this is called, and until something is changed: the names of an evening are read once.
 */
export function decisionTarget(database: Database.Database, hours: DayHours): (seq: number) => DecisionTarget {
  const store = recordStore(database, hours);
  const gather = clusterReader(database, store, decisionStore(database), hours);
  return (seq) => {
    if (!store.contact(seq)) throw new Error("There is no such contact.");
    const cluster = gather(
      store.ofContact(seq).map(({ id }) => `record ${id}`),
      new Set(),
    );
    const records = cluster.records.filter((record) => !record.isGone);
    const { guests } = fold(records, cluster.decisions);
    const mine = new Set(cluster.records.filter((record) => record.contact_seq === seq).map(({ id }) => id));
    const guest = guests.find((one) => one.records.some((id) => mine.has(id)));
    if (!guest) throw new Error("The book has no guest for this contact."); // `rebuild` would find that
    const ownIds = new Set(guest.own);
    const own = records.filter(({ id }) => ownIds.has(id));
    const numbers = [...guest.numbers, ...own.flatMap((record) => record.numbers)];
    const each = new Map(numbers.map((number) => [number.digits, number]));
    const names = [...new Set([guest.name, ...own.map(({ person }) => person.name)])];
    const about = { records: guest.own, numbers: [...each.values()], names, evening: guest.evening };
    return { about, guest, records, decisions: cluster.decisions };
  };
}

/** The batch of a decision made by hand. */
export const batchOfDecisions = (id: string = uuid()) => `word ${id}`;

/** The place of a new decision in the order, and who makes it: the first of a batch, or a later one (`onLine`). */
export function placeNow(
  database: Database.Database,
  { now, by: { actor } }: { now: string; by: WriteBy },
  batch: string,
  line = 0,
): Place & { by?: string } {
  const place = { said_at: sayingTime(database, now), batch, line, id: "" };
  return { ...onLine(place, line), ...(actor.kind === "user" && { by: actor.id }) };
}

/** The same on another line of its batch. */
export const onLine = <Some extends Place>(place: Some, line: number): Some => ({ ...place, line, id: `${place.batch}/${line}` });

/**
 * The time of what is said in a book now: after everything that it knows, also within one millisecond, and where another server's clock
 * is ahead.
 * @param now ISO 8601 in UTC with Z, as what it returns
 */
export function sayingTime(database: Database.Database, now: string): string {
  const newest = newestSaid(database);
  return now > newest ? now : new Date(Date.parse(newest) + 1).toISOString();
}

const NEWEST = "newest_said";

/** The newest instant at which anything was said or decided in a book; an empty text where nothing was. */
export function newestSaid(database: Database.Database): string {
  return database.prepare<[string], string>("SELECT value FROM store_info WHERE name = ?").pluck().get(NEWEST) ?? "";
}

/** Notes that something was said then: looking through all records for the newest would take as long as the book is large. */
export function noteSaid(database: Database.Database, said_at: string): void {
  database
    .prepare("INSERT INTO store_info VALUES (?, ?) ON CONFLICT DO UPDATE SET value = max(value, excluded.value)")
    .run(NEWEST, said_at);
}

import type Database from "better-sqlite3";
import type { AnswerOf } from "../api/endpoint";
import { now, timestamp } from "../clock";
import { runBulk } from "../db/bulk-steps";
import { type StoreKind, storeKindsOf } from "../db/files";
import { branchStore, hubStore } from "../db/find-store";
import type { Store } from "../db/store";
import { env, keptBranches } from "../env";
import { AppError } from "../errors";
import type { FileAnswer } from "../http/file-route";
import { readPhones, shownNumbers } from "../phones";
import { nameOnDay, type Row, type TheirRows, textsIn, type Who } from "./blank-rows";
import type { findPersonalData, PersonFound, Whom } from "./contract";
import type { FindPersonInput, FoundInStore } from "./person-step";

/** A store of this server, with what it holds of somebody. */
export interface SearchedStore extends FoundInStore {
  /** `jounieh table`, or `hub`: as the trail names it. */
  name: string;
  store: Store<StoreKind>;
}

/** A person, and everything that the stores of this server hold of them. */
export interface FoundPerson {
  who: Extract<Who, { numbers: unknown }>;
  names: string[];
  /** Names and numbers as they stand in the rows of every store: another store's answers and events may say them in a sentence. */
  texts: string[];
  stores: SearchedStore[];
  unavailable: string[];
}

/** Every store of this server, the hub first. */
export async function everyStore(): Promise<{ stores: { name: string; store: Store<StoreKind> }[]; unavailable: string[] }> {
  const wanted = [
    { name: "hub", open: async () => (await hubStore()) as Store<StoreKind> },
    ...keptBranches().flatMap((branch) =>
      storeKindsOf(branch).map((kind) => ({
        name: `${branch} ${kind}`,
        open: async () => (await branchStore(branch, kind)) as Store<StoreKind>,
      })),
    ),
  ];
  const stores: { name: string; store: Store<StoreKind> }[] = [];
  const unavailable: string[] = [];
  for (const { name, open } of wanted) {
    try {
      stores.push({ name, store: await open() });
    } catch {
      unavailable.push(name);
    }
  }
  return { stores, unavailable };
}

/** Looks some stores through, one after the other: the evening's own work has the threads. */
export async function lookThrough(
  stores: readonly { name: string; store: Store<StoreKind> }[],
  who: Who,
  texts: readonly string[] | null,
): Promise<SearchedStore[]> {
  const searched: SearchedStore[] = [];
  for (const { name, store } of stores) {
    const input: FindPersonInput = { file: store.file, kind: store.kind, who, texts };
    searched.push({ name, store, ...(await runBulk<FoundInStore>("find-person", input)) });
  }
  return searched;
}

/**
 * Whoever has one of the numbers or the id, with all their numbers: a guest who gave two is found by either. The numbers of
 * those who are found by these are not asked for once more, or a wrong number would lead from family to family.
 * @throws AppError `invalid_request` without a number that can be somebody's
 */
export async function personOf({ id, phones }: Whom): Promise<FoundPerson> {
  const numbers = numbersIn(phones);
  if (id === "" && numbers.length === 0) throw new AppError("invalid_request", "This is no phone number that can be somebody's.");
  const { stores, unavailable } = await everyStore();
  const first = await lookThrough(stores, { numbers, ids: id ? [id] : [], named: [] }, null);
  const all = first.map(({ rows }) => rows);
  const who = {
    numbers: [...new Set([...numbers, ...all.flatMap(numbersOf)])],
    ids: [...new Set([...(id ? [id] : []), ...all.flatMap(idsOf)])],
    named: [...new Set(all.flatMap(nameless))],
  };
  const second = await lookThrough(stores, who, null);
  const ids = [...new Set([...who.ids, ...second.flatMap(({ rows, pastIds }) => [...idsOf(rows), ...pastIds])])];
  const texts = textsOfAll(second);
  const found = await lookThrough(stores, { ...who, ids }, texts);
  const names = [...new Set(found.flatMap(({ rows }) => namesOf(rows)))].sort();
  return { who: { ...who, ids }, names, texts, stores: found, unavailable };
}

/** Names and numbers as they stand in the rows of some stores. */
export function textsOfAll(stores: readonly FoundInStore[]): string[] {
  return [...new Set(stores.flatMap(({ rows }) => textsIn(rows)))];
}

function numbersIn(phones: string): string[] {
  return readPhones(phones, env().DEFAULT_COUNTRY_CODE).flatMap(({ key, digits }) => (key ? [digits] : []));
}

const textOf = (row: Row, field: string) => (typeof row[field] === "string" ? row[field] : "");

function numbersOf(rows: TheirRows): string[] {
  const kept = ["contact_phone", "guest_row_phone", "loyalty_customer_phone"].flatMap((table) => rows[table] ?? []);
  const typed = (rows.table_guest ?? []).flatMap((row) => numbersIn(textOf(row, "phones")));
  return [...kept.filter((row) => textOf(row, "key") !== "").map((row) => textOf(row, "digits")), ...typed];
}

function idsOf(rows: TheirRows): string[] {
  const ids = ["contact", "guest_row", "table_guest", "loyalty_customer"].flatMap((table) =>
    (rows[table] ?? []).map((row) => textOf(row, "id")),
  );
  return [...ids, ...(rows.decision ?? []).map((row) => textOf(row, "contact_id"))];
}

/** Guests without a number have other rows by their name and day alone. */
function nameless(rows: TheirRows): string[] {
  const guests = ["contact", "guest_row", "table_guest"].flatMap((table) => rows[table] ?? []);
  return guests
    .filter((row) => numbersIn(textOf(row, "phones")).length === 0 && textOf(row, "name") !== "")
    .map((row) => nameOnDay(textOf(row, "name"), textOf(row, "added_at")));
}

function namesOf(rows: TheirRows): string[] {
  const tables = ["contact", "guest_row", "table_guest", "loyalty_customer", "voucher", "queue_item"];
  return tables
    .flatMap((table) => rows[table] ?? [])
    .flatMap((row) => [textOf(row, "name"), ...textOf(row, "also").split("\n")])
    .filter((name) => name.trim() !== "");
}

const WAITING = ["PENDING", "IN_PROGRESS"];

/** Their messages that are still to go out. */
export function waitingFor({ stores }: Pick<FoundPerson, "stores">): number {
  return stores.flatMap(({ rows }) => rows.queue_item ?? []).filter((row) => WAITING.includes(textOf(row, "status"))).length;
}

/** What was found, in numbers. */
export function countsOf(stores: readonly FoundInStore[]): PersonFound["found"] {
  const count = (table: string) => stores.reduce((sum, { rows }) => sum + (rows[table]?.length ?? 0), 0);
  return {
    guests: count("contact"),
    seats: Math.max(count("guest_row"), count("table_guest")),
    visits: count("loyalty_visit"),
    vouchers: count("voucher"),
    messages: count("queue_item"),
    events: stores.reduce((sum, { events }) => sum + events.length, 0),
  };
}

/** @throws AppError as `personOf` does */
export async function findPersonalDataOf(whom: Whom): Promise<AnswerOf<typeof findPersonalData>> {
  const person = await personOf(whom);
  const { names, who, stores, unavailable } = person;
  const numbers = who.numbers.flatMap((digits) => shownNumbers(`+${digits}`, env().DEFAULT_COUNTRY_CODE).map(({ shown }) => shown));
  return { names, numbers, found: countsOf(stores), waiting: waitingFor(person), unavailable };
}

/**
 * All that is kept of a person, row by row, for them to have (GDPR, articles 15 and 20). Answers of calls that are kept for a day
 * are left out: they are copies, with others in them.
 * @throws AppError as `personOf` does, `not_found` where nothing is kept
 */
export async function exportPersonalDataOf(whom: Whom): Promise<FileAnswer> {
  const { names, who, stores, unavailable } = await personOf(whom);
  const held = stores.filter(({ rows, events }) => Object.keys(rows).length > 0 || events.length > 0);
  if (held.length === 0) throw new AppError("not_found", "Nothing is kept of this person.");
  const whole = {
    made_at: timestamp(),
    names,
    numbers: who.numbers,
    not_readable: unavailable,
    stores: held.map(({ name, store, rows, events }) => ({
      store: name,
      ...rows,
      history: historyOf(store.sql, events),
    })),
  };
  return { body: JSON.stringify(whole, null, 1), fileName: `personal-data-${now().toISOString().slice(0, 10)}.json` };
}

/** What happened and when: the whole of an entry speaks of others who sat at the table too. */
function historyOf(sql: Database.Database, events: FoundInStore["events"]): unknown[] {
  const find = sql.prepare("SELECT at, kind FROM event WHERE seq IN (SELECT value FROM json_each(?)) ORDER BY seq");
  return find.all(JSON.stringify(events.map(([seq]) => seq)));
}

import type { AnswerOf } from "../api/endpoint";
import { timestamp } from "../clock";
import { runBulk } from "../db/bulk-steps";
import { type StoreKind, storeKindsOf } from "../db/files";
import { branchStore, hubStore } from "../db/find-store";
import type { Store } from "../db/store";
import { env, keptBranches } from "../env";
import { AppError } from "../errors";
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
 * @param leavesNewer what comes while they are being looked for is not theirs: they came again
 * @throws AppError `invalid_request` without a number that can be somebody's
 */
export async function personOf({ id, phones }: Whom, leavesNewer = false): Promise<FoundPerson> {
  const numbers = numbersIn(phones);
  if (id === "" && numbers.length === 0) throw new AppError("invalid_request", "This is no phone number that can be somebody's.");
  const { stores, unavailable } = await everyStore();
  const first = await lookByEither(stores, numbers, id ? [id] : []);
  const all = first.map(({ rows }) => rows);
  const rowIds = all.flatMap(rowsOfRecords);
  const united = rowIds.length === 0 ? [] : await lookThrough(stores, { numbers: [], ids: rowIds, named: [] }, null);
  const found = {
    numbers: [...new Set([...numbers, ...all.flatMap(numbersOf)])],
    ids: [...new Set([...(id ? [id] : []), ...all.flatMap(idsOf), ...rowIds])],
    named: [...new Set([...all, ...united.map(({ rows }) => rows)].flatMap(nameless))],
  };
  const second = await lookThrough(stores, found, null);
  const ids = [...new Set([...found.ids, ...second.flatMap(({ rows, pastIds }) => [...idsOf(rows), ...pastIds])])];
  const texts = textsOfAll(second);
  const who = { ...found, ids, ...(leavesNewer && { until: timestamp() }) };
  const third = await lookThrough(stores, who, texts);
  const names = [...new Set(third.flatMap(({ rows }) => namesOf(rows)))].sort();
  return { who, names, texts, stores: third, unavailable };
}

/** By an id that went into another guest's, that guest is found: their numbers are asked for as if theirs had been said. */
async function lookByEither(stores: Parameters<typeof lookThrough>[0], numbers: string[], ids: string[]): Promise<SearchedStore[]> {
  const found = await lookThrough(stores, { numbers, ids, named: [] }, null);
  const went = found.flatMap(({ rows }) => [
    ...(rows.contact_alias ?? []).map((row) => textOf(row, "contact_id")),
    ...(rows.loyalty_customer ?? []).map((row) => textOf(row, "merged_into")),
  ]);
  const more = [...new Set(went)].filter((one) => one !== "" && !ids.includes(one));
  return more.length === 0 ? found : lookByEither(stores, numbers, [...ids, ...more]);
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
  const kept = ["contact_phone", "guest_row_phone", "loyalty_customer_phone", "reservation_phone"].flatMap((table) => rows[table] ?? []);
  const typed = (rows.table_guest ?? []).flatMap((row) => numbersIn(textOf(row, "phones")));
  return [...kept.filter((row) => textOf(row, "key") !== "").map((row) => textOf(row, "digits")), ...typed];
}

function idsOf(rows: TheirRows): string[] {
  const tables = ["contact", "contact_alias", "guest_row", "table_guest", "reservation", "loyalty_customer"];
  const ids = tables.flatMap((table) => (rows[table] ?? []).map((row) => textOf(row, "id")));
  const guests = ["decision", "contact_alias"].flatMap((table) => (rows[table] ?? []).map((row) => textOf(row, "contact_id")));
  return [...ids, ...guests];
}

const ROW_OF_RECORD = /\/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/;

/**
 * Ids of what a guest's records were taken from, rows of table stores and bookings: somebody may have said whose they are, with no number in
 * them. They are asked of whoever was looked for alone, as further numbers are.
 */
function rowsOfRecords(rows: TheirRows): string[] {
  return (rows.source_record ?? []).flatMap((record) => ROW_OF_RECORD.exec(textOf(record, "id"))?.[1] ?? []);
}

/** Guests without a number have other rows by their name and day alone. */
function nameless(rows: TheirRows): string[] {
  const guests = ["contact", "guest_row", "table_guest", "reservation"].flatMap((table) => rows[table] ?? []);
  return guests
    .filter((row) => numbersIn(textOf(row, "phones")).length === 0 && textOf(row, "name") !== "")
    .map((row) => nameOnDay(textOf(row, "name"), textOf(row, "added_at") || textOf(row, "created_at")));
}

function namesOf(rows: TheirRows): string[] {
  const tables = ["contact", "guest_row", "table_guest", "reservation", "loyalty_customer", "voucher", "queue_item"];
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

import { branchOf } from "@/components/feed/feed-numbers";
import { birthdayBadge, formatBirthday } from "@/lib/birthday-dates";
import { type Draft, isWaiting } from "@/lib/drafts";
import { isRestaurant, type Restaurant } from "@/lib/known-branches";
import { partySizeOf } from "@/lib/party-size";
import type { TableLogEntry } from "@/lib/tables/contract";

interface Celebrating {
  name: string;
  /** As people say it: 24 Nov. */
  day: string;
}

/** `sending`: it is on this device only, or a change of it is. */
export type FloorMark = "draft" | "sending" | "closed" | null;

/** One table of tonight's floor. */
export interface FloorTable {
  key: string;
  name: string;
  branch: Restaurant | null;
  number: string;
  hostess: string;
  waiter: string;
  guests: number;
  /** How many people sit at the table, named or not; null if it was not said. */
  party_size: number | null;
  since: string;
  /** Guests whose birthday is within the next seven days. */
  celebrating: Celebrating[];
  /** What guests of the table must not be served. */
  allergies: string[];
  mark: FloorMark;
  /** The unsaved draft on this device. */
  draft: Draft | null;
}

/** What the list of open tables knows of a table; the feed knows more. */
interface OpenTable {
  name: string;
  table_number: string;
  hostess: string;
  waiter: string;
  guests: number;
  party_size: number | null;
  saved_at: string;
  business_day: string;
}

export interface FloorSources {
  /** Tonight's tables with their guests; undefined where nobody may see them, or they are not there yet. */
  log: readonly TableLogEntry[] | undefined;
  /** The tables that no End of Day has taken; undefined where they are not known. */
  open: readonly OpenTable[] | undefined;
  drafts: readonly Draft[];
  /** The branch of this device; the central book shows every branch. */
  branch: string;
  today: string;
  businessDay: string;
}

/** Tonight's tables by their numbers: what is on this device only first, what is closed last. */
export function floorTables(sources: FloorSources): FloorTable[] {
  const saved = savedTables(sources);
  const drafts = sources.drafts.filter((draft) => sources.branch === draft.info.branch || !isRestaurant(sources.branch));
  const isOf = (table: FloorTable) => (draft: Draft) => draft.table_name === table.name && draft.info.branch === table.branch;
  const marked = saved.map((table): FloorTable => {
    const draft = drafts.find(isOf(table));
    return draft ? { ...table, draft, mark: markOf(draft) } : table;
  });
  const unsaved = drafts.filter((draft) => !saved.some((table) => isOf(table)(draft))).map(draftTable);
  return [...unsaved, ...marked].sort((a, b) => rank(a) - rank(b) || byNumber(a, b));
}

function savedTables({ log, open, branch, today, businessDay }: FloorSources): FloorTable[] {
  const here = isRestaurant(branch) ? branch : null;
  if (!log) return (open ?? []).filter((table) => table.business_day === businessDay).map((table) => openTable(table, here));
  return log.map((entry) => loggedTable(entry, today)).filter((table) => here === null || table.branch === here);
}

function loggedTable(entry: TableLogEntry, today: string): FloorTable {
  const { table, table_name, hostess, waiter, party_size, contacts, since, time, closed } = entry;
  const branch = branchOf(entry);
  const celebrating = contacts.filter(({ birthday }) => birthdayBadge(birthday, today) === "next-7-days");
  return {
    key: `${branch}/${table_name || `${table}/${time}`}`,
    name: table_name,
    branch,
    number: table,
    hostess,
    waiter,
    guests: contacts.length,
    party_size,
    since: since ?? time,
    allergies: contacts.flatMap((guest) => guest.allergies || []),
    celebrating: celebrating.map(({ name, phones, birthday }) => ({ name: name || phones, day: formatBirthday(birthday) })),
    mark: closed ? "closed" : null,
    draft: null,
  };
}

function openTable(
  { name, table_number, hostess, waiter, guests, party_size, saved_at }: OpenTable,
  branch: Restaurant | null,
): FloorTable {
  const known = { name, branch, number: table_number, hostess, waiter, guests, party_size, since: saved_at };
  return { key: `${branch}/${name}`, ...known, celebrating: [], allergies: [], mark: null, draft: null };
}

function draftTable(draft: Draft): FloorTable {
  const { branch, table_number, hostess, waiter } = draft.info;
  return {
    key: draft.id,
    name: draft.table_name ?? "",
    branch: isRestaurant(branch) ? branch : null,
    number: table_number || "…",
    hostess,
    waiter,
    guests: draft.guests.length,
    party_size: sizeOf(draft),
    since: draft.created_at,
    celebrating: [],
    allergies: draft.guests.flatMap((guest) => guest.allergies || []),
    mark: markOf(draft),
    draft,
  };
}

const sizeOf = ({ info }: Draft) => {
  const size = partySizeOf(info.party_size);
  return size === "wrong" ? null : size;
};
const markOf = (draft: Draft): FloorMark => (isWaiting(draft) ? "sending" : "draft");
const rank = ({ mark, name }: FloorTable) => (mark === "closed" ? 2 : name === "" ? 0 : 1);
const byNumber = (a: FloorTable, b: FloorTable) =>
  a.number.localeCompare(b.number, "en", { numeric: true }) || a.since.localeCompare(b.since);

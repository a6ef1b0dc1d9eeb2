import type { KnownAllergies } from "../allergies/known";
import type { AnswerOf } from "../api/endpoint";
import { businessDayOf, eveningHours } from "../business-day";
import { now } from "../clock";
import type { Branch } from "../db/branch";
import type { TableClient, Tx } from "../db/clients";
import { lastEvent } from "../db/event-rows";
import { statement } from "../db/statements";
import { env, keptBranches } from "../env";
import { AppError } from "../errors";
import { restaurants } from "../known-branches";
import { shownNumbers } from "../phones";
import type { listSavedTables as listContract, SavedTable, TableLogEntry, tableLog as tableLogContract } from "./contract";

/** The saved tables that no End of Day has closed, the newest first. */
export async function listSavedTables(branch: Branch): Promise<AnswerOf<typeof listContract>> {
  const { read } = await branch.table();
  const rows = await read.savedTable.findMany({
    where: { closed_by: null },
    orderBy: { saved_at: "desc" },
    include: { _count: { select: { guests: true } } },
  });
  const details = rows.map((row) => ({
    name: row.name,
    table_number: row.table_number,
    hostess: row.hostess,
    waiter: row.waiter,
    guests: row._count.guests,
    party_size: row.party_size,
    saved_at: row.saved_at,
    business_day: row.business_day,
  }));
  return { closed_day: await isDayClosed(branch), tables: details.map((table) => table.name), details };
}

/** Whether this business day's End of Day has run. A guest book that cannot be read hides no table: nobody knows, so no. */
async function isDayClosed(branch: Branch): Promise<boolean> {
  const day = businessDayOf(now(), eveningHours(env()));
  const book = await branch.contacts().catch(() => null);
  return Boolean(await book?.read.endOfDayEntry.findFirst({ where: { business_day: day } }));
}

/** @throws AppError `not_found` */
export async function openTable(branch: Branch, name: string): Promise<SavedTable> {
  const { read } = await branch.table();
  return openSavedTable(read, branch, name);
}

/** One saved table with its guests, from a store's reading side or from within a transaction. */
export async function openSavedTable(from: TableClient | Tx<"table">, branch: Branch, name: string): Promise<SavedTable> {
  const row = await from.savedTable.findUnique({ where: { name }, include: { guests: { orderBy: { position: "asc" } } } });
  if (!row) throw new AppError("not_found", `There is no saved table named ${name}.`);
  const { guests } = row;
  return {
    table_name: row.name,
    metadata: {
      table_name: row.name,
      hostess: row.hostess,
      waiter: row.waiter,
      table_number: row.table_number,
      branch: branch.key,
      city: row.city,
      api_base: row.api_base,
      party_size: row.party_size,
      saved_at: row.saved_at,
      business_day: row.business_day,
      closed: row.closed_by !== null,
    },
    contacts: guests,
    version: row.version,
  };
}

/**
 * Names the state of the live feed without reading it: it changes with the business day, with each write of a branch's
 * table store, and when a store comes or goes.
 */
export async function feedState(branches: Branch[]): Promise<string> {
  const newest = await Promise.all(seatingOf(branches).map(async (branch) => `${branch.key}:${await newestEvent(branch)}`));
  return [businessDayOf(now(), eveningHours(env())), ...newest].join("/");
}

async function newestEvent(branch: Branch): Promise<string> {
  try {
    const { sql } = await branch.table("probe");
    return String(lastEvent(sql));
  } catch {
    return "unavailable";
  }
}

const seatingOf = (branches: Branch[]) => branches.filter((branch) => branch.key !== "central");

/**
 * The live feed: this business day's tables, closed ones too, the newest first. A restaurant that cannot be read, and one
 * that another server keeps, is named.
 */
export function liveFeed(branches: Branch[], allergies: KnownAllergies): Promise<AnswerOf<typeof tableLogContract>> {
  return feedOfEvening(branches, businessDayOf(now(), eveningHours(env())), allergies);
}

/** The same of any evening. @param day YYYY-MM-DD */
export async function feedOfEvening(
  branches: Branch[],
  day: string,
  allergies: KnownAllergies,
): Promise<AnswerOf<typeof tableLogContract>> {
  const seating = seatingOf(branches);
  const feeds = await Promise.allSettled(seating.map((branch) => tablesOfEvening(branch, day, allergies)));
  const unreadable = seating.filter((_, index) => feeds[index]?.status === "rejected").map((branch) => branch.key);
  const elsewhere = restaurants().filter((key) => !keptBranches().includes(key));
  const logs = feeds.flatMap((feed) => (feed.status === "fulfilled" ? feed.value : []));
  return {
    logs: logs.sort((a, b) => b.time.localeCompare(a.time)),
    unavailable: restaurants().filter((key) => elsewhere.includes(key) || unreadable.includes(key)),
    elsewhere,
  };
}

interface SeatRow {
  id: string;
  table: string;
  table_name: string;
  time: string;
  hostess: string;
  waiter: string;
  party_size: number | null;
  guest: string | null;
  phones: string;
  birthday: string;
  added_at: string;
  /** Of the guest at the table. */
  guest_id: string;
  also: string;
  allergies: string;
  closed: 0 | 1;
}

// One statement in plain SQL for tables and guests: every screen asks for the feed, and Prisma takes three times as long.
const EVENING = `SELECT t.id, t.table_number AS "table", t.name AS table_name, t.saved_at AS time, t.hostess, t.waiter, t.party_size,
    t.closed_by IS NOT NULL AS closed, g.id AS guest_id, g.name AS guest, g.also, g.allergies, g.phones, g.birthday, g.added_at
  FROM saved_table t LEFT JOIN table_guest g ON g.table_id = t.id
  WHERE t.business_day = ? ORDER BY t.saved_at DESC, t.id, g.position`;

async function tablesOfEvening(branch: Branch, day: string, known: KnownAllergies): Promise<TableLogEntry[]> {
  const { sql } = await branch.table("probe"); // one branch in trouble must not hold up the others' feed
  const entries = new Map<string, TableLogEntry & { since: string }>();
  for (const row of statement<[string], SeatRow>(sql, EVENING).all(day)) {
    const { id, table, table_name, time, hostess, waiter, party_size, guest_id, guest, also, phones, birthday, added_at } = row;
    const said = { table, table_name, time, since: time, closed: row.closed === 1, hostess, waiter, party_size, branch: branch.key };
    const entry = entries.get(id) ?? { ...said, contacts: [] };
    entries.set(id, entry);
    if (guest === null) continue;
    const allergies = known.of({ name: guest, also, phones, allergies: row.allergies });
    entry.contacts.push({
      id: guest_id,
      name: guest,
      phones,
      birthday,
      allergies,
      numbers: shownNumbers(phones, env().DEFAULT_COUNTRY_CODE),
    });
    if (added_at < entry.since) entry.since = added_at;
  }
  return [...entries.values()];
}

import type { AnswerOf, QueryOf } from "../api/endpoint";
import { formatBirthday } from "../birthday-dates";
import type { Branch } from "../db/branch";
import { hubStore } from "../db/find-store";
import { env } from "../env";
import { isolated } from "../isolated";
import { KIND_NAMES } from "../queue/task-kinds";
import { rowsOfDay } from "../reservations/rows";
import { dayAndTime } from "../shown-dates";
import type { TableLogEntry } from "../tables/contract";
import { shownSerial } from "../vouchers/shown-serial";
import type { LiveRow, liveRows as rowsContract } from "./contract";
import { bookOf, type FeedGuest, hasValidPhone, knownBefore } from "./evening-figures";
import { isReservationFigure, type ReservationFigure, reservationsBehind, rowOfReservation, unbookedTables } from "./evening-reservations";
import { awardRows, messageRows, redemptionRows } from "./hub-figures";
import { type Evening, eveningOf, tableOf } from "./live";
import { LIVE_MEASURES, type LiveMeasure } from "./live-measures";

type Answer = AnswerOf<typeof rowsContract>;
type Asked = QueryOf<typeof rowsContract>;

/** Rows of which the figure is made, and what each of them adds to it. */
type Counted = LiveRow & { adds: number };

/**
 * The rows behind one figure, the newest first: those of the live feed, and of the group's store.
 * @param mine the branches that the caller may work in, null for every one @param seesBookers whether they may see who reserved
 */
export async function liveRows(
  branches: Branch[],
  { measure, of, date, limit, offset }: Asked,
  { mine, seesBookers }: { mine: readonly string[] | null; seesBookers: boolean },
): Promise<Answer> {
  const evening = await eveningOf(branches, date, mine);
  const asked = evening.theirs.filter((key) => of === undefined || key === of);
  const readable = asked.filter((key) => evening.why(key) === null && branches.some((branch) => branch.key === key));
  const handles = branches.filter(({ key }) => readable.includes(key));
  const found = isReservationFigure(measure)
    ? await rowsOfReservations(measure, evening, handles, seesBookers)
    : await rowsOf(measure, evening, readable, branches);
  return {
    formula: LIVE_MEASURES[measure].formula,
    value: found.rows.reduce((sum, { adds }) => sum + adds, 0),
    total: found.rows.length,
    rows: found.rows.slice(offset, offset + limit).map(({ adds: _, ...row }) => row),
    unknown: [...asked.filter((key) => !readable.includes(key)), ...found.unknown],
  };
}

/** Who reserved, and the tables that nobody had reserved, by the time at which they were to come. */
async function rowsOfReservations(figure: ReservationFigure, { at, day, logs }: Evening, handles: Branch[], seesBookers: boolean) {
  const rows: Counted[] = [];
  const unknown: string[] = [];
  for (const handle of handles) {
    const branch = handle.key;
    const table = await tableOf(handle);
    if (!table) {
      unknown.push(branch);
      continue;
    }
    const booked = { reservations: rowsOfDay(table, day), entries: logs.filter((entry) => entry.branch === branch) };
    if (figure === "unbooked") rows.push(...unbookedTables(booked).map((entry) => rowOfTable(entry, entry.party_size ?? 0)));
    else
      for (const { row, adds } of reservationsBehind(figure, booked, at.toISOString()))
        rows.push({ branch, numbers: [], ...rowOfReservation(row, seesBookers), adds });
  }
  return { rows, unknown };
}

async function rowsOf(
  measure: Exclude<LiveMeasure, ReservationFigure>,
  evening: Evening,
  branches: string[],
  handles: Branch[],
): Promise<{ rows: Counted[]; unknown: string[] }> {
  const entries = evening.logs.filter(({ branch }) => branches.includes(branch));
  const guestsWho = (counts: (guest: FeedGuest) => boolean) => ({
    rows: entries.flatMap((entry) => entry.contacts.filter(counts).map((guest) => rowOfGuest(entry, guest))),
    unknown: [],
  });
  switch (measure) {
    case "tables":
      return { rows: entries.map((entry) => rowOfTable(entry, 1)), unknown: [] };
    case "covers":
      return { rows: entries.flatMap((entry) => (entry.party_size ? rowOfTable(entry, entry.party_size) : [])), unknown: [] };
    case "guests":
      return guestsWho(() => true);
    case "captured": {
      const sized = entries.filter(({ party_size }) => party_size);
      return { rows: sized.flatMap((entry) => entry.contacts.map((guest) => rowOfGuest(entry, guest))), unknown: [] };
    }
    case "valid_phone":
      return guestsWho(hasValidPhone);
    case "with_birthday":
      return guestsWho(({ birthday }) => birthday !== "");
    case "new_guests":
    case "returning":
      return whoCame(measure === "returning", entries, evening.day, branches, handles);
    default:
      return { rows: await rowsOfHub(measure, evening, branches), unknown: [] };
  }
}

async function whoCame(wasKnown: boolean, entries: TableLogEntry[], day: string, branches: string[], handles: Branch[]) {
  const rows: Counted[] = [];
  const unknown: string[] = [];
  for (const handle of handles.filter(({ key }) => branches.includes(key))) {
    const theirs = entries.filter(({ branch }) => branch === handle.key);
    const book = await bookOf(handle);
    if (!book) {
      unknown.push(handle.key);
      continue;
    }
    const isKnown = knownBefore(
      book,
      theirs.flatMap(({ contacts }) => contacts),
      day,
    );
    for (const entry of theirs) for (const guest of entry.contacts) if (isKnown(guest) === wasKnown) rows.push(rowOfGuest(entry, guest));
  }
  return { rows, unknown };
}

async function rowsOfHub(
  measure: "points" | "sent" | "arrived" | "failed" | "vouchers",
  { day, window }: Evening,
  branches: string[],
): Promise<Counted[]> {
  const { sql: hub } = await hubStore();
  const plain = { numbers: [], table_name: null };
  if (measure === "points")
    return awardRows(hub, day, branches).map(({ branch, points, table_number, created_at, name }) => ({
      ...{
        branch,
        title: name || "A guest",
        details: `${points} points, table ${isolated(table_number)}`,
        at: created_at,
        ...plain,
        adds: points,
      },
    }));
  if (measure === "vouchers")
    return redemptionRows(hub, window, branches).map(({ branch, serial, at }) => ({
      ...{ branch, title: `Voucher ${shownSerial(serial)}`, details: `redeemed ${dayAndTime(at, env().TIME_ZONE)}`, at, ...plain, adds: 1 },
    }));
  return messageRows(hub, measure, window, branches).map(({ branch, name, kind, delivery, last_error, ended_at }) => ({
    ...{ branch, title: name, details: `${KIND_NAMES[kind]}: ${last_error ?? STATES[delivery ?? ""] ?? "sent"}`, at: ended_at },
    ...{ ...plain, adds: 1 },
  }));
}

const STATES: Record<string, string> = { delivered: "arrived", read: "read", replied: "answered" };

function rowOfTable({ branch, table, table_name, time, hostess, waiter, party_size, contacts }: TableLogEntry, adds: number): Counted {
  const people = party_size ? `, ${party_size} people` : "";
  const details = `${isolated(hostess)} · ${isolated(waiter)} · ${contacts.length} ${contacts.length === 1 ? "guest" : "guests"}${people}`;
  return { branch, title: `Table ${table}`, numbers: [], details, at: time, table_name, adds };
}

function rowOfGuest({ branch, table, table_name, time }: TableLogEntry, { name, numbers, birthday }: FeedGuest): Counted {
  const details = `Table ${table}${birthday ? ` · birthday ${formatBirthday(birthday)}` : ""}`;
  return { branch, title: name, numbers, details, at: time, table_name, adds: 1 };
}

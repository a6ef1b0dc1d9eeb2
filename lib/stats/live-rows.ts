import type { AnswerOf, QueryOf } from "../api/endpoint";
import { formatBirthday } from "../birthday-dates";
import type { Branch } from "../db/branch";
import { hubStore } from "../db/find-store";
import { env } from "../env";
import { isolated } from "../isolated";
import { dayAndTime } from "../shown-dates";
import type { TableLogEntry } from "../tables/contract";
import { shownSerial } from "../vouchers/voucher";
import type { LiveRow, liveRows as rowsContract } from "./contract";
import { bookOf, type FeedGuest, hasValidPhone, knownBefore } from "./evening-figures";
import { awardRows, messageRows, redemptionRows } from "./hub-figures";
import { type Evening, eveningOf } from "./live";
import { LIVE_MEASURES, type LiveMeasure } from "./live-measures";

type Answer = AnswerOf<typeof rowsContract>;
type Asked = QueryOf<typeof rowsContract>;

/** Rows of which the figure is made, and what each of them adds to it. */
type Counted = LiveRow & { adds: number };

/**
 * The rows behind one figure, the newest first: those of the live feed, and of the group's store.
 * @param mine the branches that the caller may work in, null for every one
 */
export async function liveRows(
  branches: Branch[],
  { measure, of, date, limit, offset }: Asked,
  mine: readonly string[] | null,
): Promise<Answer> {
  const evening = await eveningOf(branches, date, mine);
  const asked = evening.theirs.filter((key) => of === undefined || key === of);
  const readable = asked.filter((key) => evening.why(key) === null && branches.some((branch) => branch.key === key));
  const found = await rowsOf(measure, evening, readable, branches);
  return {
    formula: LIVE_MEASURES[measure].formula,
    value: found.rows.reduce((sum, { adds }) => sum + adds, 0),
    total: found.rows.length,
    rows: found.rows.slice(offset, offset + limit).map(({ adds: _, ...row }) => row),
    unknown: [...asked.filter((key) => !readable.includes(key)), ...found.unknown],
  };
}

async function rowsOf(
  measure: LiveMeasure,
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
    ...{ branch, title: name, details: `${KINDS[kind] ?? "Message"}: ${last_error ?? STATES[delivery ?? ""] ?? "sent"}`, at: ended_at },
    ...{ ...plain, adds: 1 },
  }));
}

const KINDS: Record<string, string> = { menu: "Menu", birthday: "Birthday greeting", service: "Letter" };
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

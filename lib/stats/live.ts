import type Database from "better-sqlite3";
import { OWN_ALONE } from "../allergies/known";
import { businessDayOf, businessDayRange, eveningHours } from "../business-day";
import { mayWorkIn } from "../caller";
import { now } from "../clock";
import type { Branch } from "../db/branch";
import { lastEvent } from "../db/event-rows";
import { hubStore } from "../db/find-store";
import { env } from "../env";
import { restaurants } from "../known-branches";
import { type ReservationRow, rowsOfDay } from "../reservations/rows";
import type { TableLogEntry } from "../tables/contract";
import { feedOfEvening, feedState } from "../tables/saved";
import type { BranchNow, LiveFigures, LiveStats, ToHandle } from "./contract";
import { bookOf, endOfDayOf, figuresOfTables, newAndReturning, otherEvenings } from "./evening-figures";
import { figuresOfReservations } from "./evening-reservations";
import { hubFigures, type OfHub, type Window } from "./hub-figures";
import { birthdaysSeated, type EveningNow, failingBranches, openDays, silentBranches, workersOffline } from "./to-handle";

/** An evening of the branches that somebody may see: the tables as the feed has them, and why others are not there. */
export interface Evening {
  at: Date;
  day: string;
  window: Window;
  /** The restaurants of the caller, in the order of lists. */
  theirs: string[];
  logs: TableLogEntry[];
  why: (branch: string) => BranchNow["why"];
}

/** @param date another evening than this one; YYYY-MM-DD @param mine the branches that the caller may work in, null for every one */
export async function eveningOf(branches: Branch[], date: string | undefined, mine: readonly string[] | null): Promise<Evening> {
  const { day, window, end, isNow } = dayOf(date);
  const { logs, unavailable, elsewhere } = await feedOfEvening(branches, day, OWN_ALONE);
  return {
    at: isNow ? now() : end,
    day,
    window,
    theirs: restaurants().filter((key) => mayWorkIn(mine, key)),
    logs,
    why: (branch) => (elsewhere.includes(branch) ? "elsewhere" : unavailable.includes(branch) ? "unreadable" : null),
  };
}

/** Names the state of the figures without counting them: of the tables and the books by their last write, and each minute anew. */
export async function liveState(branches: Branch[], date: string | undefined): Promise<string> {
  const { sql } = await hubStore();
  const { day, window } = dayOf(date);
  const keys = branches.map(({ key }) => key);
  const ofHub = hubFigures(sql, day, window, keys); // what becomes of a message is no event of the hub
  const offline = workersOffline(sql, { at: now() });
  const books = await Promise.all(branches.map(bookOf));
  const said = [
    ...keys.flatMap((key) => Object.values(ofHub(key))),
    offline.length,
    ...books.map((book) => (book ? lastEvent(book) : "none")),
  ];
  return [await feedState(branches), said.join("."), Math.floor(now().getTime() / 60_000), date ?? "now"].join("/");
}

/** A business day, and from when to when it is. @param date another one than this evening's */
function dayOf(date: string | undefined): Pick<Evening, "day" | "window"> & { end: Date; isNow: boolean } {
  const hours = eveningHours(env());
  const today = businessDayOf(now(), hours);
  const day = date ?? today;
  const { from, to } = businessDayRange(day, hours);
  return { day, window: { from: from.toISOString(), to: to.toISOString() }, end: to, isNow: day === today };
}

/**
 * The evening in figures, by the same rows as the live feed. What cannot be known is null.
 * @param branches those kept here that the caller may work in @param mine as of `eveningOf`
 */
export async function liveStats(branches: Branch[], date: string | undefined, mine: readonly string[] | null): Promise<LiveStats> {
  const evening = await eveningOf(branches, date, mine);
  const { sql: hub } = await hubStore();
  const ofHub = hubFigures(hub, evening.day, evening.window, evening.theirs);
  const handles = new Map(branches.map((branch) => [branch.key, branch]));
  const all = await Promise.all(evening.theirs.map((key) => branchNow({ key, handle: handles.get(key), evening, ofHub })));
  const shown = all.map(({ now }) => now);
  const known = shown.flatMap(({ figures }) => figures ?? []);
  return {
    at: now().toISOString(),
    business_day: evening.day,
    branches: shown,
    group: known.length > 0 ? known.reduce(summed) : null,
    to_handle:
      date === undefined
        ? toHandle(
            hub,
            evening,
            shown,
            all.flatMap(({ open }) => open),
          )
        : [],
  };
}

function toHandle(hub: Database.Database, { at, day, logs }: Evening, branches: BranchNow[], open: ToHandle[]): ToHandle[] {
  const seen: EveningNow = { at, hours: eveningHours(env()), day, logs, branches };
  return [...birthdaysSeated(seen), ...failingBranches(seen), ...workersOffline(hub, seen), ...silentBranches(seen), ...open];
}

interface OfBranch {
  key: string;
  handle: Branch | undefined;
  evening: Evening;
  ofHub: (branch: string) => OfHub;
}

async function branchNow({ key, handle, evening, ofHub }: OfBranch): Promise<{ now: BranchNow; open: ToHandle[] }> {
  const why = handle ? evening.why(key) : "elsewhere";
  const table = why === null && handle ? await tableOf(handle) : null;
  if (!handle || !table) {
    const unknown = { figures: null, why: why ?? "unreadable", last_save: null, end_of_day: null, end_of_day_known: false } as const;
    return { now: { branch: key, ...unknown, week_before: null, average: null }, open: [] };
  }
  const { at, day, window } = evening;
  const entries = evening.logs.filter(({ branch }) => branch === key);
  const [{ ofTables, whoCame, reservations }, end] = await Promise.all([ofEvening(handle, table, entries, day), endOfDayOf(handle, day)]);
  return {
    now: {
      branch: key,
      figures: { ...ofTables, ...whoCame, ...ofHub(key), ...figuresOfReservations({ reservations, entries }, at.toISOString()) },
      why: null,
      last_save: entries.reduce<string | null>((last, { time }) => (last === null || time > last ? time : last), null),
      end_of_day: end ?? null,
      end_of_day_known: end !== undefined,
      ...otherEvenings(table, day, at.getTime() - Date.parse(window.from)),
    },
    open: openDays(table, key, { at, hours: eveningHours(env()), day }),
  };
}

/** A branch's table store; null where it cannot be read now. */
export async function tableOf(branch: Branch): Promise<Database.Database | null> {
  try {
    return (await branch.table("probe")).sql;
  } catch {
    return null; // health says what is wrong with it
  }
}

interface OfEvening {
  state: string;
  ofTables: ReturnType<typeof figuresOfTables>;
  whoCame: Pick<LiveFigures, "new_guests" | "returning">;
  reservations: ReservationRow[];
}

/** Of each table store the last evening that was asked for: every tablet asks every few seconds, and nothing was saved in between. */
const known = new WeakMap<Database.Database, OfEvening>();

async function ofEvening(branch: Branch, table: Database.Database, entries: TableLogEntry[], day: string): Promise<OfEvening> {
  const book = await bookOf(branch);
  const state = `${day} ${lastEvent(table)} ${book ? lastEvent(book) : "none"}`;
  const last = known.get(table);
  if (last?.state === state) return last;
  const reservations = rowsOfDay(table, day);
  const found = { state, ofTables: figuresOfTables(entries), whoCame: await newAndReturning(branch, entries, day), reservations };
  known.set(table, found);
  return found;
}

/** The figures of two branches; what is known of one of them alone is not known of both. */
export function summed(one: LiveFigures, other: LiveFigures): LiveFigures {
  const both = Object.keys(one) as (keyof LiveFigures)[];
  return Object.fromEntries(
    both.map((name) => {
      const [a, b] = [one[name], other[name]];
      return [name, a === null || b === null ? null : a + b];
    }),
  ) as LiveFigures; // of the same names
}

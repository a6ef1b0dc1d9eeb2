import { setTimeout as pause } from "node:timers/promises";
import type { After } from "../all-data/cursor";
import type { ListedForExport, ListForExportInput } from "../all-data/export/export-step";
import { localToday, now } from "../clock";
import { bySystem } from "../db/actor";
import { runBulk } from "../db/bulk-steps";
import { isBackedUpToday } from "../db/daily-backup";
import { branchStore, hubStore } from "../db/find-store";
import { statement } from "../db/statements";
import { env } from "../env";
import { isAppError } from "../errors";
import { HOUSE_SWITCHES, switchedOn } from "../house-switches";
import { runningJobs } from "../jobs/list";
import { localTime } from "../local-time";
import { log } from "../log";
import type { TheirRows } from "../personal-data/blank-rows";
import { clearErased, erasePerson, nobodyYet, type Uncleared } from "../personal-data/erase";
import { type FoundPerson, personOf, waitingFor } from "../personal-data/find";
import { startRoutine } from "../routine";
import { type DueBook, dueBooks, notSeenSince } from "./due";
import { keepPlace, keptPlace } from "./place";
import { retentionNow } from "./setting";

/** How often the clock is looked at, in milliseconds. */
const LOOK_EVERY = 10 * 60_000;

/** So many are erased in a night: a mistake in the months is seen before many are gone. */
const MOST_A_NIGHT = 200;

/** Hours of the night after the business day has ended, in which nobody is seated. */
const HOURS = 3;

/** By these columns a person was there, or said something; what was only sent to them says nothing. */
const SEEN_BY: Record<string, readonly string[]> = {
  contact: ["added_at"],
  source_record: ["evening"], // said when a file came in says nothing of when they were there
  guest_row: ["added_at", "business_day"],
  table_guest: ["added_at"],
  reservation: ["created_at", "starts_at"], // who has booked is awaited, however long ago they were there
  loyalty_visit: ["created_at"],
  voucher: ["used_at"],
  guest_reply: ["at"],
  guest_wrote: ["at"],
};

/** When anybody was last seen whom erasing this person would erase too: two people may share a number. */
export function lastSeen({ stores }: { stores: readonly { rows: TheirRows }[] }): string {
  return stores
    .flatMap(({ rows }) =>
      Object.entries(SEEN_BY).flatMap(([table, columns]) => (rows[table] ?? []).flatMap((row) => columns.map((column) => row[column]))),
    )
    .reduce<string>((last, at) => (typeof at === "string" && at > last ? at : last), "");
}

/** After how many months guests are erased, as of now; null where nobody is: not set, not begun, or the house is read-only. */
async function monthsNow(): Promise<number | null> {
  const retention = await retentionNow();
  if (!retention || now().toISOString() < retention.begins_at) return null;
  return switchedOn((await hubStore()).sql, HOUSE_SWITCHES.readOnly) ? null : retention.months;
}

/**
 * Erases who was not there for as long as is set, once its delay is over: from where the last night stopped, and round to the end of the
 * last book.
 * @param goesOn asked before each person: a server that stops erases no other
 * @param most so many are erased
 * @returns how many were erased
 */
export async function eraseWhoIsDue(goesOn: () => boolean = () => true, most: number = MOST_A_NIGHT): Promise<number> {
  const months = await monthsNow();
  if (months === null) return 0;
  const since = notSeenSince(months);
  const place = await keptPlace();
  const books = await dueBooks(since);
  const first = Math.max(
    0,
    books.findIndex(({ branch }) => branch === place?.branch),
  );
  const uncleared = nobodyYet();
  let erased = 0;
  try {
    for (const book of [...books.slice(first), ...books.slice(0, first)]) {
      for await (const { id, after } of dueIn(book, book.branch === place?.branch ? place.after : null)) {
        const isOver = async () => erased >= most || !goesOn() || (await monthsNow()) !== months;
        if ((await isOver()) || !(await othersAreDone(goesOn))) return erased;
        if (await eraseIfStillDue(id, since, uncleared)) erased += 1;
        await keepPlace({ branch: book.branch, after });
      }
    }
    await keepPlace(null);
    return erased;
  } finally {
    await clearErased(uncleared, bySystem("retention"));
  }
}

/** How often is looked whether the night is over while others work, in milliseconds. */
const LOOK_AGAIN = 1_000;

/** Erasing is a job beside which nothing else begins, and which begins beside nothing else. @returns false where it is not to go on */
async function othersAreDone(goesOn: () => boolean): Promise<boolean> {
  while (runningJobs().size > 0) {
    if (!goesOn()) return false;
    await Promise.race([Promise.all([...runningJobs().values()].map(({ ended }) => ended)), pause(LOOK_AGAIN, null, { ref: false })]);
  }
  return true;
}

/** Whom the day finds of a book, by their ids, because row ids of a rebuilt book are others; each with the place after them. */
async function* dueIn({ branch, input }: DueBook, from: After | null): AsyncGenerator<{ id: string; after: After }> {
  let after = from;
  do {
    const step: ListForExportInput = { ...input, sort: "added", after };
    const { seqs, next }: ListedForExport = await runBulk<ListedForExport>("list-all-data", step);
    const { sql } = await branchStore(branch, "contacts");
    const found = statement<[string], { id: string; seq: number; added_at: string }>(sql, IN_ORDER).all(JSON.stringify([...seqs]));
    for (const { id, seq, added_at } of found) yield { id, after: { phase: 0, key: added_at, seq } };
    after = next;
  } while (after !== null);
}

/** As All data orders by when somebody was added. */
const IN_ORDER = "SELECT id, seq, added_at FROM contact WHERE seq IN (SELECT value FROM json_each(?)) ORDER BY added_at DESC, seq DESC";

async function eraseIfStillDue(id: string, since: string, uncleared: Uncleared): Promise<boolean> {
  try {
    const whom = { id, phones: "" };
    const isDue = (person: FoundPerson) => lastSeen(person) < since;
    // Most who are found and not due are told apart here: beside an erasing nothing else begins.
    const person = await personOf(whom);
    if (person.unavailable.length > 0 || waitingFor(person) > 0 || !isDue(person)) return false;
    await erasePerson(whom, bySystem("retention"), { mayErase: isDue, uncleared });
    return true;
  } catch (error) {
    if (!isAppError(error)) throw error;
    log().warn({ err: error }, "a guest who is due was not erased; it is tried again another night");
    return false;
  }
}

/**
 * From now on, once in each night after the business day has ended and its backups are made.
 * @returns ends it, and settles when the person who is being erased is done with
 */
export function startRetention(lookEvery: number = LOOK_EVERY): () => Promise<void> {
  let done = "";
  return startRoutine(lookEvery, "nobody was erased by age this night", async (signal) => {
    // The backups of the day begin with the same hour, as jobs: they and an erasing would refuse each other.
    if (!isNight() || done === localToday() || !isBackedUpToday()) return;
    done = localToday();
    await eraseWhoIsDue(() => !signal.aborted && isNight());
  });
}

function isNight(): boolean {
  const { TIME_ZONE, DAY_ENDS_AT } = env();
  const time = localTime(now(), TIME_ZONE);
  return time >= DAY_ENDS_AT && Number(time.slice(0, 2)) < Number(DAY_ENDS_AT.slice(0, 2)) + HOURS;
}

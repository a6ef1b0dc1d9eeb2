import { stepOf, type WriteBy } from "../db/actor";
import type { Branch } from "../db/branch";
import { storeFailure } from "../db/failures";
import { hubStore } from "../db/find-store";
import { isAppError } from "../errors";
import type { Say } from "../events";
import { log } from "../log";
import { type PhoneMatch, samePhone } from "../phones";
import { failpoint } from "../test-hooks";
import { slices, yieldToEventLoop } from "../yield-to-event-loop";
import { award, telling } from "./award";
import { awardOf, isNobodysAt, type SeatedGuest, unsaidNumbers } from "./award-matching";
import { type Award, awardsOf, daysToAward, keysOf, type SeatedTable, seatedTables } from "./customers";
import { takeBackForgotten } from "./follow";

/** Guests of one transaction: nobody waits long for the hub, or for the event loop, behind a table of 200. */
const AT_ONCE = 2;

/** What End of Day did to the points of a branch's tables. */
export interface SettledAwards {
  awarded: number;
  /** Awards of guests who are no longer at the table they were given for. */
  taken_back: number;
}

/**
 * Makes the awards follow the saved tables of a business day, of those before it that are still open, and of the last week:
 * gives what no tablet gave, and takes back what belongs to nobody at the table any more. It does only what is missing, so
 * it may run again; what fails is logged and left to the next run.
 */
export async function settleAwards(branch: Branch, businessDay: string, by: WriteBy): Promise<SettledAwards> {
  const settled: SettledAwards = { awarded: 0, taken_back: 0 };
  const say = (error: unknown, table?: string) =>
    log().error({ err: error, branch: branch.key, table }, "points were not settled; the next End of Day settles them");
  const each = async (table: SeatedTable, work: () => Promise<number>) => {
    await yieldToEventLoop();
    try {
      return await work();
    } catch (error) {
      // A hub that is busy, full or damaged is so for the other tables too, and each would wait for it.
      if (isAppError(storeFailure(error))) throw error;
      say(error, table.name);
      return 0;
    }
  };
  try {
    for (const day of await daysToAward(branch, businessDay)) {
      const { missing, left } = await openAwards(branch, day);
      for (const { table, guests } of missing) settled.awarded += await each(table, () => awardGuests(table, guests, by));
      for (const { table, ids } of left) settled.taken_back += await each(table, () => takeBack(table, ids, by));
    }
  } catch (error) {
    say(error);
  }
  return settled;
}

/** Whether `settleAwards` would give or take back anything. */
export async function areAwardsOpen(branch: Branch, businessDay: string): Promise<boolean> {
  for (const day of await daysToAward(branch, businessDay)) {
    const { missing, left } = await openAwards(branch, day);
    if (missing.length + left.length > 0) return true;
  }
  return false;
}

/** What the tables of a day lack, and the visits that belong to nobody at them. */
async function openAwards(branch: Branch, day: string) {
  const hub = await hubStore();
  const tables = await seatedTables(branch, { business_day: day });
  const visits = await awardsOf(hub.read, tables);
  const missing: { table: SeatedTable; guests: SeatedGuest[] }[] = [];
  const next = slices();
  for (const table of tables) {
    const ofTable = visits.filter(({ table_key }) => keysOf(table).includes(table_key));
    const guests: SeatedGuest[] = [];
    for (const guest of table.guests) {
      await next();
      if (!isDone(guest, table, ofTable)) guests.push(guest);
    }
    missing.push(...partsOf(guests).map((part) => ({ table, guests: part })));
  }
  const left = tables.flatMap((table) => {
    const nobodys = visits.filter((visit) => visit.table_key === table.name && isNobodysAt(table, visit));
    return partsOf(nobodys.map(({ id }) => id)).map((ids) => ({ table, ids }));
  });
  return { missing, left };
}

function partsOf<T>(all: readonly T[]): T[][] {
  return Array.from({ length: Math.ceil(all.length / AT_ONCE) }, (_, part) => all.slice(part * AT_ONCE, (part + 1) * AT_ONCE));
}

/** Whether a guest has the award, and its customer every number that the guest has by now, and none that was the guest's and is no more. */
function isDone(guest: SeatedGuest, table: SeatedTable, visits: readonly Award[]): boolean {
  const given = awardOf(guest, table.guests, visits);
  if (given === undefined || unsaidNumbers(table, given, visits).length > 0) return false;
  const isKnown = (number: PhoneMatch, to: readonly PhoneMatch[]) => to.some((other) => samePhone(other, number));
  return guest.numbers.every((number) => isKnown(number, given.customer.numbers) && isKnown(number, given.numbers));
}

async function awardGuests(table: SeatedTable, guests: SeatedGuest[], by: WriteBy): Promise<number> {
  const hub = await hubStore();
  return hub.write(stepOf(by), (tx) =>
    telling(async (say) => {
      let awarded = 0;
      let awards = await awardsOf(tx, [table]);
      for (const guest of guests) {
        let isOther = awardOf(guest, table.guests, awards) !== undefined;
        const hear: Say = (happening) => {
          // Who had none gets a visit that is their own alone; whatever else happens may be about another's.
          if (happening.kind !== "customer.created" && happening.kind !== "points.awarded") isOther = true;
          say(happening);
        };
        const given = await award(tx, table, guest, hear, { awards });
        if (!given.already_awarded) awarded++;
        if (isOther || given.already_awarded) awards = await awardsOf(tx, [table]);
      }
      failpoint("loyalty:missing");
      return awarded;
    }),
  );
}

async function takeBack(table: SeatedTable, ids: readonly string[], by: WriteBy): Promise<number> {
  const hub = await hubStore();
  return hub.write(stepOf(by), (tx) =>
    telling(async (say) => {
      const visits = (await awardsOf(tx, [table])).filter((visit) => ids.includes(visit.id) && isNobodysAt(table, visit));
      for (const visit of visits) await takeBackForgotten(tx, visit, say);
      return visits.length;
    }),
  );
}

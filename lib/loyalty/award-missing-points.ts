import { stepOf, type WriteBy } from "../db/actor";
import type { Branch } from "../db/branch";
import { storeFailure } from "../db/failures";
import { hubStore } from "../db/find-store";
import { isAppError } from "../errors";
import { log } from "../log";
import { type PhoneMatch, samePhone } from "../phones";
import { failpoint } from "../test-hooks";
import { slices, yieldToEventLoop } from "../yield-to-event-loop";
import { award } from "./award";
import { awardOf, isNobodysAt, type SeatedGuest, unsaidNumbers } from "./award-matching";
import { type Award, awardsOf, daysToAward, keysOf, type SeatedTable, seatedTables } from "./customers";
import { telling } from "./ledger/lines";
import { takeBackForgotten } from "./move-points";

/** What End of Day did to the points of a branch's tables. */
export interface MissingPointsAwarded {
  awarded: number;
  /** Awards of guests who are no longer at the table they were given for. */
  taken_back: number;
}

/**
 * Makes the awards follow the saved tables of a business day, of those before it that are still open, and of the last week:
 * gives what no tablet gave, and takes back what belongs to nobody at the table any more. It does only what is missing, so
 * it may run again; what fails is logged and left to the next run. Each guest has a transaction of their own: nobody waits long for
 * the hub, or for the event loop, behind a table of 200.
 */
export async function awardMissingPoints(branch: Branch, businessDay: string, by: WriteBy): Promise<MissingPointsAwarded> {
  const settled: MissingPointsAwarded = { awarded: 0, taken_back: 0 };
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
      for (const { table, guest } of missing) settled.awarded += await each(table, () => awardGuest(table, guest, by));
      for (const { table, id } of left) settled.taken_back += await each(table, () => takeBack(table, id, by));
    }
  } catch (error) {
    say(error);
  }
  return settled;
}

/** Whether `awardMissingPoints` would give or take back anything. */
export async function areAwardsMissing(branch: Branch, businessDay: string): Promise<boolean> {
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
  const missing: { table: SeatedTable; guest: SeatedGuest }[] = [];
  const next = slices();
  for (const table of tables) {
    const ofTable = visits.filter(({ table_key }) => keysOf(table).includes(table_key));
    for (const guest of table.guests) {
      await next();
      if (!isDone(guest, table, ofTable)) missing.push({ table, guest });
    }
  }
  const left = tables.flatMap((table) => {
    const nobodys = visits.filter((visit) => visit.table_key === table.name && isNobodysAt(table, visit));
    return nobodys.map(({ id }) => ({ table, id }));
  });
  return { missing, left };
}

/** Whether a guest has the award, and its customer every number that the guest has by now, and none that was the guest's and is no more. */
function isDone(guest: SeatedGuest, table: SeatedTable, visits: readonly Award[]): boolean {
  const given = awardOf(guest, table.guests, visits);
  if (given === undefined || unsaidNumbers(table, given, visits).length > 0) return false;
  const isKnown = (number: PhoneMatch, to: readonly PhoneMatch[]) => to.some((other) => samePhone(other, number));
  return guest.numbers.every((number) => isKnown(number, given.customer.numbers) && isKnown(number, given.numbers));
}

async function awardGuest(table: SeatedTable, guest: SeatedGuest, by: WriteBy): Promise<number> {
  const hub = await hubStore();
  return hub.write(stepOf(by), (tx) =>
    telling(by, async (say) => {
      const given = await award(tx, table, guest, say);
      failpoint("loyalty:missing");
      return given.already_awarded ? 0 : 1;
    }),
  );
}

async function takeBack(table: SeatedTable, id: string, by: WriteBy): Promise<number> {
  const hub = await hubStore();
  return hub.write(stepOf(by), (tx) =>
    telling(by, async (say) => {
      const visit = (await awardsOf(tx, [table])).find((one) => one.id === id && isNobodysAt(table, one));
      if (visit) await takeBackForgotten(tx, visit, say);
      return visit ? 1 : 0;
    }),
  );
}

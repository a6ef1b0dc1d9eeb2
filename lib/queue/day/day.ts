import { businessDayOf, businessDayRange, eveningHours } from "../../business-day";
import { type Caller, holds } from "../../caller";
import { now } from "../../clock";
import type { Branch } from "../../db/branch";
import { storeFailure } from "../../db/failures";
import { hubStore } from "../../db/find-store";
import { statement } from "../../db/statements";
import { env } from "../../env";
import { isAppError } from "../../errors";
import { CENTRAL, openRestaurants } from "../../known-branches";
import { localDate } from "../../local-time";
import { standingOfDate } from "../birthday-campaign/campaign";
import { reasonOf } from "../error-codes";
import { UNANSWERED } from "../item-sql";
import { pausesOf, stateOf } from "../pause/state";
import { IS_NEWEST } from "../stats";
import { BELATED } from "../tasks";
import { MAY_ENQUEUE } from "../who-may-send";
import type { Greetings, Missed, SendingDay } from "./contract";
import { greetingsOf, NOBODY, summed } from "./greetings";

/**
 * Where today's greetings stand, and what of the day before did not go out, of a branch; of central, of every restaurant.
 * @param theirs the branches that are kept here and that the caller may work in
 */
export async function sendingDay(branch: Branch, theirs: () => Branch[], caller: Pick<Caller, "requirePermission">): Promise<SendingDay> {
  const branches = branch.key === CENTRAL ? theirs().filter(({ key }) => openRestaurants().some((one) => one === key)) : [branch];
  return {
    greetings: holds(caller, "nav_birthdays") ? await greetingsToday(branches) : null,
    missed: await missedOf(
      branches.map(({ key }) => key),
      (["birthday", "menu"] as const).filter((kind) => holds(caller, MAY_ENQUEUE[kind])),
    ),
    belated: holds(caller, "nav_birthdays") ? await belatedOf(branches.map(({ key }) => key)) : [],
  };
}

async function greetingsToday(branches: readonly Branch[]): Promise<Greetings | null> {
  const today = localDate(now(), env().TIME_ZONE);
  try {
    const campaigns = await Promise.all(branches.map((one) => standingOfDate(one, today, false)));
    const { sql } = await hubStore();
    const pauses = pausesOf(sql);
    return campaigns
      .map((one, index) => greetingsOf(one, stateOf(sql, pauses, branches[index]?.key ?? null).cancelled))
      .reduce(summed, NOBODY);
  } catch (error) {
    if (!isAppError(storeFailure(error))) throw error;
    return null; // health says what is wrong with a book, and what was missed is told all the same
  }
}

const OF_DAY = {
  birthday: "t.date = ?",
  menu: "t.created_at >= ? AND t.created_at < ?",
};

const missedItems = (kind: keyof typeof OF_DAY) => `SELECT i.last_error FROM queue_task t JOIN queue_item i ON i.task_id = t.id
  WHERE ${OF_DAY[kind]} AND t.kind = '${kind}' AND t.branch IN (SELECT value FROM json_each(?))
    AND i.status = 'FAILED' AND NOT ${UNANSWERED} AND ${IS_NEWEST}`;

/** Of yesterday's greetings and the last evening's menus, what failed: what waited until it was too late is among them (`endOutOfTime`). */
async function missedOf(branches: readonly string[], kinds: readonly (keyof typeof OF_DAY)[]): Promise<Missed[]> {
  const { sql } = await hubStore();
  const hours = eveningHours(env());
  const today = localDate(now(), hours.timeZone);
  const evening = businessDayOf(now(), hours);
  return kinds.flatMap((kind): Missed[] => {
    const date = dayBefore(kind === "menu" ? evening : today);
    const { from, to } = businessDayRange(date, hours);
    const days = kind === "menu" ? [from.toISOString(), to.toISOString()] : [date];
    const errors = statement<string[], string | null>(sql, missedItems(kind)).pluck();
    const reasons = new Map<string, number>();
    for (const error of errors.all(...days, JSON.stringify(branches))) {
      const reason = reasonOf(error ?? "").plain;
      reasons.set(reason, (reasons.get(reason) ?? 0) + 1);
    }
    const told = [...reasons].map(([reason, count]) => ({ reason, count })).sort((one, other) => other.count - one.count);
    const count = told.reduce((sum, one) => sum + one.count, 0);
    return count > 0 ? [{ kind, date, count, reasons: told }] : [];
  });
}

const WAITS_BELATED = `SELECT t.date, count(*) AS count FROM queue_item i JOIN queue_task t ON t.id = i.task_id
  WHERE i.status = 'PENDING' AND i.priority = ${BELATED} AND t.date IS NOT NULL AND i.branch IN (SELECT value FROM json_each(?))
  GROUP BY t.date ORDER BY t.date DESC`;

async function belatedOf(branches: readonly string[]): Promise<{ date: string; count: number }[]> {
  const { sql } = await hubStore();
  return statement<[string], { date: string; count: number }>(sql, WAITS_BELATED).all(JSON.stringify(branches));
}

const dayBefore = (date: string) => new Date(Date.parse(`${date}T12:00:00Z`) - 86_400_000).toISOString().slice(0, 10);

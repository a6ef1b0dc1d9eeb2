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
import type { TaskKind } from "../contract";
import { reasonOf } from "../error-codes";
import { UNANSWERED } from "../item-conditions";
import { pausesOf, stateOf } from "../pause/state";
import { unreachedIn } from "../send-policy/facts";
import { isTooLate, tooLateText } from "../send-policy/too-late";
import { IS_NEWEST } from "../stats";
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

interface Row {
  id: string;
  kind: TaskKind;
  status: string;
  created_at: string;
  not_after: string | null;
  last_error: string | null;
}

const OF_DAY = {
  birthday: "t.date = ?",
  menu: "t.created_at >= ? AND t.created_at < ?",
};

const missedItems = (kind: keyof typeof OF_DAY) => `SELECT i.id, i.kind, i.status, i.created_at, i.not_after, i.last_error
  FROM queue_task t JOIN queue_item i ON i.task_id = t.id
  WHERE ${OF_DAY[kind]} AND t.kind = '${kind}' AND t.branch IN (SELECT value FROM json_each(?))
    AND (i.status = 'PENDING' OR (i.status = 'FAILED' AND NOT ${UNANSWERED} AND ${IS_NEWEST}))`;

/** Of yesterday's greetings and the last evening's menus, what failed, or waits for a worker that will only say that it is too late. */
async function missedOf(branches: readonly string[], kinds: readonly (keyof typeof OF_DAY)[]): Promise<Missed[]> {
  const { sql } = await hubStore();
  const hours = eveningHours(env());
  const at = now().getTime();
  const today = localDate(new Date(at), hours.timeZone);
  const evening = businessDayOf(new Date(at), hours);
  return kinds.flatMap((kind): Missed[] => {
    const date = dayBefore(kind === "menu" ? evening : today);
    const { from, to } = businessDayRange(date, hours);
    const days = kind === "menu" ? [from.toISOString(), to.toISOString()] : [date];
    const rows = statement<string[], Row>(sql, missedItems(kind)).all(...days, JSON.stringify(branches));
    const reasons = new Map<string, number>();
    const unreached = unreachedIn(
      sql,
      rows.map(({ id }) => id),
    );
    for (const { status, last_error, ...row } of rows) {
      const isOver = status === "PENDING" && isTooLate(row, hours, at);
      if (status === "PENDING" && !isOver) continue;
      const reason = isOver ? tooLateText(row, hours, at, unreached.has(row.id)) : reasonOf(last_error ?? "").plain;
      reasons.set(reason, (reasons.get(reason) ?? 0) + 1);
    }
    const told = [...reasons].map(([reason, count]) => ({ reason, count })).sort((one, other) => other.count - one.count);
    const count = told.reduce((sum, one) => sum + one.count, 0);
    return count > 0 ? [{ kind, date, count, reasons: told }] : [];
  });
}

const dayBefore = (date: string) => new Date(Date.parse(`${date}T12:00:00Z`) - 86_400_000).toISOString().slice(0, 10);

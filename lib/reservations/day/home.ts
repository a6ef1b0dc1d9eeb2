import type Database from "better-sqlite3";
import type { AnswerOf } from "../../api/endpoint";
import { type Caller, mayWorkIn } from "../../caller";
import type { Branch } from "../../db/branch";
import { keptBranches } from "../../env";
import { restaurants } from "../../known-branches";
import { type Moment, momentNow } from "../booking";
import { type ReservationRow, rowsOfDay } from "../rows";
import { capacityOf } from "../rules/choose-tables";
import { shiftsOf } from "../rules/limits";
import { rulesIn, specialDayIn } from "../rules/stored-rules";
import { isOverdue } from "../show";
import { groupOf, holdsTables, IN_HOUSE } from "../states";
import { eveningMinutes, instantOf, minutesBetween, timeAt } from "../times";
import type { reservationsAtHome } from "./contract";
import { isToDecide } from "./list";

type AtHome = AnswerOf<typeof reservationsAtHome>;

const HALF_HOUR = 30;
const NEXT = 5;

/** Tonight in one glance, of each branch that the caller may work in. Names alone, no phones. */
export async function homeOf(branches: readonly Branch[], caller: Pick<Caller, "branches">): Promise<AtHome> {
  const moment = momentNow();
  const mine = restaurants().filter((key) => mayWorkIn(caller.branches, key));
  const shown: AtHome["branches"] = [];
  const unavailable: string[] = [];
  for (const key of mine) {
    const branch = branches.find((one) => one.key === key);
    const store = await branch?.table("probe").catch(() => null);
    if (store) shown.push({ branch: key, ...tonightOf(store.sql, moment) });
    else unavailable.push(key);
  }
  const kept = keptBranches();
  return { at: moment.iso, date: moment.today, branches: shown, unavailable, elsewhere: unavailable.filter((key) => !kept.includes(key)) };
}

const sumOf = (rows: readonly ReservationRow[]) => rows.reduce((sum, { party }) => sum + party, 0);

function tonightOf(sql: Database.Database, moment: Moment): Omit<AtHome["branches"][number], "branch"> {
  const { rules } = rulesIn(sql);
  const special = specialDayIn(sql, moment.today);
  const rows = rowsOfDay(sql, moment.today);
  const coming = rows.filter(({ status }) => holdsTables(status) || status === "FINISHED");
  const upcoming = rows.filter(({ status }) => groupOf(status) === "upcoming");
  const waiting = rows.filter(({ status }) => groupOf(status) === "waitlist");
  return {
    closed: special?.closed ? special.name || "Closed" : null,
    bookings: coming.length,
    covers: sumOf(coming),
    seated_covers: sumOf(rows.filter(({ status }) => IN_HOUSE.includes(status))),
    to_come_covers: sumOf(upcoming),
    requested: rows.filter(({ status }) => status === "REQUESTED").length,
    to_decide: rows.filter(isToDecide).length,
    capacity: capacityOf(rules),
    half_hours: halfHours(coming, shiftsOf(moment.today, rules, special, moment.hours), moment),
    late: upcoming
      .filter((row) => row.starts_at < moment.iso)
      .map((row) => {
        const { id, name, time, party, late_minutes } = row;
        return {
          id,
          name,
          time,
          party,
          minutes: minutesBetween(row.starts_at, moment.at),
          said: late_minutes !== null || row.status === "LATE",
          overdue: isOverdue(row, moment, rules),
        };
      }),
    waiting: waiting.map(({ id, name, party, waiting_since, quoted_minutes: quoted, status }) => {
      const minutes = waiting_since === null ? 0 : minutesBetween(waiting_since, moment.at);
      return { id, name, party, minutes, quoted, called: status === "CALLED" };
    }),
    next: upcoming
      .filter(({ starts_at }) => starts_at >= moment.iso)
      .slice(0, NEXT)
      .map(({ id, name, time, party, tables }) => ({ id, name, time, party, tables })),
  };
}

/** Who comes in each half hour, and how many are there then, from the first shift or guest to the last. */
function halfHours(coming: readonly ReservationRow[], shifts: ReturnType<typeof shiftsOf>, { today, hours }: Moment) {
  const times = coming.map((row) => eveningMinutes(row.time, hours));
  const all = [...times, ...shifts.map(({ from }) => from), ...shifts.map(({ last }) => last)];
  if (all.length === 0) return [];
  const first = Math.floor(Math.min(...all) / HALF_HOUR) * HALF_HOUR;
  const last = Math.max(...all);
  const found: AtHome["branches"][number]["half_hours"] = [];
  for (let at = first; at <= last; at += HALF_HOUR) {
    const from = instantOf(today, timeAt(at), hours).toISOString();
    const until = new Date(Date.parse(from) + HALF_HOUR * 60_000).toISOString();
    const arriving = coming.filter((_, index) => (times[index] ?? 0) >= at && (times[index] ?? 0) < at + HALF_HOUR);
    const present = coming.filter((row) => row.held_from < until && row.held_until > from);
    found.push({ time: timeAt(at), arriving: sumOf(arriving), present: sumOf(present) });
  }
  return found;
}

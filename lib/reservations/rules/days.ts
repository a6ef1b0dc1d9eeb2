import type Database from "better-sqlite3";
import type { AnswerOf, BodyOf, QueryOf } from "../../api/endpoint";
import { businessDayOf, eveningHours } from "../../business-day";
import { now, timestamp } from "../../clock";
import type { WriteBy } from "../../db/actor";
import type { Branch } from "../../db/branch";
import type { Tx } from "../../db/clients";
import { statement } from "../../db/statements";
import { env } from "../../env";
import { AppError } from "../../errors";
import { addDays } from "../../local-time";
import { rowsOfDay } from "../rows";
import { requireSpan } from "../span";
import { HOLDING_STATUSES } from "../states";
import { eveningMinutes } from "../times";
import type { clearDay, listDays, Rules, SpecialDay, saveDay } from "./contract";
import { holidaysOfLebanon } from "./holidays";
import { blockedAt, shiftAt, shiftsOf } from "./limits";
import { rulesIn } from "./stored-rules";

/** A year ahead is looked at, and so many days at most are said at once. */
const AHEAD = 366;

const BOOKED = `SELECT business_day AS date, count(*) AS reservations FROM reservation
  WHERE business_day BETWEEN ? AND ? AND status IN (SELECT value FROM json_each(?)) GROUP BY business_day`;

/** The days that are other, and the holidays of which nobody has said anything. @throws AppError `invalid_request` for more than two years */
export async function showDays(branch: Branch, query: QueryOf<typeof listDays>): Promise<AnswerOf<typeof listDays>> {
  const { sql } = await branch.table();
  const from = query?.from ?? businessDayOf(now(), eveningHours(env()));
  const until = query?.until ?? addDays(from, AHEAD);
  requireSpan(from, until, "until");
  const rows = statement<[string, string], { date: string; version: number; day: string }>(
    sql,
    "SELECT date, version, day FROM reservation_day WHERE date BETWEEN ? AND ? ORDER BY date",
  ).all(from, until);
  const booked = new Map(
    statement<[string, string, string], { date: string; reservations: number }>(sql, BOOKED)
      .all(from, until, JSON.stringify(HOLDING_STATUSES))
      .map(({ date, reservations }) => [date, reservations]),
  );
  const said = new Set(rows.map(({ date }) => date));
  return {
    from,
    until,
    days: rows.map(({ date, version, day }) => ({ ...(JSON.parse(day) as SpecialDay), version, reservations: booked.get(date) ?? 0 })),
    holidays: holidaysOfLebanon(from, until).filter(({ date }) => !said.has(date)),
  };
}

/** Says what is other on a day, or on each of a stretch. @throws AppError `conflict` where somebody said something else in between */
export async function changeDays(
  branch: Branch,
  { day, until = day.date, version }: BodyOf<typeof saveDay>,
  by: WriteBy,
): Promise<AnswerOf<typeof saveDay>> {
  if (until < day.date) throw wrongEnd("The last day lies before the first. Nothing was changed.");
  const dates: string[] = [];
  for (let date = day.date; date <= until; date = addDays(date, 1)) {
    if (dates.push(date) > AHEAD) throw wrongEnd("A stretch has a year at most. Nothing was changed.");
  }
  const store = await branch.table();
  return store.write(by, async (tx) => {
    for (const date of dates) await putDay(tx, { ...day, date }, version, by);
    const { rules } = rulesIn(store.sql);
    const booked = dates.reduce((sum, date) => sum + standingAgainst(store.sql, rules, { ...day, date }), 0);
    const what = dates.length === 1 ? "The day was saved." : `${dates.length} days were saved.`;
    const stay = booked === 0 ? "" : ` ${standIn(booked)} call them where they cannot come.`;
    return {
      answer: { ok: true, message: what + stay, days: dates.length, reservations: booked },
      happened: [{ kind: "reservation_day.changed", subjects: [], payload: { date: day.date, until, closed: day.closed, name: day.name } }],
    };
  });
}

const standIn = (booked: number) =>
  booked === 1 ? "1 reservation stands there and stays:" : `${booked} reservations stand there and stay:`;

/** How many reservations of a day it does not hold any more: all of a closed one, of other hours and of a block those within it. */
function standingAgainst(sql: Database.Database, rules: Rules, day: SpecialDay): number {
  const hours = eveningHours(env());
  const shifts = shiftsOf(day.date, rules, day, hours);
  const areaOf = new Map(rules.tables.map(({ number, area }) => [number, area]));
  return rowsOfDay(sql, day.date).filter(({ status, time, tables, area }) => {
    if (!HOLDING_STATUSES.includes(status)) return false;
    if (day.closed || (day.hours !== null && !shiftAt(shifts, time, hours))) return true;
    const areas = [area, ...tables.map((number) => areaOf.get(number) ?? "")];
    return areas.some((one) => blockedAt(day, eveningMinutes(time, hours), one, hours).length > 0);
  }).length;
}

function wrongEnd(message: string): AppError {
  return new AppError("invalid_request", message, { issues: [{ path: "until", message }] });
}

async function putDay(tx: Tx<"table">, day: SpecialDay, version: number | undefined, by: WriteBy): Promise<void> {
  const there = await tx.reservationDay.findUnique({ where: { date: day.date } });
  if (version !== undefined && (there?.version ?? 0) !== version) {
    throw new AppError("conflict", "Somebody else changed this day in the meantime. Nothing was overwritten.", {
      fields: { current: there ? (JSON.parse(there.day) as SpecialDay) : null },
    });
  }
  const row = { version: (there?.version ?? 0) + 1, day: JSON.stringify(day), changed_at: timestamp(), changed_by: by.actor.id };
  await tx.reservationDay.upsert({ where: { date: day.date }, create: { date: day.date, ...row }, update: row });
}

/** The day is as the rules say again. */
export async function clearDayOf(branch: Branch, { date }: QueryOf<typeof clearDay>, by: WriteBy): Promise<AnswerOf<typeof clearDay>> {
  const store = await branch.table();
  return store.write(by, async (tx) => {
    const { count } = await tx.reservationDay.deleteMany({ where: { date } });
    return {
      answer: { ok: true, message: "The day is as the rules say." },
      happened: count === 0 ? [] : [{ kind: "reservation_day.cleared", subjects: [], payload: { date } }],
    };
  });
}

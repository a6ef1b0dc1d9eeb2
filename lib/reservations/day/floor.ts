import type Database from "better-sqlite3";
import type { AnswerOf } from "../../api/endpoint";
import type { Moment } from "../booking";
import { walkInsOf } from "../open-tables";
import type { ReservationRow } from "../rows";
import { isTable } from "../rules/choose-tables";
import type { HouseTable, Rules } from "../rules/contract";
import { groupOf, holdsTables, IN_HOUSE } from "../states";
import { minutesBetween } from "../times";
import type { listReservations } from "./contract";

type FloorTable = AnswerOf<typeof listReservations>["floor"][number];

/** So many minutes before somebody comes their table is shown as reserved. */
const SOON = 60;

/** The tables as they are now, or on another day as its first booking finds them; tables that nobody declared are shown where somebody booked them. */
export function floorOf(facts: {
  sql: Database.Database;
  date: string;
  moment: Moment;
  rules: Rules;
  rows: readonly ReservationRow[];
}): FloorTable[] {
  const { sql, date, moment, rules, rows } = facts;
  const isToday = date === moment.today;
  const holding = rows.filter(({ status }) => holdsTables(status));
  const declared = new Set(rules.tables.map(({ number }) => number));
  const others = [...new Set(holding.flatMap(({ tables }) => tables))].filter((number) => !declared.has(number));
  const undeclared = others.map((number): HouseTable => ({ number, area: "", min: 1, max: 0, priority: 0, x: null, y: null }));
  const walkIns = isToday ? walkInsOf(sql, date) : [];
  return [...rules.tables, ...undeclared].map((table) => {
    const here = holding.filter(({ tables }) => tables.includes(table.number));
    return {
      number: table.number,
      area: table.area,
      min: table.min,
      max: table.max,
      x: table.x,
      y: table.y,
      state: isToday ? stateNow(here, moment) : here.length > 0 ? "reserved_soon" : "free",
      reservations: here.map(({ id }) => id),
      open_table: walkIns.find(isTable(table.number))?.name ?? null,
    };
  });
}

function stateNow(here: readonly ReservationRow[], { iso, at }: Moment): FloorTable["state"] {
  const seated = here.find(({ status }) => IN_HOUSE.includes(status));
  if (seated) return seated.ends_at < iso ? "over_stay" : "seated";
  if (here.some(({ status }) => groupOf(status) === "arrived")) return "arrived";
  const isSoon = here.some(({ starts_at, held_until }) => held_until > iso && minutesBetween(at.toISOString(), starts_at) <= SOON);
  return isSoon ? "reserved_soon" : "free";
}

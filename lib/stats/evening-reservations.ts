import { CAME } from "../came";
import { isolated } from "../isolated";
import { stepInWords } from "../reservations/reservation-texts";
import type { ReservationRow } from "../reservations/rows";
import { SOURCE_WORDS } from "../reservations/screen-words";
import { groupOf } from "../reservations/states";
import type { TableLogEntry } from "../tables/contract";
import { CHANNELS, type Channel, channelOf, ofChannels } from "./channels";
import type { LiveFigures } from "./contract";

/** The figures of reservations: what each counts, and what a reservation adds to it. */
export const RESERVATION_FIGURES = ["expected", "late", "no_shows", "waiting"] as const;
export type ReservationFigure = (typeof RESERVATION_FIGURES)[number] | Channel;

export const isReservationFigure = (measure: string): measure is ReservationFigure =>
  [...RESERVATION_FIGURES, ...CHANNELS].some((one) => one === measure);

/** An evening of a branch: its reservations, and its tables as the feed has them. */
export interface Booked {
  reservations: readonly ReservationRow[];
  entries: readonly TableLogEntry[];
}

type Counts = (row: ReservationRow) => number;

/** What a reservation adds to a figure. @param at the moment that is told, ISO 8601 */
function countsOf(figure: Exclude<ReservationFigure, "unbooked">, at: string): Counts {
  switch (figure) {
    case "expected":
      return ({ status, party }) => (groupOf(status) === "upcoming" ? party : 0);
    case "late":
      return ({ status, starts_at }) => (groupOf(status) === "upcoming" && starts_at < at ? 1 : 0);
    case "no_shows":
      return ({ status }) => (status === "NO_SHOW" ? 1 : 0);
    case "waiting":
      return ({ status, party }) => (groupOf(status) === "waitlist" ? party : 0);
    default:
      return ({ status, source, party }) => (CAME.includes(status) && channelOf(source) === figure ? party : 0);
  }
}

/** The reservations behind a figure, each with what it adds. */
export function reservationsBehind(figure: Exclude<ReservationFigure, "unbooked">, { reservations }: Booked, at: string) {
  const counts = countsOf(figure, at);
  return reservations.map((row) => ({ row, adds: counts(row) })).filter(({ adds }) => adds > 0);
}

/** The saved tables with a party size that no reservation was opened with. */
export function unbookedTables({ reservations, entries }: Booked): TableLogEntry[] {
  const booked = new Set(reservations.map(({ table_name }) => table_name));
  return entries.filter(({ table_name, party_size }) => party_size !== null && party_size !== undefined && !booked.has(table_name));
}

/** What an evening's reservations come to. */
export function figuresOfReservations(booked: Booked, at: string): Pick<LiveFigures, ReservationFigure> {
  const sum = (figure: Exclude<ReservationFigure, "unbooked">) =>
    reservationsBehind(figure, booked, at).reduce((all, { adds }) => all + adds, 0);
  return {
    expected: sum("expected"),
    late: sum("late"),
    no_shows: sum("no_shows"),
    waiting: sum("waiting"),
    ...ofChannels((channel) =>
      channel === "unbooked" ? unbookedTables(booked).reduce((all, { party_size }) => all + (party_size ?? 0), 0) : sum(channel),
    ),
  };
}

/** @param seesBookers whether names may be told: who sees figures alone is told the code */
export function rowOfReservation(row: ReservationRow, seesBookers: boolean) {
  const { name, code, time, party, tables, source, status, starts_at, table_name } = row;
  const where = tables.length > 0 ? ` · table ${isolated(tables.join(" + "))}` : "";
  const people = `${party} ${party === 1 ? "person" : "people"}`;
  return {
    title: seesBookers && name !== "" ? name : `Reservation ${code}`,
    details: `${time} · ${people}${where} · ${SOURCE_WORDS[source]} · ${stepInWords(status).toLowerCase()}`,
    at: starts_at,
    table_name,
  };
}

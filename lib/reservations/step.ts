import type Database from "better-sqlite3";
import type { BodyOf } from "../api/endpoint";
import type { Caller } from "../caller";
import type { WriteBy } from "../db/actor";
import type { Branch } from "../db/branch";
import type { Tx } from "../db/clients";
import { AppError } from "../errors";
import { failpoint } from "../test-hooks";
import { type Booking, bookingOf, type Moment, momentNow, requireWithinLimits } from "./booking";
import type { SavedReservation, stepReservation } from "./contract";
import { requireVersion, withCurrent } from "./current";
import { beginWork } from "./keeper";
import { writeTables } from "./make";
import { takeBack, untrueAfter } from "./messages/take-back";
import { NOTHING_TOLD, type Reach, reachIn, reachUnasked, type Told, tellGuest } from "./messages/tell";
import { stepInWords, TABLE_KEEPS } from "./reservation-texts";
import { type ReservationRow, rowById } from "./rows";
import { stayMinutes } from "./rules/limits";
import { rulesIn } from "./rules/stored-rules";
import type { ReservationMessage } from "./shapes";
import { groupOf, holdsTables, IN_HOUSE, mayStep, type ReservationStatus, undoOf } from "./states";
import { factsOf } from "./step-facts";
import { instantOf, stayOf } from "./times";

type Said = BodyOf<typeof stepReservation>;

/** Who takes a step: somebody of the house, or the guest by a message or the public page. */
export interface Stepping {
  by: WriteBy;
  caller: Pick<Caller, "requirePermission">;
  byGuest: boolean;
}

/**
 * The next step of a reservation.
 * @throws AppError `not_found`, `conflict` with `current` for a newer version, for a step that is not legal now, and with `taken` or
 *   `problems` where it needs a table; `invalid_request` without a reason where one is asked for
 */
export async function step(branch: Branch, id: string, said: Said, by: WriteBy, caller: Caller): Promise<SavedReservation> {
  return withCurrent(branch, id, caller, () => takeStep(branch, id, said, { by, caller, byGuest: false }));
}

/** The same for whoever has no answer to a newer version. */
export async function takeStep(branch: Branch, id: string, said: Said, stepping: Stepping): Promise<SavedReservation> {
  const store = await branch.table();
  const moment = momentNow();
  const before = rowById(store.sql, id);
  // Who stands at the door is called by somebody's word, where no message goes.
  const reaching = said.to === "CALLED" ? reachIn : reachUnasked;
  const reach = said.tell && before ? await reaching(store.sql, before.phones) : null;
  failpoint("step-reservation:begin");
  const answer = await store.write(stepping.by, (tx) => stepIn(tx, store.sql, { id, said, reach, moment, ...stepping }));
  failpoint("step-reservation:committed");
  beginWork(branch.key);
  return answer;
}

interface InTransaction extends Stepping {
  id: string;
  said: Said;
  reach: Reach | null;
  moment: Moment;
}

async function stepIn(tx: Tx<"table">, sql: Database.Database, { id, said, reach, moment, by, caller, byGuest }: InTransaction) {
  const row = requireVersion(rowById(sql, id), said.version);
  requireLegal(row, said, moment);
  const isUndo = undoOf(factsOf(row, moment)) === said.to;
  const booking = needsTables(row, said) ? bookingOf(sql, wishOf(sql, row, said, moment), moment) : null;
  if (booking) requireWithinLimits(booking, said.override_reason, caller);
  const waitsAgain = isUndo && groupOf(said.to) === "waitlist";
  const tables = waitsAgain ? [] : (booking?.tables ?? row.tables);
  await tx.reservation.update({ where: { id }, data: columnsOf(row, said, { booking, isUndo, moment, by }) });
  if (tables.join("\n") !== row.tables.join("\n")) {
    await tx.reservationTable.deleteMany({ where: { reservation_id: id } });
    await writeTables(tx, id, tables);
  }
  await takeBack(tx, id, untrueAfter(row.status, said.to));
  failpoint("step-reservation:row");
  const told = await tell(tx, row, said, { reach, moment, isUndo });
  const answer: SavedReservation = {
    ok: true,
    message: isUndo && IN_HOUSE.includes(row.status) ? `${stepInWords(said.to)}. ${TABLE_KEEPS}` : stepInWords(said.to),
    id,
    code: row.code,
    version: row.version + 1,
    status: said.to,
    tables,
    ...told,
  };
  const payload = {
    code: row.code,
    from: row.status,
    to: said.to,
    undone: isUndo,
    reason: said.reason ?? "",
    late_minutes: said.late_minutes ?? null,
    tables,
    override: booking && booking.broken.length > 0 ? said.override_reason : "",
    by_guest: byGuest,
  };
  return { answer, happened: [{ kind: "reservation.stepped" as const, subjects: [id], payload }] };
}

function requireLegal(row: ReservationRow, { to, reason }: Said, moment: Moment): void {
  if (!mayStep(factsOf(row, moment), to)) {
    const early = to === "NO_SHOW" && row.starts_at > moment.iso ? " Its time has not come." : "";
    const kept = row.table_name !== null && row.was === to ? ` Its table ${row.table_name} was saved since, and keeps its guests.` : "";
    const why = early + kept;
    throw new AppError(
      "conflict",
      `This reservation is ${stepInWords(row.status).toLowerCase()} and cannot become ${stepInWords(to).toLowerCase()} now.${why} Nothing was changed.`,
    );
  }
  if (to === "CANCELLED" && reason === undefined) {
    const message = "Say why it is cancelled: guest, house, mistake, delay, weather or other. Nothing was changed.";
    throw new AppError("invalid_request", message, { issues: [{ path: "reason", message }] });
  }
}

const SITS: readonly ReservationStatus[] = ["SEATED", "PARTLY_SEATED"];

/** Whether a step has to look at tables: who sits down, who takes an exit back, and whoever chooses some. */
function needsTables(row: ReservationRow, { to, tables }: Said): boolean {
  if (tables !== undefined && holdsTables(to)) return true;
  const isHere = IN_HOUSE.includes(row.status);
  const sitsDown = SITS.includes(to) && !isHere;
  // Who is seated by mistake has their table when they booked it, if nobody else has been given it since.
  const getsUp = isHere && holdsTables(to) && !IN_HOUSE.includes(to);
  return sitsDown || getsUp || (!holdsTables(row.status) && holdsTables(to));
}

function wishOf(sql: Database.Database, row: ReservationRow, { to, tables }: Said, moment: Moment) {
  const wish = { ...row, date: row.business_day, keeps: row.tables, tables: tables ?? seatedAt(row, to), planned: tables === undefined };
  if (!IN_HOUSE.includes(to)) {
    const { starts_at, ends_at } = stayOf(row.business_day, row.time, row.stay_minutes, moment.hours);
    return { ...wish, sits: { from: starts_at, until: ends_at } };
  }
  const stay = row.stay_minutes > 0 ? row.stay_minutes : stayMinutes(row.party, rulesIn(sql).rules.shifts.at(-1));
  const until = row.ends_at > moment.iso ? row.ends_at : new Date(moment.at.getTime() + stay * 60_000).toISOString();
  return { ...wish, sits: { from: moment.iso, until } };
}

/** Who sits down sits where the host had planned, or is told whose table it is by now: never silently elsewhere. */
const seatedAt = (row: ReservationRow, to: ReservationStatus) => (IN_HOUSE.includes(to) && row.tables.length > 0 ? row.tables : null);

interface Beside {
  booking: Booking | null;
  isUndo: boolean;
  moment: Moment;
  by: WriteBy;
}

function columnsOf(row: ReservationRow, said: Said, { booking, isUndo, moment, by }: Beside) {
  const { to } = said;
  return {
    status: to,
    was: isUndo ? null : row.status,
    status_at: moment.iso,
    status_day: moment.today,
    version: row.version + 1,
    updated_at: moment.iso,
    updated_by: by.actor.id,
    ...(to === "CANCELLED" && { cancel_reason: said.reason ?? "other" }),
    ...(isUndo && { cancel_reason: null }),
    ...(to === "LATE" && { late_minutes: said.late_minutes ?? row.late_minutes }),
    ...(to === "CALLED" && { calls: row.calls + 1, called_at: moment.iso }),
    ...(isUndo && groupOf(to) === "waitlist" && IN_HOUSE.includes(row.status)
      ? waitingAgain(row, moment)
      : heldOf(row, to, booking, moment)),
    ...(booking && booking.broken.length > 0 && { override_reason: said.override_reason }),
  };
}

/** As it was put on the waitlist: it holds no table, and its stay begins when it is seated. */
function waitingAgain({ business_day, time }: ReservationRow, { hours }: Moment) {
  const starts_at = instantOf(business_day, time, hours).toISOString();
  return { starts_at, ends_at: starts_at, held_from: starts_at, held_until: starts_at, stay_minutes: 0 };
}

/** From when to when its tables are held after a step. */
function heldOf(row: ReservationRow, to: ReservationStatus, booking: Booking | null, { iso, today }: Moment) {
  if (to === "FINISHED")
    return iso < row.held_until && row.business_day === today ? { held_until: iso > row.held_from ? iso : row.held_from } : {};
  if (!booking) return {};
  const { held_from, held_until, tables } = booking;
  if (!IN_HOUSE.includes(to)) return { held_from, held_until, ...(IN_HOUSE.includes(row.status) && { ends_at: held_until }) };
  const isSame = tables.join("\n") === row.tables.join("\n") && holdsTables(row.status);
  const ends = row.ends_at > iso ? {} : { ends_at: held_until };
  const starts = row.waiting_since === null ? {} : { starts_at: iso, ends_at: held_until, stay_minutes: minutesOf(iso, held_until) };
  return { held_from: isSame && row.held_from < held_from ? row.held_from : held_from, held_until, ...ends, ...starts };
}

const minutesOf = (from: string, until: string) => Math.round((Date.parse(until) - Date.parse(from)) / 60_000);

const TELLS: Partial<Record<ReservationStatus, ReservationMessage>> = {
  CONFIRMED: "confirmed",
  DECLINED: "declined",
  CANCELLED: "cancelled",
  CALLED: "table_ready",
};

async function tell(
  tx: Tx<"table">,
  row: ReservationRow,
  { to }: Said,
  { reach, moment, isUndo }: { reach: Reach | null; moment: Moment; isUndo: boolean },
): Promise<Told> {
  const kind = TELLS[to];
  // Who was a no-show by mistake, or cancels at the door, is told nothing by the house's own slip.
  if (!kind || !reach || isUndo || (to === "CONFIRMED" && row.status !== "REQUESTED")) return NOTHING_TOLD;
  const told = await tellGuest(tx, row, kind, reach, moment);
  for (let time = 1; kind === "table_ready" && told.told === "queued" && time < row.repeat_times; time++) {
    const due = new Date(moment.at.getTime() + time * row.repeat_every * 60_000).toISOString();
    await tellGuest(tx, row, kind, reach, moment, due);
  }
  return told;
}

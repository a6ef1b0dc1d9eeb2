import { SEES_ALLERGIES } from "../allergies/hidden";
import type { BodyOf } from "../api/endpoint";
import { type Caller, holds } from "../caller";
import type { WriteBy } from "../db/actor";
import type { Branch } from "../db/branch";
import type { Tx } from "../db/clients";
import { env } from "../env";
import { AppError } from "../errors";
import { readPhones } from "../phones";
import { failpoint } from "../test-hooks";
import { type Booking, bookingOf, type Moment, momentNow, requireWithinLimits } from "./booking";
import type { changeReservation, SavedReservation } from "./contract";
import { requireVersion, withCurrent } from "./current";
import { beginWork } from "./keeper";
import { eveningOver, writeNumbers, writeTables } from "./make";
import { takeBack } from "./messages/take-back";
import { NOTHING_TOLD, reachUnasked, type Told, tellGuest } from "./messages/tell";
import { type ReservationRow, rowById } from "./rows";
import { MESSAGE_KINDS } from "./shapes";
import { groupOf, IN_HOUSE } from "./states";
import { minutesBetween } from "./times";

type Said = BodyOf<typeof changeReservation>;

/** What a change writes; the same as what is said, as the columns of a reservation. */
const PLAIN = ["area", "source", "occasion", "deposit", "taker", "quoted_minutes", "repeat_times", "repeat_every"] as const;
/** Of these an event says only that they changed: they may hold a guest's own words. */
const PRIVATE = ["name", "phones", "language", "guest_note", "staff_note", "dietary_note", "deposit", "taker"] as const;
const SHOWN = ["date", "time", "party", "stay_minutes", "area", "source", "occasion", "quoted_minutes", "tables"] as const;

/**
 * Changes a reservation. What nobody said stays; tables are kept where they still fit, else chosen anew.
 * @throws AppError `not_found`, `conflict` with `current`, `taken` or `problems`
 */
export async function change(branch: Branch, id: string, said: Said, by: WriteBy, caller: Caller): Promise<SavedReservation> {
  const store = await branch.table();
  const moment = momentNow();
  const before = rowById(store.sql, id);
  const reach = said.tell && before ? await reachUnasked(store.sql, said.phones ?? before.phones) : null;
  failpoint("change-reservation:begin");
  const answer = await withCurrent(branch, id, caller, () =>
    store.write(by, async (tx) => {
      const row = requireVersion(rowById(store.sql, id), said.version);
      requireChangeable(row, said, moment);
      const booking = isMoved(row, said) ? bookingOf(store.sql, wishOf(row, said, moment), moment) : null;
      if (booking) requireWithinLimits(booking, said.override_reason, caller);
      const now = valuesOf(row, said, booking, caller);
      await write(tx, row, { now, booking, said, moment, by });
      failpoint("change-reservation:row");
      const news = newsOf(row, now);
      const isToCome = row.status === "CONFIRMED" || row.status === "LATE";
      const told = reach && news && isToCome ? await tellGuest(tx, { ...row, ...booking }, news, reach, moment) : NOTHING_TOLD;
      return outcomeOf(row, now, booking, said, told);
    }),
  );
  failpoint("change-reservation:committed");
  beginWork(branch.key);
  return answer;
}

/** What the guest is told of a change; whoever has a number of their own only now was told nothing yet. Null: it is none of their business. */
function newsOf(row: ReservationRow, now: Values): "confirmed" | "changed" | null {
  const number = toldAt(now.phones);
  if (number !== undefined && number !== toldAt(row.phones) && row.source !== "walk_in") return "confirmed";
  return isOtherTime(row, now) || now.party !== row.party ? "changed" : null;
}

/** The number that messages go to; undefined where there is none. */
const toldAt = (phones: string) => readPhones(phones, env().DEFAULT_COUNTRY_CODE).find(({ key }) => key !== "")?.digits;

const isOtherTime = (row: ReservationRow, now: Values) => now.business_day !== row.business_day || now.time !== row.time;

/** Whether what decides about tables and limits is other now. */
function isMoved(row: ReservationRow, { date, time, party, stay_minutes, tables, area, source }: Said): boolean {
  if (groupOf(row.status) === "waitlist" || isOver(row)) return false;
  if (tables !== undefined) return true;
  return (
    (date !== undefined && date !== row.business_day) ||
    (time !== undefined && time !== row.time) ||
    (party !== undefined && party !== row.party) ||
    (area !== undefined && area !== row.area) ||
    // Other limits hold for who walks in.
    (source !== undefined && source !== row.source && [source, row.source].includes("walk_in")) ||
    (stay_minutes !== undefined && stay_minutes !== row.stay_minutes)
  );
}

function wishOf(row: ReservationRow, said: Said, moment: Moment) {
  const isHere = IN_HOUSE.includes(row.status);
  const longer = said.stay_minutes ? new Date(Date.parse(row.starts_at) + said.stay_minutes * 60_000).toISOString() : row.held_until;
  return {
    id: row.id,
    date: said.date ?? row.business_day,
    time: said.time ?? row.time,
    party: said.party ?? row.party,
    // Who asks for another area has no use for the tables of this one; else the area holds for those who have none yet.
    area: said.area ?? row.area,
    source: said.source ?? row.source,
    stay_minutes: said.stay_minutes === undefined ? (said.party === undefined ? row.stay_minutes : null) : said.stay_minutes,
    tables: said.tables === undefined ? null : said.tables,
    keeps: row.tables,
    ...(isHere && { sits: { from: moment.iso, until: longer > moment.iso ? longer : moment.iso } }),
  };
}

/** Whether nobody comes, or is here, any more: it takes no table. */
const isOver = ({ status }: Pick<ReservationRow, "status">) => ["removed", "finished"].includes(groupOf(status));

/** @throws AppError `conflict` for what is over, and for the time of who is here or waits; `invalid_request` for an evening that is over */
function requireChangeable(row: ReservationRow, said: Said, { today }: Moment): void {
  const group = groupOf(row.status);
  const moves = said.date !== undefined || said.time !== undefined;
  const isOtherStay = (["stay_minutes", "area"] as const).some((name) => said[name] !== undefined && said[name] !== row[name]);
  if (isOver(row) && (moves || isOtherStay || said.party !== undefined || said.tables !== undefined))
    throw new AppError(
      "conflict",
      "This reservation is over, and its notes alone can be changed. Nothing was changed. Take the last step back first, or book anew.",
    );
  const here = group === "in_house" || group === "waitlist";
  const isOther = (said.date ?? row.business_day) !== row.business_day || (said.time ?? row.time) !== row.time;
  if (here && moves && isOther) throw new AppError("conflict", "The party is here already: its date and time stay. Nothing was changed.");
  if (said.date !== undefined && said.date !== row.business_day && said.date < today) throw eveningOver("Nothing was changed.");
}

type Values = Pick<ReservationRow, "business_day" | "time" | "party" | "tables" | (typeof PLAIN)[number] | (typeof PRIVATE)[number]>;

function valuesOf(row: ReservationRow, said: Said, booking: Booking | null, caller: Caller): Values {
  const kept = Object.fromEntries([...PLAIN, ...PRIVATE].map((name) => [name, said[name] === undefined ? row[name] : said[name]]));
  const values = kept as Omit<Values, "business_day" | "time" | "party" | "tables">; // each by its own name
  return {
    ...values,
    dietary_note: dietaryOf(row, said, caller),
    business_day: said.date ?? row.business_day,
    time: said.time ?? row.time,
    party: said.party ?? row.party,
    tables: booking ? booking.tables : row.tables,
  };
}

/** Whoever does not see it cannot have meant to take it away: what they say is added. */
function dietaryOf(row: ReservationRow, { dietary_note }: Said, caller: Caller): string {
  if (dietary_note === undefined) return row.dietary_note;
  if (holds(caller, SEES_ALLERGIES) || row.dietary_note === "") return dietary_note;
  return dietary_note === "" ? row.dietary_note : `${row.dietary_note}, ${dietary_note}`.slice(0, 1_000);
}

interface ToWrite {
  now: Values;
  booking: Booking | null;
  said: Said;
  moment: Moment;
  by: WriteBy;
}

async function write(tx: Tx<"table">, row: ReservationRow, { now, booking, said, moment, by }: ToWrite): Promise<void> {
  const { tables, ...values } = now;
  const isMovedInTime = isOtherTime(row, now);
  const isOtherBooker =
    now.name !== row.name || now.phones !== row.phones || now.language !== row.language || now.business_day !== row.business_day;
  const isSameTables = tables.join("\n") === row.tables.join("\n");
  const stay = booking && stayColumns(row, booking, isSameTables);
  await tx.reservation.update({
    where: { id: row.id },
    data: {
      ...values,
      ...stay,
      ...(booking && { override_reason: booking.broken.length > 0 ? said.override_reason : row.override_reason }),
      version: row.version + 1,
      ...(isMovedInTime && { answered: null, answered_at: null, late_minutes: null }),
      booker_version: row.booker_version + (isOtherBooker ? 1 : 0),
      updated_at: moment.iso,
      updated_by: by.actor.id,
    },
  });
  await takeBackSaid(tx, row, now);
  if (!isSameTables) {
    await tx.reservationTable.deleteMany({ where: { reservation_id: row.id } });
    await writeTables(tx, row.id, tables);
  }
  if (now.phones !== row.phones) {
    await tx.reservationPhone.deleteMany({ where: { reservation_id: row.id } });
    await writeNumbers(tx, row.id, readPhones(now.phones, env().DEFAULT_COUNTRY_CODE));
  }
}

/** What waits at a number that is no more the guest's; and a reminder of another time, of which they are reminded anew. */
async function takeBackSaid(tx: Tx<"table">, row: ReservationRow, now: Values): Promise<void> {
  const isOtherNumber = toldAt(now.phones) !== toldAt(row.phones);
  if (isOtherNumber)
    await takeBack(
      tx,
      row.id,
      MESSAGE_KINDS.filter((kind) => kind !== "reminder"),
    );
  if (!isOtherNumber && !isOtherTime(row, now)) return;
  await takeBack(tx, row.id, ["reminder"], { anew: true });
  const others = { reservation_id: row.id, kind: "reminder", state: { not: "withdraw" } };
  await tx.reservationMessage.updateMany({ where: others, data: { state: "dropped" } });
}

/** A party that is here keeps when it came; its tables are held from then on, or from the move. */
function stayColumns(row: ReservationRow, { tables: _, broken: __, ...stay }: Booking, isSameTables: boolean) {
  if (!IN_HOUSE.includes(row.status)) return stay;
  const stay_minutes = Math.max(15, minutesBetween(row.starts_at, stay.held_until));
  return { ends_at: stay.held_until, stay_minutes, held_from: isSameTables ? row.held_from : stay.held_from, held_until: stay.held_until };
}

function outcomeOf(row: ReservationRow, now: Values, booking: Booking | null, said: Said, told: Told) {
  const shown = (from: Omit<Values, "tables"> & { stay_minutes: number; tables: readonly string[] }): Record<string, unknown> => ({
    ...Object.fromEntries(SHOWN.filter((name) => name !== "date" && name !== "tables").map((name) => [name, from[name as "time"]])),
    date: from.business_day,
    tables: from.tables.join(" + "),
  });
  const [was, is] = [shown(row), shown({ ...now, stay_minutes: booking?.stay_minutes ?? row.stay_minutes })];
  const changed = SHOWN.filter((name) => was[name] !== is[name]);
  const also = PRIVATE.filter((name) => row[name] !== now[name]);
  const answer: SavedReservation = {
    ok: true,
    message:
      now.tables.length > 0
        ? `Saved: ${now.time}, ${now.party} people, table ${now.tables.join(" + ")}.`
        : `Saved: ${now.time}, ${now.party} people.`,
    id: row.id,
    code: row.code,
    version: row.version + 1,
    status: row.status,
    tables: now.tables,
    ...told,
  };
  const pick = (from: Record<string, unknown>) => Object.fromEntries(changed.map((name) => [name, from[name]]));
  const broke = booking?.broken.map(({ rule }) => rule) ?? [];
  const payload = { code: row.code, old: pick(was), new: pick(is), also, override: broke.length > 0 ? said.override_reason : "", broke };
  const isNews = changed.length > 0 || also.length > 0;
  return { answer, happened: isNews ? [{ kind: "reservation.changed" as const, subjects: [row.id], payload }] : [] };
}

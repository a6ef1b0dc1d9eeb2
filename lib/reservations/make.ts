import { randomInt } from "node:crypto";
import type Database from "better-sqlite3";
import { v7 as uuid } from "uuid";
import type { BodyOf } from "../api/endpoint";
import type { Caller } from "../caller";
import type { WriteBy } from "../db/actor";
import type { Branch } from "../db/branch";
import type { Tx } from "../db/clients";
import { env } from "../env";
import { AppError } from "../errors";
import type { Outcome } from "../events";
import { type PhoneNumber, readPhones } from "../phones";
import { failpoint } from "../test-hooks";
import { type Booking, bookingOf, type Moment, momentNow, requireWithinLimits } from "./booking";
import type { joinWaitlist, makeReservation, SavedReservation } from "./contract";
import { beginWork } from "./keeper";
import { NOTHING_TOLD, reachUnasked, type Told, tellGuest } from "./messages/tell";
import { isCodeTaken } from "./rows";
import { rulesIn } from "./rules/stored-rules";
import { instantOf, placeOf } from "./times";

type Wanted = BodyOf<typeof makeReservation>;

/** Signs that nobody mistakes for another when they are read out. */
const SIGNS = "ACDEFGHJKLMNPQRTUVWXY34679";

function newCode(sql: Database.Database): string {
  for (;;) {
    const code = Array.from({ length: 6 }, () => SIGNS[randomInt(SIGNS.length)]).join("");
    if (!isCodeTaken(sql, code)) return code;
  }
}

/**
 * Books: chooses the tables and checks them in the transaction that books.
 * @param requireMore what else must hold there, before anything is written
 * @throws AppError `conflict` with `taken` or `problems`, `invalid_request` for a day that is over
 */
export async function book(
  branch: Branch,
  wanted: Wanted,
  by: WriteBy,
  caller: Pick<Caller, "requirePermission">,
  requireMore: (sql: Database.Database) => void = () => {},
): Promise<SavedReservation> {
  const store = await branch.table();
  const moment = momentNow();
  if (wanted.date < moment.today) throw eveningOver("Nothing was booked.");
  const numbers = readPhones(wanted.phones, env().DEFAULT_COUNTRY_CODE);
  const isTold = wanted.tell && wanted.status === "CONFIRMED" && wanted.source !== "walk_in";
  const reach = isTold ? await reachUnasked(store.sql, wanted.phones) : null;
  failpoint("book:begin");
  const answer = await store.write(by, async (tx) => {
    requireMore(store.sql);
    const booking = bookingOf(store.sql, { ...wanted, id: "" }, moment);
    requireWithinLimits(booking, wanted.override_reason, caller);
    const made = await insert(tx, store.sql, { wanted, booking, numbers, moment, by });
    failpoint("book:row");
    const told = reach ? await tellGuest(tx, { ...made, ...booking }, "confirmed", reach, moment) : NOTHING_TOLD;
    return outcomeOf(made, booking, wanted, told, by);
  });
  failpoint("book:committed");
  beginWork(branch.key);
  return answer;
}

/** @param nothing what was not done */
export const eveningOver = (nothing: string) => {
  const message = `This evening is over. Choose this one, or a later one. ${nothing}`;
  return new AppError("invalid_request", message, { issues: [{ path: "date", message }] });
};

interface ToInsert {
  wanted: Wanted;
  booking: Booking;
  numbers: readonly PhoneNumber[];
  moment: Moment;
  by: WriteBy;
}

interface Made {
  id: string;
  code: string;
}

async function insert(tx: Tx<"table">, sql: Database.Database, { wanted, booking, numbers, moment, by }: ToInsert): Promise<Made> {
  const made = { id: uuid(), code: newCode(sql) };
  const { tell: _, tables: __, stay_minutes: ___, date, override_reason, ...said } = wanted;
  const { tables, broken, ...stay } = booking;
  await tx.reservation.create({
    data: {
      ...made,
      ...said,
      ...stay,
      business_day: date,
      status_at: moment.iso,
      status_day: moment.today,
      override_reason: broken.length > 0 ? override_reason : "",
      ...writtenBy(by, moment),
    },
  });
  await writeTables(tx, made.id, tables);
  await writeNumbers(tx, made.id, numbers);
  return made;
}

const writtenBy = (by: WriteBy, { iso }: Moment) => ({
  created_at: iso,
  created_by: by.actor.id,
  updated_at: iso,
  updated_by: by.actor.id,
});

/** The tables that a reservation holds from now on. */
export async function writeTables(tx: Tx<"table">, reservation_id: string, tables: readonly string[]): Promise<void> {
  if (tables.length === 0) return;
  await tx.reservationTable.createMany({ data: tables.map((table_number, position) => ({ reservation_id, position, table_number })) });
}

/** The numbers by which a booker is known elsewhere; what no number can be read of has none. */
export async function writeNumbers(tx: Tx<"table">, reservation_id: string, numbers: readonly PhoneNumber[]): Promise<void> {
  const known = numbers.filter(({ key }) => key !== "");
  if (known.length === 0) return;
  const data = known.map(({ digits, key, calling_code }, position) => ({ reservation_id, position, digits, key, calling_code }));
  await tx.reservationPhone.createMany({ data });
}

function outcomeOf(made: Made, booking: Booking, wanted: Wanted, told: Told, by: WriteBy): Outcome<SavedReservation> {
  const { date, time, party, source, status } = wanted;
  const { tables } = booking;
  const override = booking.broken.length > 0 ? wanted.override_reason : "";
  const where = tables.length > 0 ? `, table ${tables.join(" + ")}` : "";
  return {
    answer: { ok: true, message: `Booked: ${time}, ${party} people${where}.`, ...made, version: 1, status, tables, ...told },
    happened: [
      {
        kind: "reservation.made",
        subjects: [made.id],
        payload: {
          code: made.code,
          date,
          time,
          party,
          tables,
          source,
          status,
          by_guest: by.actor.kind === "system",
          override,
          broke: booking.broken.map(({ rule }) => rule),
        },
      },
    ],
  };
}

/** Puts a party on tonight's waitlist. */
export async function waitAtDoor(branch: Branch, wanted: BodyOf<typeof joinWaitlist>, by: WriteBy): Promise<SavedReservation> {
  const store = await branch.table();
  const moment = momentNow();
  const { date, time } = placeOf(moment.at, moment.hours);
  const starts_at = instantOf(date, time, moment.hours).toISOString();
  const numbers = readPhones(wanted.phones, env().DEFAULT_COUNTRY_CODE);
  const answer = await store.write(by, async (tx) => {
    const made = { id: uuid(), code: newCode(store.sql) };
    // It holds no table before it is seated, and its stay begins then.
    const stay = { starts_at, ends_at: starts_at, held_from: starts_at, held_until: starts_at, stay_minutes: 0 };
    const { rules } = rulesIn(store.sql);
    const repeat_times = wanted.repeat_times ?? rules.ready_times;
    const repeat_every = wanted.repeat_every ?? rules.ready_every;
    const said = { ...wanted, repeat_times, repeat_every };
    const state = { status: "WAITING", status_at: moment.iso, status_day: moment.today, waiting_since: moment.iso };
    await tx.reservation.create({
      data: { ...made, ...said, ...stay, ...state, business_day: date, time, source: "walk_in", ...writtenBy(by, moment) },
    });
    await writeNumbers(tx, made.id, numbers);
    const { party } = wanted;
    const payload = {
      code: made.code,
      date,
      time,
      party,
      tables: [],
      source: "walk_in",
      status: "WAITING",
      by_guest: false,
      override: "",
      broke: [],
    };
    const answer: SavedReservation = {
      ok: true,
      message: `${wanted.name.trim() || "The party"} waits: ${party} ${party === 1 ? "person" : "people"}.`,
      ...made,
      version: 1,
      status: "WAITING",
      tables: [],
      ...NOTHING_TOLD,
    };
    return { answer, happened: [{ kind: "reservation.made" as const, subjects: [made.id], payload }] };
  });
  beginWork(branch.key);
  return answer;
}

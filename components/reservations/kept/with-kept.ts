import type { AnswerOf } from "@/lib/api/endpoint";
import { USUAL_HOURS } from "@/lib/business-day";
import { CAME } from "@/lib/came";
import type { SavedReservation } from "@/lib/reservations/contract";
import type { listReservations } from "@/lib/reservations/day/contract";
import type { Reservation } from "@/lib/reservations/shapes";
import { groupOf, type ReservationStatus } from "@/lib/reservations/states";
import { eveningMinutes } from "@/lib/reservations/times";
import type { KeptChange } from "./kept-changes";

export type Day = AnswerOf<typeof listReservations>;

/** A reservation as this device shows it: what waits to be sent counts already, and is marked. */
export interface ShownReservation extends Reservation {
  /** `waiting`: on this device only, or a change of it is; `refused`: the server said no to a change of it. */
  mark: "waiting" | "refused" | null;
  /** Only on this device: nothing can be done with it before it was sent. */
  isNew: boolean;
}

export interface ShownDay extends Omit<Day, "reservations" | "waitlist"> {
  reservations: ShownReservation[];
  waitlist: ShownReservation[];
}

/** The day as the server said it, with what waits on this device. */
export function withKept(day: Day, branch: string, changes: readonly KeptChange[]): ShownDay {
  const own = changes.filter((change) => change.branch === branch);
  const known = [...day.reservations, ...day.waitlist].map((one) => own.filter(isAbout(one)).reduce(changed, shown(one)));
  const made = own.filter(({ reservation }) => reservation === null).flatMap((change) => madeHere(change, day));
  const all = [...known, ...made];
  const isListed = (one: ShownReservation) => groupOf(one.status) === "waitlist" || (one.waiting_since !== null && one.status === "LEFT");
  return {
    ...day,
    reservations: all.filter((one) => !isListed(one) && one.date === day.date).sort(byTime),
    waitlist: all.filter(isListed).sort(byWaiting),
  };
}

/** The day with a change as the server answered it, until the day itself is asked for anew. */
export function withAnswer(day: Day, change: KeptChange, saved: SavedReservation): Day {
  const { id, code, version, status, tables } = saved;
  const isIt = (one: Reservation) => one.id === (change.reservation ?? change.id);
  const settled = (one: ShownReservation): ShownReservation =>
    isIt(one) ? { ...one, id, code, version, status, tables, mark: null, isNew: false } : one;
  const now = withKept(day, change.branch, [change]);
  return { ...now, reservations: now.reservations.map(settled), waitlist: now.waitlist.map(settled) };
}

const isAbout =
  ({ id }: Reservation) =>
  (change: KeptChange) =>
    change.reservation === id;

const byTime = (a: Reservation, b: Reservation) =>
  eveningMinutes(a.time, USUAL_HOURS) - eveningMinutes(b.time, USUAL_HOURS) || a.code.localeCompare(b.code);
const byWaiting = (a: Reservation, b: Reservation) => (a.waiting_since ?? "").localeCompare(b.waiting_since ?? "");

const shown = (one: Reservation): ShownReservation => ({ ...one, mark: null, isNew: false });

/** A refused change did nothing; one that waits is shown as done, and its next steps are not known yet. */
function changed(one: ShownReservation, change: KeptChange): ShownReservation {
  if (change.refused !== null) return { ...one, mark: "refused" };
  if (change.kind === "step") return { ...one, ...stepped(change.body), seatings: seatingsAfter(one, change.body.to), mark: "waiting" };
  if (change.kind !== "change") return one;
  const { version: _, override_reason: __, tell: ___, tables, stay_minutes, ...said } = change.body;
  return { ...one, ...said, tables: tables ?? one.tables, stay_minutes: stay_minutes ?? one.stay_minutes, mark: "waiting" };
}

/** How often a party has sat down after a step. */
export const seatingsAfter = ({ seatings, status }: Pick<Reservation, "seatings" | "status">, to: ReservationStatus) =>
  seatings + (CAME.includes(to) && !CAME.includes(status) ? 1 : 0);

function stepped({
  to,
  tables,
  reason,
  late_minutes,
}: {
  to: ReservationStatus;
  tables?: string[];
  reason?: Reservation["cancel_reason"];
  late_minutes?: number;
}) {
  return {
    status: to,
    next: [],
    overdue: false,
    over_quoted: false,
    ...(tables && { tables }),
    ...(reason && { cancel_reason: reason }),
    ...(late_minutes !== undefined && { late_minutes }),
  };
}

/** What was booked here and not sent yet. */
function madeHere(change: KeptChange, day: Day): ShownReservation[] {
  const mark = change.refused === null ? ("waiting" as const) : ("refused" as const);
  if (change.kind === "wait") {
    const { body } = change;
    const waits = { waiting_since: change.created_at, quoted_minutes: body.quoted_minutes ?? null, date: day.today };
    return [{ ...blank(change), ...waits, name: body.name, party: body.party, phones: body.phones ?? "", status: "WAITING", mark }];
  }
  if (change.kind !== "make") return [];
  const { body } = change;
  return [
    {
      ...blank(change),
      date: body.date,
      time: body.time,
      party: body.party,
      name: body.name,
      phones: body.phones ?? "",
      tables: body.tables ?? [],
      source: body.source ?? "phone",
      occasion: body.occasion ?? null,
      guest_note: body.guest_note ?? "",
      staff_note: body.staff_note ?? "",
      dietary_note: body.dietary_note ?? "",
      status: change.next_step ?? body.status ?? "CONFIRMED",
      mark,
    },
  ];
}

function blank(change: KeptChange): ShownReservation {
  return {
    id: change.id,
    code: "",
    branch: change.branch,
    version: 0,
    status: "CONFIRMED",
    status_at: change.created_at,
    date: "",
    time: "",
    starts_at: change.created_at,
    ends_at: "",
    stay_minutes: 0,
    party: 0,
    tables: [],
    area: "",
    source: "phone",
    occasion: null,
    name: "",
    phones: "",
    phone_hint: "",
    numbers: undefined,
    language: "",
    guest_note: "",
    staff_note: "",
    dietary_note: "",
    deposit: "",
    taker: "",
    created_by: "",
    created_at: change.created_at,
    updated_by: "",
    updated_at: change.created_at,
    answered: null,
    answered_at: null,
    late_minutes: null,
    cancel_reason: null,
    override_reason: "",
    overdue: false,
    over_stay: false,
    quoted_minutes: null,
    waiting_since: null,
    over_quoted: false,
    calls: 0,
    repeat_times: 0,
    repeat_every: 5,
    table_name: null,
    seatings: 0,
    next: [],
    known: null,
    told: [],
    mark: null,
    isNew: true,
  };
}

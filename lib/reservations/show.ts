import type Database from "better-sqlite3";
import { SEES_ALLERGIES } from "../allergies/hidden";
import { type Caller, holds } from "../caller";
import type { Branch } from "../db/branch";
import { hubStore } from "../db/find-store";
import { statement } from "../db/statements";
import { env } from "../env";
import { masked, readPhones, shownNumbers } from "../phones";
import { seatingsOf } from "../seatings";
import { type Moment, momentNow } from "./booking";
import { knownOf } from "./guests/known";
import { stepButton } from "./reservation-texts";
import type { ReservationRow } from "./rows";
import type { Rules } from "./rules/contract";
import { rulesIn } from "./rules/stored-rules";
import type { May, NextStep, Reservation, ReservationGuest } from "./shapes";
import { groupOf, IN_HOUSE, nextSteps, type ReservationStatus, undoOf } from "./states";
import { factsOf } from "./step-facts";
import { minutesBetween } from "./times";

/** What the caller may do. */
export function mayOf(caller: Pick<Caller, "requirePermission">): May {
  return {
    edit: holds(caller, "reservations_edit"),
    override: holds(caller, "reservations_override"),
    delete: holds(caller, "reservations_delete"),
    phones: holds(caller, "reservations_phones"),
    rules: holds(caller, "reservations_rules"),
  };
}

/** One reservation as the caller may see it. */
export async function showOne(branch: Branch, row: ReservationRow, caller: Caller): Promise<Reservation> {
  const [shown] = await showAll(branch, [row], caller);
  return shown as Reservation; // of one row one is made
}

/** Reservations of a branch as the caller may see them: phones and allergies are left out here, whoever asks. */
export async function showAll(branch: Branch, rows: readonly ReservationRow[], caller: Caller): Promise<Reservation[]> {
  const { sql } = await branch.table();
  const hub = await hubStore();
  const ids = rows.map(({ id }) => id);
  const facts: Shown = {
    branch: branch.key,
    moment: momentNow(),
    rules: rulesIn(sql).rules,
    users: usersOf(hub.sql, rows),
    told: toldOf(sql, hub.sql, ids),
    known: await knownOf(branch, rows, caller),
    may: mayOf(caller),
    seesAllergies: holds(caller, SEES_ALLERGIES),
    seatings: seatingsOf(sql, ids),
    countryCode: env().DEFAULT_COUNTRY_CODE,
  };
  return rows.map((row) => shownOf(row, facts));
}

interface Shown {
  branch: string;
  moment: Moment;
  rules: Rules;
  users: ReadonlyMap<string, string>;
  told: ReadonlyMap<string, Reservation["told"]>;
  known: ReadonlyMap<string, ReservationGuest>;
  may: May;
  seesAllergies: boolean;
  seatings: (id: string) => number;
  countryCode: string;
}

function shownOf(row: ReservationRow, facts: Shown): Reservation {
  const { moment, rules, users, told, known, may, seesAllergies, countryCode } = facts;
  const group = groupOf(row.status);
  const isToday = row.business_day === moment.today;
  const { id, code, version, status, status_at, time, starts_at, ends_at, stay_minutes, party, tables, area, source, occasion, name } = row;
  const { language, guest_note, staff_note, deposit, taker, created_at, updated_at, answered, answered_at, late_minutes, cancel_reason } =
    row;
  const { override_reason, quoted_minutes, waiting_since, calls, repeat_times, repeat_every, table_name } = row;
  const waited = waiting_since === null ? 0 : minutesBetween(waiting_since, moment.at);
  return {
    ...{ id, code, version, status, status_at, time, starts_at, ends_at, stay_minutes, party, tables, area, source, occasion, name },
    ...{ language, guest_note, staff_note, deposit, taker, created_at, updated_at, answered, answered_at, late_minutes, cancel_reason },
    ...{ override_reason, quoted_minutes, waiting_since, calls, repeat_times, repeat_every, table_name },
    branch: facts.branch,
    date: row.business_day,
    phones: may.phones ? row.phones : "",
    phone_hint: hintOf(row.phones, countryCode),
    numbers: may.phones ? shownNumbers(row.phones, countryCode) : [],
    dietary_note: seesAllergies ? row.dietary_note : "",
    created_by: users.get(row.created_by) ?? "",
    updated_by: users.get(row.updated_by) ?? "",
    overdue: isOverdue(row, moment, rules),
    over_stay: isToday && IN_HOUSE.includes(status) && ends_at < moment.iso,
    over_quoted: group === "waitlist" && quoted_minutes !== null && waited > quoted_minutes,
    seatings: facts.seatings(id),
    next: may.edit ? nextOf(row, moment, rules) : [],
    known: known.get(id) ?? null,
    told: told.get(id) ?? [],
  };
}

/** Somebody who should have come by now, later than they said themselves: what is red on a card is what Home counts. */
export function isOverdue(
  { business_day, status, starts_at, late_minutes }: Pick<ReservationRow, "business_day" | "status" | "starts_at" | "late_minutes">,
  moment: Moment,
  { overdue_minutes }: Pick<Rules, "overdue_minutes">,
): boolean {
  const waited = minutesBetween(starts_at, moment.at) - (late_minutes ?? 0);
  return business_day === moment.today && groupOf(status) === "upcoming" && waited >= overdue_minutes;
}

function hintOf(phones: string, countryCode: string): string {
  const [first] = readPhones(phones, countryCode).filter(({ key }) => key !== "");
  return first ? masked(first.digits) : "";
}

function nextOf(row: ReservationRow, moment: Moment, rules: Rules): NextStep[] {
  const facts = factsOf(row, moment);
  const button = (to: ReservationStatus, is_undo: boolean): NextStep => ({
    to,
    label: stepButton(to, is_undo),
    asks: asksOf(row, to, rules),
    is_undo,
  });
  const back = undoOf(facts);
  return [...nextSteps(facts).map((to) => button(to, false)), ...(back === null ? [] : [button(back, true)])];
}

function asksOf(row: ReservationRow, to: ReservationStatus, rules: Rules): NextStep["asks"] {
  if (to === "CANCELLED") return ["reason"];
  if (to === "LATE") return ["late_minutes"];
  const needsTable = (to === "SEATED" || to === "PARTLY_SEATED") && row.tables.length === 0 && rules.tables.length > 0;
  return needsTable ? ["tables"] : [];
}

function usersOf(hub: Database.Database, rows: readonly ReservationRow[]): Map<string, string> {
  const ids = [...new Set(rows.flatMap((row) => [row.created_by, row.updated_by]))];
  const text = "SELECT id, username FROM user WHERE id IN (SELECT value FROM json_each(?))";
  const found = statement<[string], { id: string; username: string }>(hub, text).all(JSON.stringify(ids));
  return new Map(found.map(({ id, username }) => [id, username]));
}

interface Message {
  reservation_id: string;
  kind: Reservation["told"][number]["kind"];
  at: string;
  state: string;
  why: string;
  task_id: string | null;
}

const MESSAGES = `SELECT reservation_id, kind, at, state, why, task_id FROM reservation_message
  WHERE reservation_id IN (SELECT value FROM json_each(?)) AND state <> 'dropped' ORDER BY due_at, id`;
const OF_TASKS = "SELECT task_id, status, delivery, last_error FROM queue_item WHERE task_id IN (SELECT value FROM json_each(?))";

interface Item {
  task_id: string;
  status: string;
  delivery: string | null;
  last_error: string | null;
}

/** The last message of each kind, and what became of it. */
function toldOf(sql: Database.Database, hub: Database.Database, ids: readonly string[]): Map<string, Reservation["told"]> {
  const messages = statement<[string], Message>(sql, MESSAGES).all(JSON.stringify(ids));
  const tasks = messages.flatMap(({ task_id }) => task_id ?? []);
  const items = new Map(
    (tasks.length === 0 ? [] : statement<[string], Item>(hub, OF_TASKS).all(JSON.stringify(tasks))).map((item) => [item.task_id, item]),
  );
  const found = new Map<string, Map<string, Reservation["told"][number]>>();
  for (const { reservation_id, kind, at, state, why, task_id } of messages) {
    const of = found.get(reservation_id) ?? new Map<string, Reservation["told"][number]>();
    of.set(kind, { kind, at, ...stateOf(state, why, task_id === null ? undefined : items.get(task_id)) });
    found.set(reservation_id, of);
  }
  return new Map([...found].map(([id, of]) => [id, [...of.values()]]));
}

function stateOf(state: string, why: string, item: Item | undefined): Pick<Reservation["told"][number], "state" | "why"> {
  if (state === "call") return { state: "call", why };
  if (!item) return { state: "queued", why: "" };
  if (item.status === "FAILED" || item.status === "CANCELLED") return { state: "failed", why: item.last_error ?? "It was stopped." };
  if (item.status !== "SENT") return { state: "queued", why: "" };
  return { state: item.delivery === "delivered" || item.delivery === "read" ? "delivered" : "sent", why: "" };
}

import type { AnswerOf } from "../api/endpoint";
import { type EventRow, entryOf } from "../audit/entries";
import type { Caller } from "../caller";
import type { Branch } from "../db/branch";
import { hubStore } from "../db/find-store";
import { statement } from "../db/statements";
import type { openReservation } from "./contract";
import { noReservation } from "./current";
import { rowById } from "./rows";
import { mayOf, showOne } from "./show";

type Opened = AnswerOf<typeof openReservation>;

const EVENTS = "SELECT e.* FROM event_subject s JOIN event e ON e.seq = s.event_seq WHERE s.subject = ? ORDER BY e.seq DESC";

/** What people call the fields of a change. */
const FIELDS: Record<string, string> = {
  date: "Date",
  time: "Time",
  party: "People",
  stay_minutes: "Stay (minutes)",
  area: "Area",
  source: "Source",
  occasion: "Occasion",
  quoted_minutes: "Quoted minutes",
  tables: "Table",
  name: "Name",
  phones: "Phones",
  language: "Language",
  guest_note: "Guest's note",
  staff_note: "Staff's note",
  dietary_note: "Dietary note",
  deposit: "Deposit",
  taker: "Taken by",
};

/** One reservation with every change of it, the newest first, each by whoever did it. @throws AppError `not_found` */
export async function openOne(branch: Branch, id: string, caller: Caller): Promise<Opened> {
  const { sql } = await branch.table();
  const row = rowById(sql, id);
  if (!row) throw noReservation();
  const hub = await hubStore();
  const users = statement<[], { id: string; username: string }>(hub.sql, "SELECT id, username FROM user").all();
  const names = new Map(users.map((user) => [user.id, user.username]));
  const history = statement<[string], EventRow>(sql, EVENTS)
    .all(id)
    .flatMap((event): Opened["history"] => {
      const entry = entryOf(event, branch.key, { branches: null, depth: "all" }, { from: null, until: null }, names);
      if (!entry) return [];
      return [{ id: entry.id, at: entry.at, who: entry.who.name, what: entry.what, changed: changedIn(event.payload) }];
    });
  return { reservation: await showOne(branch, row, caller), may: mayOf(caller), history };
}

/** Of names, numbers and notes the trail says only that they changed: not what they were. */
function changedIn(payload: string): Opened["history"][number]["changed"] {
  const { old, new: now, also = [] } = JSON.parse(payload) as { old?: unknown; new?: unknown; also?: string[] };
  const isFields = (value: unknown): value is Record<string, unknown> => typeof value === "object" && value !== null;
  const shown =
    isFields(old) && isFields(now)
      ? Object.keys(now).map((field) => ({ field: FIELDS[field] ?? field, old: asRead(old[field]), new: asRead(now[field]) }))
      : [];
  return [...shown, ...also.map((field) => ({ field: FIELDS[field] ?? field, old: "", new: "" }))];
}

const asRead = (value: unknown) => (value === null || value === undefined ? "" : String(value));

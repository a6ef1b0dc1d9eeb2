import type Database from "better-sqlite3";
import { type EventRow, entryOf } from "../audit/entries";
import { formatBirthday } from "../birthday-dates";
import { statement } from "../db/statements";
import { FIELD_NAMES, GUEST_FIELDS, type GuestField, shownField } from "../guest-fields";
import { alsoNames } from "../names";
import type { GuestChange } from "./contract";

/** A store whose events may be about a guest. */
export interface EventSource {
  /** The branch, or `hub`. */
  where: string;
  kind: "contacts" | "table" | "hub";
  sql: Database.Database;
  /** What of the guest the store knows: ids of the contact, of rows, of a loyalty customer, of vouchers. */
  subjects: readonly string[];
}

/** A table's saves name everybody at it: of rows only what was done to the guest. */
const OF_ROWS = "AND e.kind IN ('guest_row.changed', 'guest_row.deleted')";
const eventsOf = (kind: EventSource["kind"]) => `SELECT DISTINCT e.* FROM json_each(?) j CROSS JOIN event_subject s ON s.subject = j.value
  CROSS JOIN event e ON e.seq = s.event_seq ${kind === "table" ? OF_ROWS : ""}`;

/** A change with the place where it stands among all. */
export type PlacedChange = GuestChange & { place: string };

/**
 * What was done to a guest, as the trail says it.
 * @param branches those of whoever asks; null for all
 * @param names of users, by their ids
 */
export function changesIn(
  sources: readonly EventSource[],
  branches: readonly string[] | null,
  names: ReadonlyMap<string, string>,
): PlacedChange[] {
  return sources.flatMap(({ where, kind, sql, subjects }) => {
    const rows = statement<[string], EventRow>(sql, eventsOf(kind)).all(JSON.stringify(subjects));
    return rows.flatMap((row) => {
      const entry = entryOf(row, where, { branches, depth: "all" }, { from: null, until: null }, names);
      if (!entry) return [];
      const { id, at, who, what } = entry;
      const place = `${at} ${where} ${kind} ${String(row.seq).padStart(12, "0")}`;
      return [{ id, at, who: who.name, where: entry.where, what, changed: fieldsIn(row.payload), place }];
    });
  });
}

/** The fields of a guest that an event says were other before. */
function fieldsIn(payload: string): GuestChange["changed"] {
  const { old, new: now } = JSON.parse(payload) as { old?: unknown; new?: unknown };
  if (!isFields(old) || !isFields(now)) return [];
  return FIELD_NAMES.filter((field) => field in now).map((field) => ({
    field: GUEST_FIELDS[field].label,
    old: asRead(field, old[field]),
    new: asRead(field, now[field]),
  }));
}

const isFields = (value: unknown): value is Record<string, unknown> => typeof value === "object" && value !== null && !Array.isArray(value);

function asRead(field: GuestField, value: unknown): string {
  if (typeof value !== "string") return value === null || value === undefined ? "" : String(value);
  if (field === "birthday") return formatBirthday(value);
  return field === "also" ? alsoNames(value).join(", ") : shownField(field, value);
}

const OF_CONTACT = `SELECT id FROM contact WHERE seq = @seq
  UNION SELECT a.id FROM contact_alias a JOIN contact c ON c.id = a.contact_id WHERE c.seq = @seq`;

/** The ids of a guest of a book, those that lead to them included. */
export function idsInBook(book: Database.Database, seq: number): string[] {
  return statement<{ seq: number }[], { id: string }>(book, OF_CONTACT)
    .all({ seq })
    .map(({ id }) => id);
}

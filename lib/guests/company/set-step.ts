import type Database from "better-sqlite3";
import { batchOfDecisions, decisionTarget, onLine, placeNow } from "../../book/decision-target";
import { publish } from "../../book/publishing";
import type { Decision } from "../../book/record-shapes";
import type { DayHours } from "../../business-day";
import { timestamp } from "../../clock";
import type { WriteBy } from "../../db/actor";
import { bulkWrite } from "../../db/bulk-write";
import type { Happening } from "../../events";
import type { PhoneNumber } from "../../phones";
import { failpoint } from "../../test-hooks";
import { rowWriter, type StoredRow } from "../row-writer";
import { companyText } from "./words";

export interface CompanyOfDateInput {
  file: string;
  by: WriteBy;
  date: string;
  company: string;
  /** Every event of it has this as a subject: undoing it finds what was there by it. */
  undoId: string;
}

type Say = (happening: Happening) => void;

/** A guest whose company is to be another, where it stands: in a guest row, at an open table, or in the guest book. */
export interface CompanyChange {
  place: "row" | "table" | "book";
  /** A row that came from a table has the id that the guest has there. */
  id: string;
  old: string;
  now: string;
}

/**
 * Sets the company of everybody at the tables of a business day: the guest rows, and the guests at tables that are still open,
 * because rows follow their table.
 * @returns how many rows and guests at open tables it is set for, by this call or the first one of the same `undoId`
 */
export function setCompanyAtTables({ file, by, date, company, undoId }: CompanyOfDateInput): number {
  const updated = bulkWrite(file, by, (database, say) => {
    const rows = database.prepare<[string, string], { id: string; old: string }>(
      "SELECT id, company AS old FROM guest_row WHERE business_day = ? AND company <> ? ORDER BY seq",
    );
    const seated = database.prepare<[string, string], { id: string; old: string }>(
      `SELECT g.id, g.company AS old FROM table_guest g JOIN saved_table t ON t.id = g.table_id
       WHERE t.business_day = ? AND t.closed_by IS NULL AND g.company <> ? ORDER BY g.table_id, g.position`,
    );
    const changesAt = (place: CompanyChange["place"], all: { id: string; old: string }[]) =>
      all.map((one): CompanyChange => ({ place, ...one, now: company }));
    changeRows(database, changesAt("row", rows.all(date, company)), undoId, say);
    failpoint("set-company:rows");
    changeSeated(database, changesAt("table", seated.all(date, company)), undoId, say);
    return { answer: companiesSet(database, undoId).length, happened: [] };
  });
  failpoint("set-company:tables");
  return updated;
}

/** Everything that an event of an undo id says of companies, in the order in which it was done. */
export function companiesSet(database: Database.Database, undoId: string): CompanyChange[] {
  const events = database.prepare<[string], { kind: string; subjects: string; payload: string }>(
    `SELECT e.kind, e.subjects, e.payload FROM event_subject s JOIN event e ON e.seq = s.event_seq WHERE s.subject = ?
     AND e.kind IN ('guest_row.changed', 'table.saved', 'contact.changed') ORDER BY e.seq`,
  );
  type Said = {
    old?: { company: string };
    new?: { company: string };
    corrected?: { id: string; old: { company: string }; new: { company: string } }[];
  };
  return events.all(undoId).flatMap(({ kind, subjects, payload }): CompanyChange[] => {
    const said = JSON.parse(payload) as Said; // written here
    const id = (JSON.parse(subjects) as string[])[0] ?? "";
    if (kind === "table.saved")
      return (said.corrected ?? []).map((one) => ({ place: "table", id: one.id, old: one.old.company, now: one.new.company }));
    return [{ place: kind === "contact.changed" ? "book" : "row", id, old: said.old?.company ?? "", now: said.new?.company ?? "" }];
  });
}

/** One change for each guest: what was said at this place; where nothing was, what another place said of the same guest. */
export function changesOf(place: CompanyChange["place"], changes: readonly CompanyChange[]): CompanyChange[] {
  const each = new Map<string, CompanyChange>();
  for (const change of changes) if (change.place === place || !each.has(change.id)) each.set(change.id, change);
  return [...each.values()];
}

/** Changes guest rows, each at a new place. @returns how many were as the changes say */
export function changeRows(database: Database.Database, changes: readonly CompanyChange[], undoId: string, say: Say): number {
  const find = database.prepare<[string], StoredRow>("SELECT * FROM guest_row WHERE id = ?");
  const numbersOf = database.prepare<[number], PhoneNumber>(
    "SELECT '' AS typed, digits, key, calling_code FROM guest_row_phone WHERE guest_seq = ? ORDER BY position",
  );
  const { insert, remove } = rowWriter(database);
  let changed = 0;
  for (const { id, old, now } of changes) {
    const row = find.get(id);
    if (row?.company !== old) continue;
    const numbers = numbersOf.all(row.seq);
    remove(row.seq);
    const { seq: _, ...rest } = row;
    insert({ ...rest, company: now }, numbers);
    const payload = { why: "company" as const, business_day: row.business_day, old: { company: old }, new: { company: now } };
    say({ kind: "guest_row.changed", subjects: [id, undoId], payload });
    changed++;
  }
  return changed;
}

/** Changes guests at open tables, as one save of each table. @returns how many were as the changes say */
export function changeSeated(database: Database.Database, changes: readonly CompanyChange[], undoId: string, say: Say): number {
  const find = database.prepare<[string], { company: string; table_id: string }>(
    "SELECT g.company, g.table_id FROM table_guest g JOIN saved_table t ON t.id = g.table_id WHERE g.id = ? AND t.closed_by IS NULL",
  );
  const update = database.prepare<[string, string]>("UPDATE table_guest SET company = ? WHERE id = ?");
  const tables = new Map<string, { id: string; old: { company: string }; new: { company: string } }[]>();
  for (const { id, old, now } of changes) {
    const guest = find.get(id);
    if (guest?.company !== old) continue;
    update.run(now, id);
    const corrected = tables.get(guest.table_id) ?? [];
    tables.set(guest.table_id, corrected);
    corrected.push({ id, old: { company: old }, new: { company: now } });
  }
  const save = database.prepare<
    [string, string],
    { name: string; table_number: string; business_day: string; version: number; guests: number }
  >(
    `UPDATE saved_table SET version = version + 1, saved_at = ?, taken_for = NULL WHERE id = ?
     RETURNING name, table_number, business_day, version, (SELECT count(*) FROM table_guest g WHERE g.table_id = saved_table.id) AS guests`,
  );
  let changed = 0;
  for (const [table, corrected] of tables) {
    const saved = save.get(timestamp(), table);
    if (!saved) continue;
    const { name: table_name, ...rest } = saved;
    const payload = { table_name, ...rest, changed: null, added: [], removed: [], corrected };
    say({ kind: "table.saved", subjects: [table, ...corrected.map(({ id }) => id), undoId], payload });
    changed += corrected.length;
  }
  return changed;
}

export interface CompanyInBookInput extends CompanyOfDateInput {
  hours: DayHours;
  /** ISO 8601 in UTC with Z. */
  now: string;
  /** When the business day begins and ends. */
  from: string;
  to: string;
  backups: string[];
  /** For how many at the tables it is set. */
  atTables: number;
}

export interface CompanySet {
  message: string;
  detail: string;
  updated: number;
  backups: string[];
  undo_id: string | null;
}

/** The same for everybody who was added to the guest book that day: the last step, which ends the call. */
export function setCompanyInBook(input: CompanyInBookInput): CompanySet {
  const { file, by, date, company, undoId, atTables, backups } = input;
  const answer = bulkWrite(file, by, (database, say) => {
    const added = database
      .prepare<[string, string, string], { seq: number }>(
        "SELECT seq FROM contact WHERE added_at >= ? AND added_at < ? AND company <> ? ORDER BY seq",
      )
      .all(input.from, input.to, company);
    const spoken = decisionTarget(database, input.hours);
    const place = placeNow(database, input, batchOfDecisions(undoId));
    const decisions = added.map(({ seq }, line): Decision => {
      const { about } = spoken(seq);
      return { ...onLine(place, line), kind: "fields", about, values: { company } };
    });
    publish(database, { decisions }, { hours: input.hours, say, why: "company", subjects: [undoId] });
    failpoint("set-company:book");
    const inBook = companiesSet(database, undoId).length;
    const updated = atTables + inBook;
    const undo_id = updated > 0 ? undoId : null;
    return { answer: { ...companyText(company, date, atTables, inBook), updated, backups, undo_id }, happened: [] };
  });
  failpoint("set-company:committed");
  return answer;
}

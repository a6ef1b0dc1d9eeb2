import { expect } from "vitest";
import { searchByDate } from "@/lib/date-search/contract";
import { hubFile, storeFile } from "@/lib/db/files";
import { endOfDay, mergeTables } from "@/lib/evening/contract";
import { searchContacts } from "@/lib/guest-search/contract";
import { importContacts } from "@/lib/import/contract";
import { runMergeByDateFallback } from "@/lib/merging/contract";
import { clockAt } from "../support/clocks";
import { type Answered, call } from "../support/house";
import { rows } from "../support/stores";
import { END_OF_DAY } from "../support/tables";

export const DATE = "2026-11-20";

/** Brings lines of CSV into a branch's guest book. */
export async function bring(
  lines: string[],
  { header = "name,phones,added_at", branch }: { header?: string; branch?: string } = {},
): Promise<void> {
  const raw = [header, ...lines].join("\n");
  const { status, answer } = await call("admin", importContacts, { raw, headers: { "content-type": "text/csv" }, branch });
  expect(status, JSON.stringify(answer)).toBe(200);
}

export async function find(search: string, branch?: string) {
  return (await call("staff", searchContacts, { query: { search }, branch })).answer.contacts;
}

export async function ofDate(date = DATE, branch?: string) {
  return (await call("staff", searchByDate, { query: { date } as never, branch })).answer.contacts;
}

/** The id of a row of the date search, by name. */
export async function rowId(name: string, branch?: string): Promise<string> {
  const row = (await ofDate(DATE, branch)).find((one) => one.name === name);
  if (!row) throw new Error(`${name} is not found`);
  return row.id;
}

export async function mergeAll(branch?: string): Promise<void> {
  expect((await call("admin", mergeTables, { branch })).status).toBe(200);
}

export async function endDay(branch?: string) {
  clockAt(END_OF_DAY);
  const { status, answer } = await untilTidied(() => call("admin", endOfDay, { branch }));
  expect(status, JSON.stringify(answer)).toBe(200);
  return answer;
}

const tidyings = () => rows(hubFile(), "SELECT 1 FROM job WHERE kind = 'optimise-search' AND state <> 'running'").length;

/** An End of Day begins to tidy the search beside its answer: until that is done nobody can be erased, and the hub still changes. */
export async function untilTidied(end: () => Promise<Answered<typeof endOfDay>>): Promise<Answered<typeof endOfDay>> {
  const before = tidyings();
  const answered = await end();
  if (answered.status === 200 && !answered.answer.already_done) await expect.poll(tidyings).toBeGreaterThan(before);
  return answered;
}

export async function mergeDate(date = DATE) {
  const { status, answer } = await call("admin", runMergeByDateFallback, { query: { date, force: "true", backup: "false" } as never });
  expect(status, JSON.stringify(answer)).toBe(200);
  return answer;
}

/** `name phones` of a branch's guest book, sorted. */
export function book(branch = "jounieh"): string[] {
  const all = rows<{ name: string; phones: string }>(storeFile(branch as "jounieh", "contacts"), "SELECT name, phones FROM contact");
  return all.map(({ name, phones }) => `${name} ${phones}`.trim()).sort();
}

/** The same of its guest rows. */
export function guestRows(branch = "jounieh"): string[] {
  const all = rows<{ name: string; phones: string }>(storeFile(branch as "jounieh", "table"), "SELECT name, phones FROM guest_row");
  return all.map(({ name, phones }) => `${name} ${phones}`.trim()).sort();
}

export interface EventRow {
  kind: string;
  subjects: string[];
  payload: Record<string, never>;
}

export function eventsOf(kind: "contacts" | "table", branch = "jounieh"): EventRow[] {
  const all = rows<{ kind: string; subjects: string; payload: string }>(
    storeFile(branch as "jounieh", kind),
    "SELECT kind, subjects, payload FROM event ORDER BY seq",
  );
  return all.map((row) => ({ kind: row.kind, subjects: JSON.parse(row.subjects), payload: JSON.parse(row.payload) }));
}

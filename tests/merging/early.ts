import Database from "better-sqlite3";
import { expect } from "vitest";
import { storeFile } from "@/lib/db/files";
import { closeStores } from "@/lib/db/find-store";
import { endOfDay, mergeTables } from "@/lib/evening/contract";
import { runMergeByDate } from "@/lib/merging/contract";
import { saveTable } from "@/lib/tables/contract";
import { clockAt } from "../support/clocks";
import { checkEvents } from "../support/event-invariants";
import { call } from "../support/house";
import { rows } from "../support/stores";
import { END_OF_DAY, EVENING, METADATA, open, seat } from "../support/tables";

export const DATE = "2026-11-20";

export interface Guest {
  id?: string;
  name: string;
  phones: string;
  birthday?: string;
  email?: string;
}

export async function mergeAll(branch = "ehden"): Promise<void> {
  expect((await call("admin", mergeTables, { branch })).status).toBe(200);
}

export async function endTheDay(branch = "ehden") {
  clockAt(END_OF_DAY);
  const { status, answer } = await call("admin", endOfDay, { branch });
  expect(status).toBe(200);
  return answer;
}

export async function mergeByDate(date = DATE, more: { include_earlier?: "false" } = {}) {
  const query = { action: "merge_by_date_all_branches" as const, date, force: "true" as const, backup: "false" as const, ...more };
  const { status, answer } = await call("admin", runMergeByDate, { query });
  expect(status).toBe(200);
  return answer;
}

let seated = 0;

/** Seats a party, after all before it, and central takes it before its End of Day. */
export async function takenEarly(guests: Guest[], branch = "ehden", number?: string): Promise<string> {
  clockAt(new Date(Date.parse(EVENING) + ++seated * 1_000).toISOString());
  const { answer } = await seat(guests, { branch, number });
  await mergeAll(branch);
  await mergeByDate();
  return answer.table_name;
}

export async function saveAgain(name: string, contacts: Guest[], branch = "ehden"): Promise<void> {
  const { status } = await call("staff", saveTable, { branch, body: { metadata: METADATA, contacts, table_name: name } });
  expect(status).toBe(200);
}

/** The guests of a table with the ids by which a tablet knows them. */
export async function guestsOf(name: string, branch = "ehden"): Promise<Guest[]> {
  return (await open(name, branch)).answer.contacts.map(({ id, name, phones, birthday }) => ({ id, name, phones, birthday }));
}

const bookOf = (branch: "central" | "ehden") => rows<{ name: string; phones: string; also: string }>(storeFile(branch, "contacts"), "SELECT name, phones, also FROM contact ORDER BY name, phones"); // biome-ignore format: one line
export const central = () => bookOf("central");
export const numbers = () =>
  rows<{ digits: string }>(storeFile("central", "contacts"), "SELECT digits FROM contact_phone ORDER BY digits").map((row) => row.digits);
export const guest = (name: string, phones: string, also = "") => ({ name, phones, also });

/** Rows that may still change, as central has them. */
export const kept = () =>
  rows(storeFile("central", "contacts"), "SELECT * FROM source_record WHERE booked = 0 AND coalesce(said, '') <> 'gone'");

export async function checkCentral(): Promise<void> {
  await closeStores();
  const database = new Database(storeFile("central", "contacts"), { readonly: true });
  checkEvents(database, "central/contacts.db");
  database.close();
}

/** A file of one guest, to be imported. */
export function csv(row: string) {
  return { raw: `name,phones\n${row}\n`, headers: { "content-type": "text/csv" } };
}

import type Database from "better-sqlite3";
import { type ChainedFields, hashOf } from "../db/event-chain";
import { withoutThem } from "./blank-rows";
import { ABOUT_ONE_GUEST, idsOfNumbers, isTelling, type Knowing, type TheirMarks } from "./redact-person";

/** An event of a store that says something of a person: its number, and its hash when it does so no more. */
export type PlannedEvent = [seq: number, hash: string];

interface StoredEvent extends ChainedFields {
  seq: number;
  hash: string;
}

/**
 * The events that say something of a person. They stay in the chain with the hashes that they were written with, which no
 * longer fit what is left of them: the check asks for the hashes of this plan then, so the plan has to be kept first.
 */
export function planEvents(database: Database.Database, knowing: Omit<Knowing, "at">): PlannedEvent[] {
  const events = database.prepare<[], StoredEvent>("SELECT * FROM event ORDER BY seq");
  const planned: PlannedEvent[] = [];
  let before = "";
  for (const event of events.iterate()) {
    const left = payloadWithout(event, knowing);
    if (left !== null) planned.push([event.seq, hashOf({ ...event, payload: left }, before)]);
    before = event.hash;
  }
  return planned;
}

const ROWS_WITH_IDS = ["contact", "guest_row", "table_guest", "loyalty_customer"];

/**
 * Ids of rows that had one of the person's numbers and are no more: later events speak of them by these alone. A row that still
 * stands is not among them: somebody may have corrected a number in it that was never theirs.
 */
export function pastIds(database: Database.Database, marks: TheirMarks, country: string): string[] {
  const byNumber = { ...marks, id: () => false };
  const ids = new Set<string>();
  for (const { at, payload } of database.prepare<[], { at: string; payload: string }>("SELECT at, payload FROM event").iterate()) {
    if (!marks.mayHold(payload)) continue;
    for (const id of idsOfNumbers(JSON.parse(payload), { marks: byNumber, at, country, texts: [] })) ids.add(id);
  }
  const tables = database.prepare<[], string>("SELECT name FROM sqlite_schema WHERE type = 'table'").pluck().all();
  for (const table of ROWS_WITH_IDS.filter((name) => tables.includes(name))) {
    const find = database.prepare<[string], number>(`SELECT 1 FROM ${table} WHERE id = ?`).pluck();
    for (const id of ids) if (find.get(id)) ids.delete(id);
  }
  return [...ids];
}

/** Takes what the plan says out of the events, within a transaction. @returns how many say less now */
export function eraseFromEvents(database: Database.Database, planned: readonly PlannedEvent[], knowing: Omit<Knowing, "at">): number {
  if (planned.length === 0) return 0;
  const find = database.prepare<[number], StoredEvent>("SELECT * FROM event WHERE seq = ?");
  const put = database.prepare<[string, number]>("UPDATE event SET payload = ? WHERE seq = ?");
  let erased = 0;
  whileEventsMayChange(database, () => {
    for (const [seq] of planned) {
      const event = find.get(seq);
      const left = event && payloadWithout(event, knowing);
      if (!event || left === null || left === undefined) continue;
      put.run(left, seq);
      erased++;
    }
  });
  return erased;
}

function payloadWithout({ kind, at, subjects, payload }: StoredEvent, { marks, country, texts }: Omit<Knowing, "at">): string | null {
  const isTheirs = ABOUT_ONE_GUEST.has(kind) && (JSON.parse(subjects) as string[]).some(marks.id);
  const telling = texts.filter(isTelling);
  // Most events are about others, and reading each of a million takes longer than all the rest.
  if (!isTheirs && !marks.mayHold(payload) && !payload.includes('"id"') && !telling.some((text) => payload.includes(text))) return null;
  return withoutThem(payload, { marks, country, texts: telling, at }, isTheirs);
}

const GUARD = "event_never_changes";

/** Nothing else may ever change an event: the trigger that holds that is away within this transaction alone. */
function whileEventsMayChange(database: Database.Database, work: () => void): void {
  const guard = database.prepare<[string], string>("SELECT sql FROM sqlite_schema WHERE type = 'trigger' AND name = ?").pluck().get(GUARD);
  database.exec(`DROP TRIGGER IF EXISTS ${GUARD}`);
  work();
  database.exec(guard ?? "");
}

import type Database from "better-sqlite3";
import { v7 as uuid } from "uuid";
import { timestamp } from "../clock";
import type { Happening } from "../events";
import type { WriteBy } from "./actor";
import type { Tx } from "./clients";
import { hashOf, LAST_HASH } from "./event-chain";
import { statement } from "./statements";

function eventRow(by: WriteBy, { kind, subjects, payload }: Happening) {
  return {
    id: uuid(),
    at: timestamp(),
    kind,
    actor_kind: by.actor.kind,
    actor_id: by.actor.id,
    request_id: by.request_id,
    subjects: JSON.stringify(subjects),
    payload: JSON.stringify(payload),
  };
}

/** Writes what happened within the transaction that did it. */
export async function writeEvents(tx: Tx<"hub"> | Tx<"contacts"> | Tx<"table">, by: WriteBy, happened: Happening[]): Promise<void> {
  if (happened.length === 0) return;
  // The event table is the same in all three stores; one client's types stand for it.
  const { event } = tx as Tx<"hub">;
  const last = await event.findFirst({ select: { hash: true }, orderBy: { seq: "desc" } });
  let before = last?.hash ?? "";
  const chained = happened.map((happening) => {
    const row = eventRow(by, happening);
    before = hashOf(row, before);
    return { ...row, hash: before };
  });
  await event.createMany({ data: chained });
}

/** The same over a bulk step's connection, one by one: a merge says a hundred thousand of them. */
export function eventWriter(database: Database.Database, by: WriteBy): (happening: Happening) => void {
  const insert = database.prepare(
    `INSERT INTO event (id, at, kind, actor_kind, actor_id, request_id, subjects, payload, hash)
     VALUES (@id, @at, @kind, @actor_kind, @actor_id, @request_id, @subjects, @payload, @hash)`,
  );
  let before: string | null = null;
  return (happening) => {
    before ??= (database.prepare(LAST_HASH).get() as { hash: string } | undefined)?.hash ?? "";
    const row = eventRow(by, happening);
    before = hashOf(row, before);
    insert.run({ ...row, hash: before });
  };
}

/** The sequence number of a store's newest event, 0 before the first: it grows with every write, and never else. */
export function lastEvent(sql: Database.Database): number {
  return statement<[], { seq: number }>(sql, "SELECT coalesce(max(seq), 0) AS seq FROM event").get()?.seq ?? 0;
}

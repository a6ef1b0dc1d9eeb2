import type Database from "better-sqlite3";
import type { Happening, Outcome } from "../events";
import { failpoint } from "../test-hooks";
import type { WriteBy } from "./actor";
import { eventWriter } from "./event-rows";
import { findReceipt, keepReceiptSql } from "./idempotency-receipts";
import { openWriting } from "./pragmas";

/** A bulk step waits for another process's lock in its own thread, so it may block there. */
const PATIENCE = 5_000;

/**
 * What a step would do, for somebody who decides by that: it works as in `bulkWrite`, and all of it is taken back.
 * @param work may hear what would have happened by `say`
 */
export function bulkTrial<Answer>(
  file: string,
  work: (database: Database.Database, say: (happening: Happening) => void, said: readonly Happening[]) => Answer,
): Answer {
  const database = openWriting(file, PATIENCE);
  try {
    database.exec("BEGIN IMMEDIATE");
    const said: Happening[] = [];
    return work(database, (happening) => void said.push(happening), said);
  } finally {
    database.close(); // an open transaction goes with its connection
  }
}

/**
 * The twin of `Store.write` for bulk steps, inside their thread: one transaction with a connection of its own commits the
 * data, what happened and the receipt. The caller holds the store's turn (`Store.bulk`).
 * @param work may say single happenings as it goes by `say`, instead of holding a hundred thousand of them
 * @param prepare what must be set up on the connection before the transaction, such as attached files
 */
export function bulkWrite<Answer>(
  file: string,
  by: WriteBy,
  work: (database: Database.Database, say: (happening: Happening) => void) => Outcome<Answer>,
  prepare: (database: Database.Database) => void = () => {},
): Answer {
  const database = openWriting(file, PATIENCE);
  try {
    prepare(database);
    return database
      .transaction(() => {
        database.prepare("UPDATE store_lock SET turns = turns + 1 WHERE id = 1").run();
        const earlier = by.receipt && findReceipt(database, by.receipt);
        if (earlier) return earlier.answer as Answer; // kept by this very call, with its own answer's type
        const say = eventWriter(database, by);
        const { answer, happened } = work(database, say);
        for (const happening of happened) say(happening);
        failpoint("bulk-write:events");
        if (by.receipt) keepReceiptSql(database, by.receipt, answer);
        failpoint("bulk-write:receipt");
        return answer;
      })
      .immediate();
  } finally {
    database.close();
  }
}

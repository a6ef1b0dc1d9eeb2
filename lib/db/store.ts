import type Database from "better-sqlite3";
import type { Outcome } from "../events";
import { failpoint } from "../test-hooks";
import type { WriteBy } from "./actor";
import { type BulkStep, type BulkWatch, runBulk } from "./bulk-steps";
import { checkpointAtStop, inodeOf, keepWal } from "./checkpoint";
import type { ClientOf, HubClient, Tx } from "./clients";
import { clientsOf, type Hear } from "./clients-of-file";
import { writeEvents } from "./event-rows";
import { isBusy } from "./failures";
import type { StoreKind } from "./files";
import { findReceiptIn, keepReceipt } from "./idempotency-receipts";
import { noteLastCommitSafely } from "./last-commits";
import { READ_PATIENCE, tryWhileLocked } from "./locks";
import { endNow } from "./lost-writes";
import { createMutex } from "./mutex";
import { openReading } from "./pragmas";
import { settleJournal } from "./rollback-journal";
import { hearFailures } from "./statements";

/**
 * An open store. Reads and writes go over different connections: on one shared connection an acknowledged write can
 * vanish with another request's rollback (docs/design/stack.md, Writes that must not vanish).
 */
export interface Store<Kind extends StoreKind> {
  kind: Kind;
  file: string;
  read: ClientOf[Kind];
  /** The same file, opened read-only, for the few reads that must be as fast as SQLite itself. */
  sql: Database.Database;
  /**
   * One transaction, alone in this process: it commits the data, what happened and, where the call has a key, its
   * receipt; work that answers `undefined` keeps none. The work awaits nothing but the database: no call, no file, no timer.
   * @returns the work's answer, or the first one when the call's key has been answered before; the work is then not done
   * @throws AppError `busy` when another process holds the lock for more than five seconds, `disk_full`, `db_corrupt`,
   *   `idempotency_mismatch`
   */
  write<Answer>(by: WriteBy, work: (tx: Tx<Kind>) => Promise<Outcome<Answer>>): Promise<Answer>;
  /**
   * The same for a step in a thread of its own (`bulkWrite`), while this process's transactions wait.
   * @param input what the step needs besides this store's file and `by`
   */
  bulk<Answer>(by: WriteBy, step: BulkStep, input: object, watch?: BulkWatch): Promise<Answer>;
  /** @param options.checkpoint at a clean stop: leaves everything in the one file, if that is still the one that was opened */
  close(options?: { checkpoint: boolean }): Promise<void>;
  /** Closes the store and leaves its file as it is: what stands in the `-wal` is not written into a damaged file. */
  drop(): Promise<void>;
}

/**
 * Stands around every write: looks before it, and again before it is acknowledged.
 * @param patience how long it goes on looking at a store that another process holds, in milliseconds
 */
export type Guard = <T>(work: () => Promise<T>, patience?: number) => Promise<T>;

/** How long a transaction goes on trying while another process holds the lock, in milliseconds. */
const WRITE_PATIENCE = 5_000;
const TRANSACTION_LIMIT = 15_000;
/** How long a clean stop waits for a bulk step that is under way, in milliseconds. */
const CLOSING_PATIENCE = 2_000;

/** Whether somebody may write a store. @throws AppError where not @param step null for a transaction here */
export type MayWrite = (by: WriteBy, step: BulkStep | null) => void;

function bulkStep<Answer>(
  file: string,
  step: BulkStep,
  input: { by: WriteBy },
  watch: BulkWatch | undefined,
  mayWrite: MayWrite,
): Promise<Answer> {
  mayWrite(input.by, step);
  settleJournal(file);
  return runBulk<Answer>(step, { ...input, file }, watch);
}

function heardBy<Answer>(hear: Hear, work: Promise<Answer>): Promise<Answer> {
  return work.catch((error: unknown) => {
    hear(error);
    throw error;
  });
}

/** Tries a write again while another process holds the lock. @returns what does that, given when the write was asked for */
function patientWrites(guard: Guard) {
  let lastGivenUp = Number.NEGATIVE_INFINITY;
  return async <Answer>(asked: number, work: () => Promise<Answer>): Promise<Answer> => {
    // Whoever stood in line while another gave up has waited for the same lock, and tries once: nobody waits for all before.
    const patience = asked < lastGivenUp ? 0 : WRITE_PATIENCE;
    try {
      return await guard(async () => tryWhileLocked(work, patience), Math.min(patience, READ_PATIENCE));
    } catch (error) {
      if (isBusy(error)) lastGivenUp = performance.now();
      throw error;
    }
  };
}

/**
 * Opens a file that has passed the check before opening.
 * @param hear is told of every read and write that fails: SQLite meets a damaged page when it is first read
 * @param mayWrite is asked in the turn of each write, so that nothing comes in behind what was decided meanwhile
 */
export function openStore<Kind extends StoreKind>(
  kind: Kind,
  file: string,
  guard: Guard = (work) => work(),
  hear: Hear = () => {},
  mayWrite: MayWrite = () => {},
): Store<Kind> {
  const clients = clientsOf(kind, file, hear);
  const sql = openReading(file);
  hearFailures(sql, hear);
  const turns = createMutex();
  const inode = inodeOf(file);
  // A `-wal` belongs to whatever lies in the file's place: never open another file there, it would take our rows over.
  const isInPlace = () => inodeOf(file) === inode;
  const wal = keepWal(file, (work) => turns.run(() => guard(work)), isInPlace);
  wal.written(); // a server that was killed may have left one
  /** Before a write is acknowledged, it is written down where the store ends with it. */
  const settled = <Answer>(by: WriteBy, work: Promise<Answer>): Promise<Answer> =>
    heardBy(hear, work)
      .then((answer) => {
        noteLastCommitSafely(file, () => endNow(file, sql));
        return markKept(by, answer);
      })
      .finally(wal.written);

  const patiently = patientWrites(guard);

  return {
    kind,
    file,
    get read() {
      return clients.reading;
    },
    sql,
    write(by, work) {
      const asked = performance.now();
      return settled(
        by,
        turns.run(() => patiently(asked, () => transaction(clients.writing, by, work, mayWrite))),
      );
    },
    bulk: <Answer>(by: WriteBy, step: BulkStep, input: object, watch?: BulkWatch) =>
      settled(
        by,
        turns.run(() => guard(async () => bulkStep<Answer>(file, step, { ...input, by }, watch, mayWrite))),
      ),
    async close(options) {
      wal.end();
      sql.close();
      await clients.disconnect();
      if (options?.checkpoint && isInPlace()) await turns.run(async () => checkpointAtStop(file), CLOSING_PATIENCE);
    },
    async drop() {
      wal.end();
      await clients.disconnect().catch(() => {});
      sql.close(); // the last, because SQLite empties the -wal when a connection that may write closes last
    },
  };
}

/** A step without an answer is not the whole of its call: whoever answers the call keeps its receipt. */
const isCallsAnswer = (answer: unknown) => answer !== undefined;

function markKept<Answer>(by: WriteBy, answer: Answer): Answer {
  if (by.receipt && isCallsAnswer(answer)) by.receipt.kept = true;
  return answer;
}

/**
 * The adapter begins with a plain BEGIN. The first statement writes, so that the lock is taken at once, while waiting
 * for it is still possible: a transaction that has read first fails at its first write instead.
 */
function transaction<Kind extends StoreKind, Answer>(
  client: ClientOf[Kind],
  by: WriteBy,
  work: (tx: Tx<Kind>) => Promise<Outcome<Answer>>,
  mayWrite: MayWrite,
): Promise<Answer> {
  return (client as HubClient).$transaction(
    async (tx) => {
      await tx.$executeRaw`UPDATE store_lock SET turns = turns + 1 WHERE id = 1`;
      const earlier = by.receipt && (await findReceiptIn(tx, by.receipt));
      if (earlier) return earlier.answer as Answer; // kept by this very call, with its own answer's type
      mayWrite(by, null);
      // Each generated client types its own transaction; the caller's kind says which one this is.
      const { answer, happened } = await work(tx as unknown as Tx<Kind>);
      await writeEvents(tx, by, happened);
      failpoint("write:events");
      if (by.receipt && isCallsAnswer(answer)) await keepReceipt(tx, by.receipt, answer);
      failpoint("write:receipt");
      return answer;
    },
    { timeout: TRANSACTION_LIMIT, maxWait: TRANSACTION_LIMIT },
  );
}

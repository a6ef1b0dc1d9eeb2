import { setTimeout as pause } from "node:timers/promises";
import { PrismaBetterSqlite3 } from "@prisma/adapter-better-sqlite3";
import type Database from "better-sqlite3";
import { checkpointAtStop, inodeOf, watchWal } from "./checkpoint";
import { isBusy, storeFailure } from "./failures";
import type { StoreKind } from "./files";
import { PrismaClient as ContactsClient } from "./generated/contacts/client";
import { PrismaClient as HubClient } from "./generated/hub/client";
import { PrismaClient as TableClient } from "./generated/table/client";
import { createMutex } from "./mutex";
import { assertPragmas, BUSY_TIMEOUT, openReading, pragmaScript } from "./pragmas";

export type { ContactsClient, HubClient, TableClient };

interface ClientOf {
  hub: HubClient;
  contacts: ContactsClient;
  table: TableClient;
}

const CLIENTS = { hub: HubClient, contacts: ContactsClient, table: TableClient };

/** Inside a transaction: everything that a client can do but begin another one. */
export type Tx<Kind extends StoreKind> = Omit<ClientOf[Kind], "$connect" | "$disconnect" | "$on" | "$transaction" | "$extends" | "$use">;

/**
 * An open store. Reads and writes go over different connections: on one shared connection an acknowledged write can
 * vanish with another request's rollback (stack.md, Writes that must not vanish).
 */
export interface Store<Kind extends StoreKind> {
  kind: Kind;
  file: string;
  read: ClientOf[Kind];
  /** The same file, opened read-only, for the few reads that must be as fast as SQLite itself. */
  sql: Database.Database;
  /**
   * One transaction, alone in this process. It awaits nothing but the database: no call, no file, no timer.
   * @throws AppError `busy` when another process holds the lock for more than five seconds, `disk_full`, `db_corrupt`
   */
  write<T>(work: (tx: Tx<Kind>) => Promise<T>): Promise<T>;
  /** Keeps this process's transactions out while something else writes the file: a bulk step in its own thread. */
  exclusive<T>(work: () => Promise<T>): Promise<T>;
  /** @param options.checkpoint at a clean stop: leaves everything in the one file, if that is still the one that was opened */
  close(options?: { checkpoint: boolean }): Promise<void>;
}

/** How long a transaction goes on trying while another process holds the lock, in milliseconds. */
const RETRY_FOR = 5_000;
const TRANSACTION_LIMIT = 15_000;
/** How long a clean stop waits for a bulk step that is under way, in milliseconds. */
const CLOSING_PATIENCE = 2_000;

class Adapter extends PrismaBetterSqlite3 {
  constructor(
    file: string,
    private readonly writes: boolean,
  ) {
    super({ url: `file:${file}`, timeout: BUSY_TIMEOUT, fileMustExist: true, readonly: !writes });
  }

  override async connect() {
    const connection = await super.connect();
    if (!this.writes) return connection;
    await connection.executeScript(pragmaScript());
    const answers = new Map<string, unknown>();
    for (const name of ["journal_mode", "synchronous", "foreign_keys", "secure_delete", "mmap_size"]) {
      const { rows } = await connection.queryRaw({ sql: `PRAGMA ${name}`, args: [], argTypes: [] });
      answers.set(name, rows[0]?.[0]);
    }
    assertPragmas((name) => answers.get(name));
    return connection;
  }
}

/** Opens a file that has passed the start gate. */
export function openStore<Kind extends StoreKind>(kind: Kind, file: string): Store<Kind> {
  // The three generated classes differ in their models alone; TypeScript cannot see that the kind picks one of them.
  const Client = CLIENTS[kind] as unknown as new (options: { adapter: Adapter }) => ClientOf[Kind];
  // Made when first asked for: each costs some ten megabytes, and many stores see only raw reads or none all evening.
  let reading: ClientOf[Kind] | null = null;
  let writing: ClientOf[Kind] | null = null;
  const sql = openReading(file);
  const turns = createMutex();
  const inode = inodeOf(file);
  // A `-wal` belongs to whatever lies in the file's place: never open another file there, it would take our rows over.
  const isInPlace = () => inodeOf(file) === inode;
  const lookAtWal = watchWal(file, turns, isInPlace);

  async function attempt<T>(work: (tx: Tx<Kind>) => Promise<T>): Promise<T> {
    const deadline = performance.now() + RETRY_FOR;
    for (;;) {
      try {
        writing ??= new Client({ adapter: new Adapter(file, true) });
        return await transaction(writing, work);
      } catch (error) {
        if (!isBusy(error) || performance.now() > deadline) throw storeFailure(error);
        await pause(5 + Math.random() * 20);
      }
    }
  }

  return {
    kind,
    file,
    get read() {
      reading ??= new Client({ adapter: new Adapter(file, false) });
      return reading;
    },
    sql,
    write: (work) => turns.run(() => attempt(work)).finally(lookAtWal),
    exclusive: (work) => turns.run(work).finally(lookAtWal),
    async close(options) {
      sql.close();
      await Promise.all([reading?.$disconnect(), writing?.$disconnect()]);
      if (options?.checkpoint && isInPlace()) await turns.run(async () => checkpointAtStop(file), CLOSING_PATIENCE);
    },
  };
}

/**
 * The adapter begins with a plain BEGIN. The first statement writes, so that the lock is taken at once, while waiting
 * for it is still possible: a transaction that has read first fails at its first write instead.
 */
function transaction<Kind extends StoreKind, T>(client: ClientOf[Kind], work: (tx: Tx<Kind>) => Promise<T>): Promise<T> {
  return (client as HubClient).$transaction(
    async (tx) => {
      await tx.$executeRaw`UPDATE store_lock SET turns = turns + 1 WHERE id = 1`;
      // Each generated client types its own transaction; the caller's kind says which one this is.
      return work(tx as unknown as Tx<Kind>);
    },
    { timeout: TRANSACTION_LIMIT, maxWait: TRANSACTION_LIMIT },
  );
}

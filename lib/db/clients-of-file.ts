import { PrismaBetterSqlite3 } from "@prisma/adapter-better-sqlite3";
import { CLIENTS, type ClientOf } from "./clients";
import type { StoreKind } from "./files";
import { assertPragmas, BUSY_TIMEOUT, pragmaScript } from "./pragmas";
import { settleJournal } from "./rollback-journal";
import { withSharedCompilers } from "./shared-compilers";

/** Is told of each read that fails: SQLite meets a damaged page when it is first read. */
export type Hear = (error: unknown) => void;

class Adapter extends PrismaBetterSqlite3 {
  constructor(
    file: string,
    private readonly writes: boolean,
    private readonly hear: Hear,
  ) {
    super({ url: `file:${file}`, timeout: BUSY_TIMEOUT, fileMustExist: true, readonly: !writes });
  }

  override async connect() {
    const connection = await super.connect();
    if (!this.writes) {
      const query = connection.queryRaw.bind(connection);
      connection.queryRaw = (asked) =>
        query(asked).catch((error: unknown) => {
          this.hear(error);
          throw error;
        });
      return connection;
    }
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

/** Prisma's two clients of a file, made when they are first asked for: many stores see raw reads alone. */
export function clientsOf<Kind extends StoreKind>(kind: Kind, file: string, hear: Hear) {
  // The three generated classes differ in their models alone; TypeScript cannot see that the kind picks one of them.
  const Client = CLIENTS[kind] as unknown as new (options: {
    adapter: Adapter;
    __internal: { configOverride: typeof withSharedCompilers };
  }) => ClientOf[Kind];
  const made: { reading?: ClientOf[Kind]; writing?: ClientOf[Kind] } = {};
  const make = (writes: boolean) => {
    settleJournal(file);
    return new Client({ adapter: new Adapter(file, writes, hear), __internal: { configOverride: withSharedCompilers } });
  };
  return {
    get reading() {
      made.reading ??= make(false);
      return made.reading;
    },
    get writing() {
      made.writing ??= make(true);
      return made.writing;
    },
    async disconnect() {
      const { reading, writing } = made;
      const ended = await Promise.allSettled([reading?.$disconnect(), writing?.$disconnect()]);
      if (reading) letGo(reading, () => make(false));
      if (writing) letGo(writing, () => make(true));
      for (const one of ended) if (one.status === "rejected") throw one.reason;
    },
  };
}

/**
 * Takes from an ended client what it knows of its schema, up to four megabytes. Nobody asks it any more, but what it was set up with is
 * the prototype of another object, and V8 lets go of what a prototype leads to at a full collection alone: each smaller one
 * until then moves all of it about, for a tenth of a second where many stores are opened and closed.
 * @param another for whoever asks the ended one all the same, and would have connected it again
 */
function letGo(client: object, another: () => object): void {
  let later: { _engine?: unknown } | undefined;
  const engine = () => {
    later ??= another();
    return later._engine;
  };
  Object.defineProperty(client, "_engine", { configurable: true, get: engine });
}

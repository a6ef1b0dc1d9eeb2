import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { hostname } from "node:os";
import path from "node:path";
import Database from "better-sqlite3";
import { timestamp } from "../clock";
import { isBusy, storeFailure } from "./failures";
import { dataDir } from "./files";

/** Held for the life of the process. */
export interface ServerLock {
  release(): void;
}

/**
 * Takes the data folder for this server. The lock is one of the operating system's, by way of SQLite: it is gone with
 * the process, however that ends.
 * @throws Error that names the server which has the folder; AppError `db_read_only` or `disk_full`
 */
export function lockDataFolder(port: number): ServerLock {
  const owner = path.join(dataDir(), "server.json");
  let database: Database.Database | undefined;
  try {
    mkdirSync(dataDir(), { recursive: true });
    const lock = new Database(path.join(dataDir(), "server.lock"), { timeout: 0 });
    database = lock;
    lock.pragma("locking_mode = EXCLUSIVE");
    lock.exec("BEGIN EXCLUSIVE");
    writeFileSync(owner, JSON.stringify({ pid: process.pid, host: hostname(), port, since: timestamp() }));
    return { release: () => lock.close() };
  } catch (error) {
    database?.close();
    if (!isBusy(error)) throw storeFailure(error);
    throw new Error(`Another server has this data folder: ${describe(owner)}. Stop that one first, or give this one another DATA_DIR.`, {
      cause: error,
    });
  }
}

function describe(owner: string): string {
  try {
    const { pid, host, port, since } = JSON.parse(readFileSync(owner, "utf8")) as Record<string, unknown>;
    return `process ${String(pid)} on ${String(host)}, port ${String(port)}, since ${String(since)}`;
  } catch {
    return "its name could not be read";
  }
}

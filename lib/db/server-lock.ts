import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { hostname } from "node:os";
import path from "node:path";
import Database from "better-sqlite3";
import { timestamp } from "../clock";
import { isBusy, storeFailure } from "./failures";
import { dataDir } from "./files";
import { keepPrivate, tightenDataFolder } from "./private-files";

/** Held for the life of the process. */
export interface ServerLock {
  release(): void;
}

/**
 * Takes the data folder for this server or command. The lock is one of the operating system's, by way of SQLite: it is
 * gone with the process, however that ends. From then on this process makes files that its own user alone may read, and
 * those that are there already are made so.
 * @throws Error that names the server which has the folder; AppError `db_read_only` or `disk_full`
 */
export function lockDataFolder(port: number): ServerLock {
  const owner = path.join(dataDir(), "server.json");
  let database: Database.Database | undefined;
  try {
    keepPrivate();
    mkdirSync(dataDir(), { recursive: true });
    const lock = new Database(path.join(dataDir(), "server.lock"), { timeout: 0 });
    database = lock;
    lock.pragma("locking_mode = EXCLUSIVE");
    lock.exec("BEGIN EXCLUSIVE");
    writeFileSync(owner, JSON.stringify({ pid: process.pid, host: hostname(), port, since: timestamp() }));
    tightenDataFolder();
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

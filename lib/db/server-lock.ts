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

/** Somebody else has the data folder. */
export class FolderTaken extends Error {
  override readonly name = "FolderTaken";

  /** @param command the one that has it, such as `npm run restore`; null for a server */
  constructor(
    readonly command: string | null,
    holder: string,
    options: ErrorOptions,
  ) {
    super(
      command
        ? `${command} works on this data folder: ${holder}. Wait until it has ended.`
        : `Another server has this data folder: ${holder}. Stop that one first, or give this one another DATA_DIR.`,
      options,
    );
  }
}

/**
 * Takes the data folder for this server or command. The lock is one of the operating system's, by way of SQLite: it is
 * gone with the process, however that ends. From then on this process makes files that its own user alone may read, and
 * those that are there already are made so.
 * @param command whose lock it is, such as `npm run restore`; null for a server
 * @throws FolderTaken that names who has the folder; AppError `db_read_only` or `disk_full`
 */
export function lockDataFolder(port: number, command: string | null = null): ServerLock {
  const owner = path.join(dataDir(), "server.json");
  let database: Database.Database | undefined;
  try {
    keepPrivate();
    mkdirSync(dataDir(), { recursive: true });
    const lock = new Database(path.join(dataDir(), "server.lock"), { timeout: 0 });
    database = lock;
    lock.pragma("locking_mode = EXCLUSIVE");
    lock.exec("BEGIN EXCLUSIVE");
    writeFileSync(owner, JSON.stringify({ pid: process.pid, host: hostname(), port, command, since: timestamp() }));
    tightenDataFolder();
    return { release: () => lock.close() };
  } catch (error) {
    database?.close();
    if (!isBusy(error)) throw storeFailure(error);
    const { command, words } = holderIn(owner);
    throw new FolderTaken(command, words, { cause: error });
  }
}

function holderIn(owner: string): { command: string | null; words: string } {
  try {
    const { pid, host, port, since, command } = JSON.parse(readFileSync(owner, "utf8")) as Record<string, unknown>;
    const words = `process ${String(pid)} on ${String(host)}, port ${String(port)}, since ${String(since)}`;
    return { command: typeof command === "string" ? command : null, words };
  } catch {
    return { command: null, words: "its name could not be read" };
  }
}

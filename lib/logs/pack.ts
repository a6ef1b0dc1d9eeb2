import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { createWriteStream, type ReadStream } from "node:fs";
import { lstat, mkdir, readdir, rename, rm, stat } from "node:fs/promises";
import path from "node:path";
import { pipeline } from "node:stream/promises";
import { ZipArchive } from "archiver";
import type { AnswerOf } from "../api/endpoint";
import { now } from "../clock";
import type { WriteBy } from "../db/actor";
import { hubStore } from "../db/find-store";
import { openPlain } from "../db/plain-files";
import { env } from "../env";
import { localDate, localTime } from "../local-time";
import type { packLogs } from "./contract";
import { logsFolder, packsFolder } from "./packs";
import { type Found, isPackName, KEPT_PACKS, type Picked, packName, pickLogs } from "./pick";

/**
 * Packs the daily logs into a ZIP of the data folder, as they stand at this moment; older packs go.
 * @throws AppError `disk_full`; nothing half made is left then
 */
export async function packDailyLogs(by: WriteBy): Promise<AnswerOf<typeof packLogs>> {
  const { picked, left_out } = pickLogs(await lookIn(logsFolder()));
  await mkdir(packsFolder(), { recursive: true, mode: 0o700 });
  const filename = newName();
  const file = path.join(packsFolder(), filename);
  const half = `${file}.part`;
  let packed = 0;
  let bytes = 0;
  try {
    packed = await writeZip(picked, half);
    bytes = (await stat(half)).size;
    await rename(half, file);
  } finally {
    await rm(half, { force: true });
  }
  await dropOldPacks(filename);
  const hub = await hubStore();
  return hub.write(by, async () => ({
    answer: { filename, bytes, files: packed, left_out },
    happened: [{ kind: "logs.packed", subjects: [filename], payload: { files: packed, bytes } }],
  }));
}

function newName(): string {
  const at = now();
  const seconds = at.toISOString().slice(17, 19); // the same in every time zone
  return packName(localDate(at, env().TIME_ZONE), `${localTime(at, env().TIME_ZONE)}:${seconds}`, randomBytes(4).toString("hex"));
}

async function lookIn(folder: string): Promise<Found[]> {
  const names = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return [];
    throw error;
  });
  const looked = names
    .filter((name) => path.join(folder, name) !== packsFolder())
    .map(async (name) => {
      const state = await lstat(path.join(folder, name));
      return { name, isPlain: state.isFile(), size: state.size };
    });
  return Promise.all(looked);
}

/**
 * One log after the other: a pack of weeks holds one open file and a few hundred kilobytes.
 * @returns how many are in it
 */
async function writeZip(picked: Picked[], target: string): Promise<number> {
  const zip = new ZipArchive({ zlib: { level: 6 } });
  const written = pipeline(zip, createWriteStream(target, { mode: 0o600 }));
  let packed = 0;
  for (const log of picked) {
    const lines = await linesOf(log);
    if (!lines) continue; // taken away, or changed into a link, since it was looked at
    const entered = once(zip, "entry");
    zip.append(lines, { name: log.name });
    await Promise.race([entered, written]); // a full disk ends the second one alone
    packed += 1;
  }
  await Promise.all([zip.finalize(), written]);
  return packed;
}

/** Not beyond what it had when it was looked at: today's log grows while it is packed. */
async function linesOf({ name, from, size }: Picked): Promise<ReadStream | Buffer | null> {
  const log = await openPlain(path.join(logsFolder(), name));
  if (!log) return null;
  if (size > from) return log.createReadStream({ start: from, end: size - 1 });
  await log.close();
  return Buffer.alloc(0);
}

async function dropOldPacks(newest: string): Promise<void> {
  const older = (await readdir(packsFolder())).filter((name) => isPackName(name) && name !== newest).sort();
  await Promise.all(older.slice(0, 1 - KEPT_PACKS).map((name) => rm(path.join(packsFolder(), name), { force: true })));
}

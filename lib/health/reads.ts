import { statfs } from "node:fs/promises";
import { timestamp } from "../clock";
import { dataDir } from "../db/files";
import { keptBranches, probeStores } from "../db/stores";
import { env, VERSION } from "../env";
import type { Health } from "./contract";

/** With less room than this, in bytes, the next backup or import may fail half-way. */
const LEAST_ROOM = 50 * 1024 * 1024;

/** Tries every store that this server keeps, and whether the disk has room. Says codes, never a path. */
export async function readHealth(): Promise<Health> {
  const [states, room] = await Promise.all([probeStores(), roomOnDisk()]);
  const stores = states.map((store) => ({ ...store, code: store.code ?? (isNearlyFull(room) ? "disk_full" : null) }));
  const broken = stores.filter((store) => store.code !== null);
  return {
    ok: broken.length === 0,
    status: broken.length === 0 ? "ok" : "degraded",
    version: VERSION,
    branch: env().BRANCH,
    branches: keptBranches(),
    stores: stores.map(({ branch, kind, code }) => ({ branch, kind, ok: code === null, code })),
    time: timestamp(),
  };
}

/** Whether a disk with so many free bytes is too full to go on with. */
export function isNearlyFull(free: number): boolean {
  return free < LEAST_ROOM;
}

/** The bytes that the data folder may still take; endless where the system does not say, as the stores then say it. */
async function roomOnDisk(): Promise<number> {
  try {
    const { bavail, bsize } = await statfs(dataDir());
    return bavail * bsize;
  } catch {
    return Number.POSITIVE_INFINITY;
  }
}

import { statfsSync } from "node:fs";
import { timestamp } from "../clock";
import { dataDir } from "../db/files";
import { keptBranches, probeStores, type StoreState } from "../db/stores";
import { env, VERSION } from "../env";
import { processWide } from "../process-wide";
import type { Health } from "./contract";

/** With less room than this, in bytes, the next backup or import may fail half-way. */
const LEAST_ROOM = 50 * 1024 * 1024;

/** Tries every store that this server keeps, and whether the disk has room. Says codes, never a path. */
export async function readHealth(): Promise<Health> {
  const states = await probeTogether();
  const room = roomOnDisk();
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

/** Polls that come while the stores are being tried hear of the same trial. */
function probeTogether(): Promise<StoreState[]> {
  const shared = processWide("stores under trial", () => ({ trial: null as Promise<StoreState[]> | null }));
  shared.trial ??= probeStores("probe").finally(() => {
    shared.trial = null;
  });
  return shared.trial;
}

/** Whether a disk with so many free bytes is too full to go on with. */
export function isNearlyFull(free: number): boolean {
  return free < LEAST_ROOM;
}

/** The bytes that the data folder may still take; endless where the system does not say, as the stores then say it. */
function roomOnDisk(): number {
  try {
    const { bavail, bsize } = statfsSync(dataDir());
    return bavail * bsize;
  } catch {
    return Number.POSITIVE_INFINITY;
  }
}

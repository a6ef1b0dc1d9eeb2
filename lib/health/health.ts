import { statfsSync } from "node:fs";
import { timestamp } from "../clock";
import { dataDir } from "../db/files";
import { probeStores, type StoreState } from "../db/find-store";
import { env, keptBranches, VERSION } from "../env";
import { knownBranches } from "../known-branches";
import { processWide } from "../process-wide";
import { type Finding, findings } from "../rebuild/findings";
import { type Health, INCOMPLETE } from "./contract";

/** With less room than this, in bytes, the next backup or import may fail half-way. */
const LEAST_ROOM = 50 * 1024 * 1024;

/** Tries every store that this server keeps, and whether the disk has room. Says codes, never a path. */
export async function readHealth(): Promise<Health> {
  const states = await probeTogether();
  const compared = await findings().catch(() => new Map<string, Finding>()); // that the hub cannot be read is said of the hub
  const room = roomOnDisk();
  const isFull = isNearlyFull(room);
  const stores = states.map(({ branch, kind, code: fault, missing }) => {
    const code = fault ?? (isFull ? "disk_full" : null) ?? (missing ? INCOMPLETE : null);
    const found = kind === "contacts" ? compared.get(branch) : undefined;
    const differs = found && found.differing > 0 ? { differs: { guests: found.differing, at: found.at } } : {};
    return { branch, kind, ok: code === null, code, ...(missing ? { missing } : {}), ...differs };
  });
  const codes = new Set(stores.flatMap(({ code }) => code ?? []));
  const isUsable = codes.size === 0 || (codes.size === 1 && codes.has(INCOMPLETE));
  return {
    ok: codes.size === 0,
    status: codes.size === 0 ? "ok" : isUsable ? INCOMPLETE : "degraded",
    version: VERSION,
    branch: env().BRANCH,
    branches: keptBranches(),
    restaurants: [...knownBranches()],
    stores,
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

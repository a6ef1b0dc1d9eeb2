import { timestamp } from "../clock";
import { keptBranches, probeStores } from "../db/stores";
import { env, VERSION } from "../env";
import type { Health } from "./contract";

/** Tries every store that this server keeps. Says codes, never a path. */
export async function readHealth(): Promise<Health> {
  const stores = await probeStores();
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

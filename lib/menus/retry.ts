import type { AnswerOf } from "../api/endpoint";
import type { WriteBy } from "../db/actor";
import type { Branch } from "../db/branch";
import { retryFailed } from "../queue/retry-by-hand/retry";
import type { retryMenus as retryMenusCall } from "./contract";
import { menusSince } from "./sent";

/** Puts the failed menus of one table back into the queue, as far as that is safe, and says how far. */
export async function retryMenus(branch: Branch, table_name: string, by: WriteBy): Promise<AnswerOf<typeof retryMenusCall>> {
  // The newest first: of two that failed for one guest, the one that is shown goes out again.
  const { message, retried, held } = await retryFailed(
    { kind: "menu", branch: branch.key, table_name, ended_at: { gt: await menusSince() } },
    "desc",
    by,
  );
  return { message, retried, held };
}

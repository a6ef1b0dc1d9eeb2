import type { AnswerOf } from "../api/endpoint";
import type { WriteBy } from "../db/actor";
import type { Branch } from "../db/branch";
import { retryFailed } from "../queue/retry/retry";
import type { retryMenus as retryMenusCall } from "./contract";
import { menusSince } from "./sent";

/** Puts the failed menus of one table back into the queue, as far as that is safe, and says how far. */
export async function retryMenus(branch: Branch, table_name: string, by: WriteBy): Promise<AnswerOf<typeof retryMenusCall>> {
  const task = { branch: branch.key, created_at: { gt: await menusSince() } };
  // The newest first: of two that failed for one guest, the one that is shown goes out again.
  const { message, retried, held } = await retryFailed({ kind: "menu", table_name, task }, "desc", by);
  return { message, retried, held };
}

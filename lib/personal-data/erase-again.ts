import { bySystem } from "../db/actor";
import { statement } from "../db/statements";
import { log } from "../log";
import { eraseAgain } from "./erase";
import { readErasedIfWhole } from "./erased-list";
import { everyStore } from "./find";
import { ERASED_SO_FAR } from "./person-step";

/**
 * At a start, before anybody is served: every store that lacks some of the list of the erased, because it came out of a backup
 * or the erasing was cut off, is made to forget them. What fails is tried again at the next start: a full disk must not keep a
 * restaurant closed.
 */
export async function eraseWhoCameBack(): Promise<void> {
  const list = readErasedIfWhole();
  if (!list) return;
  const { stores, unavailable } = await everyStore();
  if (unavailable.length > 0) log().warn({ stores: unavailable }, "whom these stores brought back is erased at the next start");
  const places = stores.map(({ name, store }) => {
    const kept = statement<[string], { value: string }>(store.sql, "SELECT value FROM store_info WHERE name = ?").get(ERASED_SO_FAR);
    return { name, store, from: Number(kept?.value ?? 0) };
  });
  const missing = places.filter(({ from }) => from < list.people.length);
  if (missing.length === 0) return;
  try {
    await eraseAgain(missing, list, bySystem("start"));
  } catch (error) {
    log().error({ err: error }, "erased guests whom a backup brought back are still there; the next start tries again");
  }
}

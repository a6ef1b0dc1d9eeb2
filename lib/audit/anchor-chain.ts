import { bySystem } from "../db/actor";
import { headOf } from "../db/event-chain";
import { type Owner, storeKindsOf } from "../db/files";
import { branchStore, hubStore } from "../db/find-store";
import { log } from "../log";

/**
 * Keeps where the chains of an owner's stores end: those of a branch in the hub, the hub's in the day's log. Whoever writes a
 * store's events anew would have to do the same to another file, and to every log and backup that left this machine.
 */
export async function sealTrail(owner: Owner): Promise<void> {
  const hub = await hubStore();
  if (owner === "hub") {
    log().info({ store: "hub", head: headOf(hub.sql) }, "trail sealed");
    return;
  }
  for (const kind of storeKindsOf(owner)) {
    const head = headOf((await branchStore(owner, kind)).sql);
    if (!head) continue;
    const store = `${owner} ${kind}`;
    await hub.write(bySystem("seal"), async () => ({
      answer: undefined,
      happened: [{ kind: "trail.sealed", subjects: [store], payload: { store, ...head } }],
    }));
  }
}

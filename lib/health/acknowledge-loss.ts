import type { BodyOf } from "../api/endpoint";
import type { Caller } from "../caller";
import type { WriteBy } from "../db/actor";
import { storeName, storePlaces } from "../db/files";
import { hubStore, seeMissing } from "../db/find-store";
import { AppError } from "../errors";
import type { seenMissing } from "./contract";

/**
 * Somebody has seen what a store lacks, and the trail keeps who and what. Of a branch that is whoever works there; of the
 * group's store, who may do everything.
 * @throws AppError `forbidden`, `branch_forbidden`, `not_found`
 */
export async function acknowledgeLoss(named: BodyOf<typeof seenMissing>, caller: Caller, by: WriteBy): Promise<void> {
  const place = storePlaces().find(({ owner, kind }) => owner === named.branch && kind === named.kind);
  if (!place) throw new AppError("not_found", "There is no such store. Nothing was changed.");
  const { owner, kind } = place;
  if (owner === "hub") caller.requirePermission("everything");
  else caller.requireBranch(owner);
  const hub = await hubStore();
  const store = storeName(owner, kind);
  await seeMissing(owner, kind, (missing) =>
    hub.write(by, async () => ({
      answer: undefined,
      happened: [{ kind: "missing.seen", subjects: [store], payload: { store, branch: owner, ...missing } }],
    })),
  );
}

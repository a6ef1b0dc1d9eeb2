import type { ContactsMerge } from "../../lib/book/contacts-merge-target";
import { bySystem } from "../../lib/db/actor";
import type { Tx } from "../../lib/db/clients";
import type { StoreKind } from "../../lib/db/files";
import type { Store } from "../../lib/db/store";
import type { BranchKey } from "../../lib/known-branches";

/** Who writes, where a test writes without a call. */
export const BY = bySystem("test");

/** Writes a store without a call, and says of nothing that it happened. */
export function writeQuietly<Kind extends StoreKind, Answer>(store: Store<Kind>, work: (tx: Tx<Kind>) => Promise<Answer>): Promise<Answer> {
  return store.write(BY, async (tx) => ({ answer: await work(tx), happened: [] }));
}

/** For a merge of a test's own into a contacts store. */
export function mergeInto(branch: BranchKey): ContactsMerge {
  return { branch, hours: { timeZone: "Asia/Beirut", dayEndsAt: "05:00" }, say: () => {}, why: "merge" };
}

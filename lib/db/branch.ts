import type { BranchKey } from "../known-branches";
import { branchStore } from "./find-store";
import type { Store } from "./store";

declare const granted: unique symbol;

/**
 * The right to work on one branch's stores. Only the server wrapper (after its checks), workers and scripts make one;
 * domain functions take it and never the text of a branch key.
 */
export interface Branch {
  readonly [granted]: true;
  readonly key: BranchKey;
  /** The lasting guest list. */
  contacts(): Promise<Store<"contacts">>;
  /**
   * Who sat at which table. Central has none.
   * @param patience `probe` for whoever asks every branch at once: `busy` at once of a store that somebody else holds
   */
  table(patience?: "call" | "probe"): Promise<Store<"table">>;
}

/** Makes the capability; a structure test holds who may call this. */
export function branchHandle(key: BranchKey): Branch {
  const branch: Omit<Branch, typeof granted> = {
    key,
    contacts: () => branchStore(key, "contacts"),
    table: (patience) => branchStore(key, "table", patience),
  };
  return branch as Branch;
}

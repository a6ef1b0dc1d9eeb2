import type { Draft } from "@/lib/drafts";

/** Which of the table dialogs stands open, and for which table. */
export type TableView =
  | { kind: "none" }
  /** `isBegun`: somebody came with what another screen knew of the table; nothing of it was typed here yet. */
  | { kind: "info"; draft: Draft | null; isBegun?: boolean }
  | { kind: "select"; draft: Draft }
  | { kind: "saved" }
  /** `draft` holds changes that were typed and not saved yet; Back leads to what it was opened from. */
  | { kind: "edit"; name: string; branch: string | null; draft: Draft | null; from: OpenedFrom };

/** A dialog that handed over, or the page itself. */
export type OpenedFrom = "saved" | "page";

/** Where a draft is worked on. One that only waits for its points has nothing left to write. */
export function viewOfDraft(draft: Draft, from: OpenedFrom): TableView {
  if (draft.step === "awarding") return { kind: "saved" };
  if (draft.table_name !== null) return { kind: "edit", name: draft.table_name, branch: draft.info.branch, draft, from };
  return draft.guests.length === 0 && draft.step === "writing" && draft.info.api_base === ""
    ? { kind: "info", draft }
    : { kind: "select", draft };
}

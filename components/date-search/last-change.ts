import { useLocalStorage } from "@mantine/hooks";
import { backendKey } from "@/components/app-base/backend-key";

/** What was last done to a whole date on this device: a reload, or another page in between, does not take the way back. */
export interface LastChange {
  date: string;
  /** The server's sentence about the change, with its figures. */
  figures: string;
  backup: string;
  undo_id: string;
  /** ISO instant; absent where an older version kept it. */
  at?: string;
}

/** The last dedupe, or the last company, of the backend that this page speaks to. */
export function useLastChange(kind: "dedupe" | "company") {
  return useLocalStorage<LastChange | null>({
    key: `last_${kind}_v1/${backendKey().join("/")}`,
    defaultValue: null,
    deserialize: (kept) => readKept(kept),
  });
}

function readKept(kept: string | undefined): LastChange | null {
  try {
    const value: unknown = JSON.parse(kept ?? "null");
    if (typeof value !== "object" || value === null) return null;
    const fields = value as Record<keyof LastChange, unknown>; // of the storage, which anybody may have written: each is looked at
    const { date, figures, backup, undo_id, at = "" } = fields;
    if ([date, figures, backup, undo_id, at].some((field) => typeof field !== "string")) return null;
    return value as LastChange;
  } catch {
    return null;
  }
}

import { useLocalStorage } from "@mantine/hooks";
import { backendKey } from "@/components/app-base/backend-key";
import type { LastImport as KeptByServer } from "@/lib/import/contract";
import { isLateUndo } from "@/lib/undo-loss";

/** The last file that this device brought in: it can be undone, whatever was opened or reloaded since. */
export interface LastImport {
  import_id: string;
  file: string;
  /** ISO instant. */
  at: string;
  inserted: number;
  filled: number;
}

/** What can be undone: the file's name only where it was this device that brought it in. */
export type Undoable = Omit<LastImport, "file"> & { file: string | null; by: string | null; is_late: boolean };

/**
 * The server knows the branch's newest import, whoever saw its answer; until it has said so, this device's own is shown.
 * @param answered undefined while it has not answered
 */
export function undoable(answered: KeptByServer | null | undefined, own: LastImport | null, now: Date): Undoable | null {
  if (answered === undefined) return own && { ...own, by: null, is_late: isLateUndo(own.at, now.toISOString()) };
  return answered && { ...answered, file: own?.import_id === answered.import_id ? own.file : null };
}

export function useLastImport() {
  return useLocalStorage<LastImport | null>({
    key: `last_import_v1/${backendKey().join("/")}`,
    defaultValue: null,
    deserialize: readKept,
  });
}

function readKept(text: string | undefined): LastImport | null {
  try {
    const value = JSON.parse(text ?? "null") as Partial<Record<keyof LastImport, unknown>> | null; // each field is looked at
    const { import_id, file, at, inserted, filled } = value ?? {};
    const isWhole = [import_id, file, at].every((field) => typeof field === "string") && [inserted, filled].every(Number.isInteger);
    return isWhole ? (value as LastImport) : null;
  } catch {
    return null;
  }
}

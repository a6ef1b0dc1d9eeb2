import { counted } from "./counted";
import { useDialogs } from "./dialogs";

/** Asks before something that was changed and not saved is thrown away. Resolves with whether to go on. */
export function useLeaveQuestion(): (changes: number, confirmLabel?: string) => Promise<boolean> {
  const dialogs = useDialogs();
  return async (changes, confirmLabel = "Discard and close") => {
    if (changes === 0) return true;
    return dialogs.confirm({ title: `Leave ${counted(changes, "change")} unsaved?`, confirmLabel, cancelLabel: "Stay", tone: "danger" });
  };
}

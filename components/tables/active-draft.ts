import { createContext, useContext } from "react";

/** Apart from the ways to open a dialog: whoever only opens one is not drawn anew because one is open. */
export const ActiveDraftContext = createContext<string | null>(null);

/** The draft that stands open in a dialog, which is not "waiting" while somebody works on it. */
export function useActiveDraft(): string | null {
  return useContext(ActiveDraftContext);
}

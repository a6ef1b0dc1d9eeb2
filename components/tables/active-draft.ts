import { createContext, useContext } from "react";

/** A context of its own: who only opens dialogs is not rendered again when one is open. */
export const ActiveDraftContext = createContext<string | null>(null);

/** The draft that stands open in a dialog, which is not "waiting" while somebody works on it. */
export function useActiveDraft(): string | null {
  return useContext(ActiveDraftContext);
}

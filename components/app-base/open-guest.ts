import { createContext, useContext } from "react";
import { useBranch } from "./app-settings";
import { useMayOpen } from "./session";

/** A guest to be looked at. */
export interface GuestToOpen {
  /** Of the guest in the book, of one at a table, or of a message to them. */
  id: string;
  /** Whose book knows them; null for this device's branch. */
  branch: string | null;
}

/** Filled by the frame, which knows the drawer: whoever only shows a guest needs none of it. */
export const OpenGuestContext = createContext<((who: GuestToOpen) => void) | null>(null);

/** What opens a guest over the list in which they stand; null for whoever may not open guests. @param branch as of `GuestToOpen` */
export function useOpenGuest(): ((id: string, branch?: string) => void) | null {
  const open = useContext(OpenGuestContext);
  const here = useBranch();
  const mayOpen = useMayOpen();
  if (open === null || !mayOpen("nav_guest_search")) return null;
  return (id, branch) => open({ id, branch: branch === undefined || branch === here ? null : branch });
}

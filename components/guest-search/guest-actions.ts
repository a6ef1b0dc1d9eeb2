import { createContext, useContext } from "react";
import type { Contact } from "@/lib/guest-search/contract";
import type { EditingOfGuest } from "./use-editing";

/** What may be done to a guest who was found. */
export interface GuestActions {
  editing: EditingOfGuest;
  /** Opens the viewer at one of the guest's vouchers. */
  view: (contact: Contact, index: number) => void;
}

export const GuestActionsContext = createContext<GuestActions | null>(null);

export function useGuestActions(): GuestActions {
  const actions = useContext(GuestActionsContext);
  if (!actions) throw new Error("useGuestActions needs GuestActionsContext around it.");
  return actions;
}

import { useEffect } from "react";
import { useSession } from "@/components/app-base/session";
import type { MenuPlace } from "./kept-sending";
import { useMenusSent } from "./queries";
import { type MenuSending, useMenuSending } from "./use-menu-sending";
import { isQueued, type MenuGuest, whoGetsIt } from "./who-gets-it";

export interface TableMenu {
  place: MenuPlace;
  table_name: string;
  sending: MenuSending;
  /** Sends the menu to those of the guests whom it reaches and who do not have it. */
  send: (guests: readonly MenuGuest[], pdf_path: string) => Promise<void>;
}

/** The menu of a saved table, as its Edit Table view sends and follows it; null for whoever may not send it. */
export function useTableMenu(place: MenuPlace, table_name: string): TableMenu | null {
  const may = useSession().can("open_saved_tables");
  const sending = useMenuSending(place, table_name);
  const sent = useMenusSent(place, table_name).data;
  // The queue itself knows better than a lost answer.
  const isKnown = !sending.isSending && sending.unanswered !== null && sent !== undefined && isQueued(sending.unanswered, sent);
  const { arrived } = sending;
  useEffect(() => {
    if (isKnown) arrived();
  });
  if (!may) return null;
  return { place, table_name, sending, send: (guests, pdf_path) => sending.send(whoGetsIt(guests, sent), pdf_path) };
}

import { type ReactNode, useMemo } from "react";
import { type ActionName, HouseActionsContext } from "@/components/app-base/house-actions";
import { useSession } from "@/components/app-base/session";
import { useEvening } from "@/components/evening/evening";
import { useSeatsGuests } from "@/components/evening/queries";
import { useTableDialogs } from "@/components/tables/table-dialogs";
import { ACTIONS } from "./navigation";

/** Says what each action does, for the menus, the keys and Home; the central book seats nobody. */
export function HouseActionsProvider({ children }: { children: ReactNode }) {
  const session = useSession();
  const tables = useTableDialogs();
  const evening = useEvening();
  const seatsGuests = useSeatsGuests();
  const actions = useMemo(() => {
    const run: Record<ActionName, () => void> = {
      newTable: tables.newTable,
      savedTables: tables.savedTables,
      mergeAll: () => void evening.mergeAll(),
      endOfDay: () => void evening.endOfDay(),
    };
    const isOffered = (name: ActionName) => seatsGuests || name === "newTable";
    const offered = ACTIONS.filter((action) => isOffered(action.name) && session.can(action.permission));
    return offered.map((action) => ({ ...action, run: run[action.name] }));
  }, [session, tables, evening, seatsGuests]);
  return <HouseActionsContext value={actions}>{children}</HouseActionsContext>;
}

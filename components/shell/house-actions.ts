import { useEvening } from "@/components/evening/evening";
import { useSeatsGuests } from "@/components/evening/queries";
import { useTableDialogs } from "@/components/tables/table-dialogs";
import { ACTIONS, type Action, type ActionName } from "./navigation";
import { useSession } from "./session";

export interface HouseAction extends Action {
  run: () => void;
}

/** The actions that this person may take on this device's branch: the central book seats nobody. */
export function useHouseActions(): HouseAction[] {
  const session = useSession();
  const tables = useTableDialogs();
  const evening = useEvening();
  const seatsGuests = useSeatsGuests();
  const run: Record<ActionName, () => void> = {
    newTable: tables.newTable,
    savedTables: tables.savedTables,
    mergeAll: () => void evening.mergeAll(),
    endOfDay: () => void evening.endOfDay(),
  };
  return ACTIONS.filter((action) => (seatsGuests || action.name === "newTable") && session.can(action.permission)).map((action) => ({
    ...action,
    run: run[action.name],
  }));
}

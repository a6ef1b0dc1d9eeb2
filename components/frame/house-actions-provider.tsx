import { type ReactNode, useMemo } from "react";
import { type Action, type ActionName, HouseActionsContext } from "@/components/app-base/house-actions";
import { useSession } from "@/components/app-base/session";
import { useAssist } from "@/components/assist/assist";
import { useCustomerService } from "@/components/customer-service/customer-service";
import { useEvening } from "@/components/evening/evening-provider";
import { useSeatsGuests } from "@/components/evening/queries";
import { useOptionsDialogs } from "@/components/options/options-dialogs";
import { useSendingLimits } from "@/components/queue/limits";
import { useSendingPause } from "@/components/queue/sending-pause";
import { useManageStaff } from "@/components/staff/manage-staff";
import { useTableDialogs } from "@/components/tables/table-dialogs";
import { usePeopleDialogs } from "@/components/users/people-dialogs";
import { ACTIONS } from "./navigation";

/** Says what each action does, for the menus, the keys and Home; the central book seats nobody. */
export function HouseActionsProvider({ children }: { children: ReactNode }) {
  const session = useSession();
  const tables = useTableDialogs();
  const evening = useEvening();
  const customerService = useCustomerService();
  const assist = useAssist();
  const staff = useManageStaff();
  const people = usePeopleDialogs();
  const options = useOptionsDialogs();
  const pause = useSendingPause();
  const limits = useSendingLimits();
  const seatsGuests = useSeatsGuests();
  const actions = useMemo(() => {
    const run: Record<ActionName, () => void> = {
      newTable: tables.newTable,
      savedTables: tables.savedTables,
      mergeAll: () => void evening.mergeAll(),
      endOfDay: () => void evening.endOfDay(),
      customerService: customerService.open,
      assistShare: assist.share,
      assistView: assist.view,
      manageStaff: () => staff.open(),
      ...people,
      ...options,
      sendingLimits: () => limits.open(),
      cancelSending: () => void pause.cancel(),
      resumeSending: () => void pause.resume(),
      checkSending: () => void pause.check(),
    };
    const isOffered = ({ name, group }: Action) => seatsGuests || name === "newTable" || group === "Options";
    const offered = ACTIONS.filter((action) => isOffered(action) && session.can(action.permission));
    return offered.map((action) => ({ ...action, run: run[action.name] }));
  }, [session, tables, evening, customerService, assist, staff, people, options, pause, limits, seatsGuests]);
  return <HouseActionsContext value={actions}>{children}</HouseActionsContext>;
}

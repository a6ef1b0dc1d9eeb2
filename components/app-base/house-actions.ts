import { createContext, useContext } from "react";
import type { Requirement } from "@/lib/permissions";

export type ActionName =
  | "newTable"
  | "savedTables"
  | "mergeAll"
  | "endOfDay"
  | "customerService"
  | "options"
  | "backendFolder"
  | "branches"
  | "assistShare"
  | "assistView"
  | "manageStaff"
  | "newUser"
  | "users"
  | "visibility"
  | "ownAccount"
  | "sendingLimits"
  | "cancelSending"
  | "resumeSending"
  | "checkSending";

export interface Action {
  name: ActionName;
  label: string;
  permission: Requirement;
  group: "Actions" | "End" | "Options";
  /** The heading under which it stands in its group. */
  part?: string;
  /** The single key that does it. */
  key?: string;
}

export interface HouseAction extends Action {
  run: () => void;
}

/** The actions of one group, below the headings of their parts, in the order in which the first of each stands. */
export function inParts(actions: readonly HouseAction[]): { heading: string | undefined; actions: HouseAction[] }[] {
  const parts: { heading: string | undefined; actions: HouseAction[] }[] = [];
  for (const action of actions) {
    const part = parts.find(({ heading }) => heading === action.part);
    if (part) part.actions.push(action);
    else parts.push({ heading: action.part, actions: [action] });
  }
  return parts;
}

/** Filled by the frame, which knows the features that do the work: whoever only offers an action needs none of them. */
export const HouseActionsContext = createContext<HouseAction[] | null>(null);

/** The actions that this person may take on this device's branch. */
export function useHouseActions(): HouseAction[] {
  const actions = useContext(HouseActionsContext);
  if (!actions) throw new Error("useHouseActions needs HouseActionsProvider around it.");
  return actions;
}

import { useHouseActions } from "@/components/app-base/house-actions";
import { useMayOpen } from "@/components/app-base/session";
import type { NavGroup } from "./nav-menu-panel";
import { PAGES } from "./navigation";

/** Of the four groups of the top bar, those that hold something for whoever is signed in. */
export function useMenuGroups(): Record<NavGroup, boolean> {
  const mayOpen = useMayOpen();
  const actions = useHouseActions();
  return {
    Actions: actions.some(({ group }) => group === "Actions"),
    Navigate: PAGES.some((page) => mayOpen(page.permission)),
    End: actions.some(({ group }) => group === "End"),
    Options: true,
  };
}

import {
  Armchair,
  CalendarSearch,
  FileUp,
  FolderOpen,
  House,
  type LucideIcon,
  Merge,
  MoonStar,
  PanelsTopLeft,
  Search,
  Ticket,
  Waypoints,
} from "lucide-react";
import type { Action } from "@/components/app-base/house-actions";
import { MAY_IMPORT, type Requirement } from "@/lib/permissions";

export interface Page {
  href: string;
  label: string;
  icon: LucideIcon;
  permission: Requirement;
  /** The second key after G. */
  key: string;
}

/** The pages that exist, in the order of the Navigate group. */
export const PAGES: Page[] = [
  { href: "/", label: "Home", icon: House, permission: "nav_home", key: "H" },
  { href: "/guest-search", label: "Search Guest", icon: Search, permission: "nav_guest_search", key: "S" },
  { href: "/redeem", label: "Redeem a Voucher", icon: Ticket, permission: { any: ["create_table", "nav_guest_search"] }, key: "V" },
  { href: "/search-date", label: "Search Contacts by Date", icon: CalendarSearch, permission: "nav_search_date", key: "D" },
  { href: "/merge-by-date-all", label: "Merge by Date, All Branches", icon: Waypoints, permission: "nav_merge_by_date_all", key: "M" },
  { href: "/import", label: "Import Contacts", icon: FileUp, permission: MAY_IMPORT, key: "I" },
  { href: "/control", label: "Control Panel", icon: PanelsTopLeft, permission: "nav_control", key: "P" },
];

/** The actions that exist, in the order of their groups. */
export const ACTIONS: Action[] = [
  { name: "newTable", label: "New table", icon: Armchair, permission: "create_table", group: "Actions", key: "N" },
  { name: "savedTables", label: "Saved tables", icon: FolderOpen, permission: "open_saved_tables", group: "Actions" },
  { name: "mergeAll", label: "Merge all", icon: Merge, permission: "merge_all", group: "Actions" },
  { name: "endOfDay", label: "End of day", icon: MoonStar, permission: "end_of_day", group: "End" },
];

/** The words in the phone's bar for a path. */
export function titleOf(path: string): string {
  return PAGES.find((page) => page.href === path)?.label ?? "Daftar";
}

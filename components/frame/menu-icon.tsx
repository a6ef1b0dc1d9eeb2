import {
  Armchair,
  Cake,
  CalendarSearch,
  CirclePlay,
  CircleStop,
  Eye,
  FileUp,
  FolderOpen,
  FolderTree,
  Gauge,
  Hammer,
  Headset,
  House,
  Info,
  KeyRound,
  type LucideIcon,
  Merge,
  Monitor,
  MoonStar,
  PanelsTopLeft,
  ScreenShare,
  ScrollText,
  Search,
  SlidersHorizontal,
  Store,
  Table2,
  Ticket,
  UserCog,
  UserPlus,
  Users,
  Waypoints,
} from "lucide-react";
import type { ActionName } from "@/components/app-base/house-actions";
import type { PagePath } from "./navigation";

/** By the address of a page and the name of an action. */
const ICONS: Record<PagePath | ActionName, LucideIcon> = {
  "/": House,
  "/guest-search": Search,
  "/redeem": Ticket,
  "/search-date": CalendarSearch,
  "/merge-by-date-all": Waypoints,
  "/birthdays": Cake,
  "/all": Table2,
  "/import": FileUp,
  "/control": PanelsTopLeft,
  "/audit": ScrollText,
  newTable: Armchair,
  savedTables: FolderOpen,
  mergeAll: Merge,
  endOfDay: MoonStar,
  options: SlidersHorizontal,
  customerService: Headset,
  assistShare: ScreenShare,
  assistView: Monitor,
  manageStaff: Users,
  newUser: UserPlus,
  users: UserCog,
  visibility: Eye,
  ownAccount: KeyRound,
  branches: Store,
  backendFolder: FolderTree,
  sendingLimits: Gauge,
  cancelSending: CircleStop,
  resumeSending: CirclePlay,
  checkSending: Info,
};

/** The sign of an entry, apart from the entries: no first page draws it. Of a page that is not built yet, a hammer. */
export function MenuIcon({ of }: { of: string }) {
  const Icon = Object.hasOwn(ICONS, of) ? ICONS[of as PagePath | ActionName] : Hammer;
  return <Icon size={20} strokeWidth={1.75} aria-hidden />;
}

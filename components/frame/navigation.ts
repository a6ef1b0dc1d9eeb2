import type { Action } from "@/components/app-base/house-actions";
import { ALL_DATA_TEXTS } from "@/lib/all-data/all-data-texts";
import { ASSIST_NAMES } from "@/lib/assist/assist-names";
import { AUDIT_TEXTS } from "@/lib/audit/audit-texts";
import { PEOPLE_TEXTS } from "@/lib/auth/account-texts";
import { BRANCHES_TEXTS } from "@/lib/branches/branch-texts";
import { COMPETITION_TEXTS } from "@/lib/competitions/competition-texts";
import { DUPLICATES_TEXTS } from "@/lib/duplicates/duplicates-texts";
import { pageOf } from "@/lib/guest-page/guest-address";
import { GUEST_PAGE_TEXTS } from "@/lib/guest-page/guest-page-texts";
import { LOYALTY_TEXTS } from "@/lib/loyalty/loyalty-texts";
import { CALIBRATOR_TEXTS } from "@/lib/menu-prices/calibrator-texts";
import { VERSION_TEXTS } from "@/lib/menu-versions/version-texts";
import { OPTIONS_TEXTS } from "@/lib/options-texts";
import { MAY_IMPORT, MAY_SEE_DUPLICATES, type Requirement } from "@/lib/permissions";
import { CUSTOMER_SERVICE_TEXTS } from "@/lib/queue/customer-service-texts";
import { QUEUE_TEXTS } from "@/lib/queue/queue-texts";
import { RESERVATION_TEXTS } from "@/lib/reservations/screen-words";
import { STAFF_TEXTS } from "@/lib/staff/staff-texts";
import { VISIBILITY_TEXTS } from "@/lib/users/visibility-texts";

export type PagePath =
  | "/"
  | "/guest-search"
  | "/redeem"
  | "/search-date"
  | "/merge-by-date-all"
  | "/birthdays"
  | "/all"
  | "/reservations"
  | "/competitions"
  | "/duplicates"
  | "/loyalty"
  | "/menu-price-editor"
  | "/menu-price-calibrator"
  | "/import"
  | "/control"
  | "/audit";

export interface Page {
  href: PagePath;
  label: string;
  permission: Requirement;
  /** The second key after G. */
  key: string;
}

/** The pages that exist, in the order of the Navigate group. */
export const PAGES: Page[] = [
  { href: "/", label: "Home", permission: "nav_home", key: "H" },
  { href: "/guest-search", label: "Search Guest", permission: "nav_guest_search", key: "S" },
  { href: "/redeem", label: "Redeem a Voucher", permission: { any: ["create_table", "nav_guest_search"] }, key: "V" },
  { href: "/search-date", label: "Search Contacts by Date", permission: "nav_search_date", key: "D" },
  { href: "/merge-by-date-all", label: "Merge by Date, All Branches", permission: "nav_merge_by_date_all", key: "M" },
  { href: "/birthdays", label: "Birthday Search", permission: "nav_birthdays", key: "B" },
  { href: "/reservations", label: RESERVATION_TEXTS.title, permission: "nav_reservations", key: "R" },
  { href: "/competitions", label: COMPETITION_TEXTS.page, permission: "nav_competitions", key: "C" },
  { href: "/all", label: ALL_DATA_TEXTS.title, permission: "nav_all_data", key: "L" },
  { href: "/duplicates", label: DUPLICATES_TEXTS.title, permission: MAY_SEE_DUPLICATES, key: "U" },
  { href: "/loyalty", label: LOYALTY_TEXTS.page, permission: "nav_loyalty", key: "Y" },
  { href: "/menu-price-editor", label: VERSION_TEXTS.title, permission: "nav_menu_prices", key: "E" },
  { href: "/menu-price-calibrator", label: CALIBRATOR_TEXTS.title, permission: "nav_menu_calibrator", key: "K" },
  { href: "/import", label: "Import Contacts", permission: MAY_IMPORT, key: "I" },
  { href: "/control", label: "Control Panel", permission: "nav_control", key: "P" },
  { href: "/audit", label: AUDIT_TEXTS.title, permission: "everything", key: "A" },
];

/** The long group of the top bar in parts; the order of the entries that the specification names is its own. */
function inPart(part: string, actions: Omit<Action, "group" | "part">[]): Action[] {
  return actions.map((action) => ({ ...action, group: "Options", part }));
}

/** The actions that exist, in the order of their groups. */
export const ACTIONS: Action[] = [
  { name: "newTable", label: "New table", permission: "create_table", group: "Actions", key: "N" },
  { name: "savedTables", label: "Saved tables", permission: "open_saved_tables", group: "Actions" },
  { name: "mergeAll", label: "Merge all", permission: "merge_all", group: "Actions" },
  { name: "endOfDay", label: "End of day", permission: "end_of_day", group: "End" },
  ...inPart("Service", [
    { name: "options", label: `${OPTIONS_TEXTS.options}…`, permission: "options_open" },
    { name: "customerService", label: CUSTOMER_SERVICE_TEXTS.title, permission: "nav_customer_service" },
    { name: "assistShare", label: ASSIST_NAMES.share, permission: "remote_assist_share" },
    { name: "assistView", label: ASSIST_NAMES.view, permission: "remote_assist_view" },
  ]),
  ...inPart("People", [
    { name: "manageStaff", label: STAFF_TEXTS.title, permission: "create_table" },
    { name: "newUser", label: PEOPLE_TEXTS.newUser, permission: "user_create" },
    { name: "users", label: PEOPLE_TEXTS.users, permission: "user_create" },
    { name: "visibility", label: VISIBILITY_TEXTS.title, permission: "user_create" },
    { name: "ownAccount", label: PEOPLE_TEXTS.ownAccount, permission: "signed-in" },
  ]),
  // Neither the folder nor the pause asks for a permission (docs/design/spec-shell.md 2).
  ...inPart("Server", [
    { name: "branches", label: BRANCHES_TEXTS.title, permission: "everything" },
    { name: "backendFolder", label: OPTIONS_TEXTS.backendFolder, permission: "signed-in" },
  ]),
  ...inPart("WhatsApp", [
    { name: "sendingLimits", label: QUEUE_TEXTS.limits, permission: "user_create" },
    { name: "cancelSending", label: QUEUE_TEXTS.cancel, permission: "signed-in" },
    { name: "resumeSending", label: QUEUE_TEXTS.resume, permission: "signed-in" },
    { name: "checkSending", label: QUEUE_TEXTS.check, permission: "signed-in" },
  ]),
];

/** The words in the phone's bar for a path. */
export function titleOf(path: string): string {
  if (path === "/reservations/rules") return RESERVATION_TEXTS.rulesTitle;
  if (path.startsWith(pageOf(""))) return GUEST_PAGE_TEXTS.title;
  return PAGES.find((page) => page.href === path)?.label ?? "Daftar";
}

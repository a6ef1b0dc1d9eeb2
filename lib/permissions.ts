import { inList } from "./in-list";

/** The permission keys, each with the words that people read: the 24 of docs/design/spec-shell.md 6, then ours (`OWN_KEYS`). */
export const PERMISSIONS = {
  create_table: "Create tables",
  open_saved_tables: "Open and edit saved tables, send their menus",
  merge_all: "Merge all saved tables",
  end_of_day: "Run End of Day",
  options_open: "Open Options",
  user_create: "Create users and edit roles",
  nav_home: "Home",
  nav_search_date: "Search Contacts by Date",
  nav_merge_by_date_all: "Merge by Date, All Branches",
  nav_birthdays: "Birthdays",
  nav_reservations: "Reservations",
  nav_guest_search: "Search Guest",
  nav_control: "Control Panel",
  nav_competitions: "Competitions",
  nav_all_data: "All data",
  auth_signin: "Sign in (everybody can; to keep somebody out, disable the user)",
  auth_logout: "Log out",
  send_all: "Send birthday greetings (with Birthdays), read replies",
  nav_customer_service: "Customer Service: send letters, read replies",
  remote_assist_share: "Share a screen",
  remote_assist_view: "View a shared screen",
  nav_menu_prices: "Menu price editor",
  nav_menu_calibrator: "Menu price calibrator",
  nav_loyalty: "Loyalty Control Panel",
  guest_allergies: "See and change guests' allergies",
  see_all_phones: "All data: see whole phones",
  change_all_data: "All data: change and delete many guests, and the bin",
  stats_history: "Branch History Stats",
  reservations_edit: "Reservations: book, change and seat",
  reservations_override: "Reservations: override limits, with a reason",
  reservations_delete: "Reservations: delete",
  reservations_phones: "Reservations: see phones",
  reservations_rules: "Reservations: change rules, tables and closed days",
  export_all_data: "All data: take guests out as a file",
  publish_menus: "Menus: decide which one guests get",
  competitions_edit: "Competitions: make, bring comments in, lock",
  competitions_draw: "Competitions: draw, disqualify, give the prize",
} as const;

/** Keys that the specification does not have, for what it names without saying who may: but for `SEATING` only the admin role holds them at first. */
export const OWN_KEYS = [
  "guest_allergies",
  "see_all_phones",
  "change_all_data",
  "stats_history",
  "reservations_edit",
  "reservations_override",
  "reservations_delete",
  "reservations_phones",
  "reservations_rules",
  "export_all_data",
  "publish_menus",
  "competitions_edit",
  "competitions_draw",
] as const satisfies readonly (keyof typeof PERMISSIONS)[];

/** Keys that nothing checks: everybody may sign in and out. */
export const UNCHECKED: readonly (keyof typeof PERMISSIONS)[] = ["auth_logout", "auth_signin"];

export type Permission = keyof typeof PERMISSIONS;

/** Who may see Home sees the live feed there. */
export const FEED_PERMISSION = "nav_home" satisfies Permission;

export const PERMISSION_KEYS = Object.keys(PERMISSIONS) as Permission[];

/** Says of somebody whose role is another one which keys they hold beside it, in the order of the screens. */
export function keysStay(ownKeys: readonly string[]): string {
  const names = PERMISSION_KEYS.filter((key) => ownKeys.includes(key)).map((key) => PERMISSIONS[key]);
  return `Beside the role ${names.length === 1 ? "this key stays" : "these keys stay"}: ${names.join(", ")}.`;
}

/** Stands for every permission; the admin role holds it. */
export const EVERYTHING = "*";

export type Grant = Permission | typeof EVERYTHING;

/** Beside the keys of the specification: who seats a guest must see in red what that guest cannot eat. */
export const SEATING: readonly Permission[] = ["guest_allergies"];

/** What the two built-in roles hold until somebody changes it (docs/design/spec-shell.md 6). */
export const DEFAULT_ROLES: Record<string, Grant[]> = {
  admin: [EVERYTHING],
  staff: [
    "create_table",
    "open_saved_tables",
    "options_open",
    "nav_home",
    "nav_search_date",
    "nav_birthdays",
    "nav_guest_search",
    "nav_control",
    "nav_all_data",
    "auth_signin",
    "auth_logout",
    "nav_customer_service",
    "nav_menu_prices",
    ...SEATING,
  ],
};

/** What Reset of Configure Visibility gives every role but admin (docs/design/spec-shell.md 6): other than what staff begin with. */
const AFTER_RESET: Grant[] = [
  "create_table",
  "open_saved_tables",
  "options_open",
  "nav_home",
  "nav_search_date",
  "nav_birthdays",
  "nav_reservations",
  "nav_guest_search",
  "nav_control",
  "nav_competitions",
  "auth_signin",
  "auth_logout",
  "merge_all",
  "nav_menu_calibrator",
  ...SEATING,
];

/** What a role holds after Reset. */
export function grantsAfterReset(role: string): Grant[] {
  return role === "admin" ? [EVERYTHING] : AFTER_RESET;
}

/** Every key once, in the order and the groups in which people look for them. */
export const PERMISSION_GROUPS: { title: string; keys: Permission[] }[] = [
  { title: "Tables", keys: ["create_table", "open_saved_tables", "merge_all", "end_of_day"] },
  {
    title: "Pages",
    keys: [
      "nav_home",
      "nav_guest_search",
      "nav_search_date",
      "nav_birthdays",
      "nav_all_data",
      "nav_merge_by_date_all",
      "nav_reservations",
      "nav_competitions",
      "nav_loyalty",
      "nav_menu_prices",
      "nav_menu_calibrator",
      "nav_control",
    ],
  },
  { title: "Messages", keys: ["nav_customer_service", "send_all"] },
  {
    title: "System",
    keys: ["options_open", "user_create", "auth_signin", "auth_logout", "remote_assist_share", "remote_assist_view"],
  },
  { title: "Also", keys: [...OWN_KEYS] },
];

/** The grants of a built-in role; none for any other, and none for a name that every object answers to. */
export function defaultGrants(role: string): Grant[] | undefined {
  return Object.hasOwn(DEFAULT_ROLES, role) ? DEFAULT_ROLES[role] : undefined;
}

/** What a call needs: nobody, anyone who is signed in, a worker PC, `*` itself, one key, any of some keys, or all of them. */
export type Requirement = "public" | "signed-in" | "worker" | "everything" | Permission | { any: Permission[] } | { all: Permission[] };

/** Whether somebody with these grants fulfils a requirement other than "public"; that one asks for nobody at all. */
export function can(grants: readonly string[], requirement: Requirement): boolean {
  if (requirement === "public" || requirement === "signed-in") return true;
  if (requirement === "worker") return false; // no user is one, whatever the role grants
  if (grants.includes(EVERYTHING)) return true;
  if (requirement === "everything") return false;
  if (typeof requirement === "string") return grants.includes(requirement);
  return "any" in requirement ? requirement.any.some((key) => grants.includes(key)) : requirement.all.every((key) => grants.includes(key));
}

/** Who fulfils a requirement, after "Shown to": by the keys' own words. */
export function whoHoldsInWords(requirement: Requirement): string {
  if (requirement === "everything") return "users with every right";
  if (typeof requirement === "string")
    return isKey(requirement) ? `whoever has “${PERMISSIONS[requirement]}”` : "everybody who is signed in";
  const [keys, last] = "any" in requirement ? ([requirement.any, "or"] as const) : ([requirement.all, "and"] as const);
  return `whoever has ${inList(
    keys.map((key) => `“${PERMISSIONS[key]}”`),
    last,
  )}`;
}

const isKey = (text: string): text is Permission => Object.hasOwn(PERMISSIONS, text);

/** Roles come as a list, a JSON list or a comma-separated text; they are compared trimmed and in lower case. */
export function normaliseRoles(roles: unknown): string[] {
  const list = typeof roles === "string" ? rolesOfText(roles) : roles;
  if (!Array.isArray(list)) return [];
  return [...new Set(list.map((role) => String(role).trim().toLowerCase()).filter(Boolean))];
}

function rolesOfText(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text.split(",");
  }
}

/** Who works through possible duplicates: the list shows guests of the whole book, as All data does, and opens them, as Search Guest does. */
export const MAY_SEE_DUPLICATES: Requirement = { all: ["nav_all_data", "nav_guest_search"] };

/** Who may bring a contact file in, and undo it. */
export const MAY_IMPORT: Requirement = { all: ["nav_all_data", "create_table"] };

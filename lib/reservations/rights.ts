import type { Permission } from "../permissions";

/** What each of these needs beside the page itself (docs/design/open-screens.md 2.1, point 13). */
export const RESERVATION_RIGHTS = {
  view: "nav_reservations",
  edit: "reservations_edit",
  override: "reservations_override",
  delete: "reservations_delete",
  phones: "reservations_phones",
  rules: "reservations_rules",
} as const satisfies Record<string, Permission>;

import type { Permission } from "./permissions";

/** The routes that the specification names without showing what stands there (docs/design/spec-shell.md 2), until they are built. */
export const PAGES_TO_COME = {
  "/reservations": {
    permission: "nav_reservations",
    label: "Reservations",
    purpose: "It will keep who comes when: bookings, tables and the waiting list of each restaurant.",
  },
  "/competitions": {
    permission: "nav_competitions",
    label: "Competitions",
    purpose: "It will draw winners among those who commented on a post, so that everybody can check the draw.",
  },
  "/menu-price-editor": {
    permission: "nav_menu_prices",
    label: "Menu price editor",
    purpose: "It will change the prices on the menus without a designer.",
  },
  "/menu-price-calibrator": {
    permission: "nav_menu_calibrator",
    label: "Menu price calibrator",
    purpose: "It will mark where each price stands on a menu, for the menu price editor.",
  },
} as const satisfies Record<string, { permission: Permission; label: string; purpose: string }>;

export type PageToCome = (typeof PAGES_TO_COME)[keyof typeof PAGES_TO_COME];

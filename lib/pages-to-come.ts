import type { Permission } from "./permissions";

/** The routes that the specification names without showing what stands there (docs/design/spec-shell.md 2), until they are built. */
export const PAGES_TO_COME = {
  "/competitions": {
    permission: "nav_competitions",
    label: "Competitions",
    purpose: "It will draw winners among those who commented on a post, so that everybody can check the draw.",
  },
} as const satisfies Record<string, { permission: Permission; label: string; purpose: string }>;

export type PageToCome = (typeof PAGES_TO_COME)[keyof typeof PAGES_TO_COME];

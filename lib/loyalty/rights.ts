import type { Requirement } from "../permissions";

/** Permissions that show customers and give points: the loyalty panel, and keeping tables, whose guests get them. */
export const MAY_AWARD: Requirement = { any: ["nav_loyalty", "create_table", "open_saved_tables"] };

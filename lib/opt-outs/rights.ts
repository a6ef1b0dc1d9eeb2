import type { Requirement } from "../permissions";

/** Who may note that a guest wants no messages, or wants them again. */
export const MAY_SET_OPT_OUT: Requirement = { any: ["create_table", "nav_guest_search", "nav_customer_service"] };

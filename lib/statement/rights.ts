import type { Requirement } from "../permissions";

/** Who may see the card, and may write letters. */
export const MAY_SEND_STATEMENT: Requirement = { all: ["nav_loyalty", "nav_customer_service"] };

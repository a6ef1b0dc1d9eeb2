import type { TaskKind } from "../contract";

/** What a guest may have agreed to: news of their own visit, or offers. */
export type Purpose = "service" | "marketing";
/** How the house knows: the guest gave the number at the table, wrote to us, or told somebody of the house. */
export type ConsentSource = "table" | "inbound" | "staff";

/** What agreement a message needs (docs/design/whatsapp.md 5): a birthday voucher is an offer. */
export function purposeOf(kind: TaskKind): Purpose {
  return kind === "birthday" ? "marketing" : "service";
}

export const NEVER_ASKED = "The guest was never asked whether they want offers, and WhatsApp Limits leaves such guests out.";

import type { AuditGroup } from "@/lib/audit/kinds";

/** The kinds of entries, as people choose them. */
export const GROUP_NAMES: Record<AuditGroup, string> = {
  "sign-ins": "Sign-ins",
  people: "People and rights",
  refusals: "Refusals",
  exports: "Exports",
  tables: "Tables",
  reservations: "Reservations",
  competitions: "Competitions",
  merges: "Merges and End of Day",
  guests: "Guests",
  vouchers: "Vouchers and points",
  messages: "Messages",
  assist: "Remote Assist",
  server: "The server",
};

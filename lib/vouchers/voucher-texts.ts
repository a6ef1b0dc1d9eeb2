/** The voucher viewer (docs/design/spec-guests.md 2 and 8). */
export const VOUCHER_TEXTS = {
  loading: "Loading…",
  notOpened: "Could not open this voucher.",
  noPreview: "No preview.",
  prev: "Prev",
  next: "Next",
  download: "Download",
} as const;

/** What a making of vouchers made (docs/design/spec-guests.md 8). */
export function vouchersGenerated(count: number): string {
  return `${count} ${count === 1 ? "voucher" : "vouchers"} generated`;
}

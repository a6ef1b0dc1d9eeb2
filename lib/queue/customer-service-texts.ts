/** Customer Service (docs/design/spec-shell.md 5 and 8). */
export const CUSTOMER_SERVICE_TEXTS = {
  title: "Customer Service",
  emptyMessage: "Message cannot be empty.",
  pickOne: "Pick at least one contact.",
  noValidPhones: "No valid phone numbers in selection.",
  /** Ours. */
  allLeftOut: "Nobody who was chosen can be written to now: see why under Left out.",
  searchFailed: "Search failed",
  enqueueFailed: "Enqueue failed",
} as const;

/** What was put into the queue by Customer Service (docs/design/spec-shell.md 8). */
export function queuedToCustomerService(count: number): string {
  return `Queued ${count} message(s) to Customer Service. The worker on that PC will send them via WhatsApp.`;
}

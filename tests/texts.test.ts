import { describe, expect, it } from "vitest";
import { FRAME_TEXTS } from "../lib/frame-texts";
import {
  BIRTHDAY_TEXTS,
  DATE_MERGE_TEXTS,
  DATE_SEARCH_TEXTS,
  GUEST_SEARCH_TEXTS,
  VOUCHER_TEXTS,
  vouchersGenerated,
} from "../lib/guest-texts";
import { OPTIONS_TEXTS } from "../lib/operation-texts";
import {
  CUSTOMER_SERVICE_TEXTS,
  EVENING_TEXTS,
  FEED_TEXTS,
  loyaltySummary,
  MENU_TEXTS,
  PEOPLE_TEXTS,
  QUEUE_TEXTS,
  queuedForSending,
  queuedToCustomerService,
  STAFF_TEXTS,
  TABLE_TEXTS,
  VISIBILITY_TEXTS,
} from "../lib/texts";

/** The sentences of the two specifications, typed from them once more: a slip in `lib/texts.ts` must not go unseen. */
const SPECIFIED = [
  "Options",
  "Backend Folder",
  "Open on this PC",
  "Open in new tab",
  "Failed to pack logs",
  "Could not download the ZIP",
  "Manage Staff",
  "Failed to add",
  "Failed to remove",
  "Reset failed. Using local defaults.",
  "New User",
  "Please enter username, password, and select a role.",
  "User created",
  "Configure Visibility",
  "You don't have permission to view this page.",
  "App failed to load",
  "API OK",
  "API OFF",
  "Login failed",
  "Merge all saved tables into one table.db?",
  "Run End of Day now?",
  "Failed to merge tables.",
  "Network error running End of Day.",
  "For Data Group",
  "No recent tables yet.",
  "Clear Display",
  "Could not copy to clipboard",
  "Search Contacts by Date",
  "No contacts found for this date.",
  "Failed to load contacts for that date. Please check API/CORS.",
  "Date input not valid",
  "Birthday Search",
  "No contacts with birthdays on this date.",
  "Please pick a date first.",
  "Failed to fetch birthdays",
  "Failed to generate vouchers",
  "Failed to load statistics",
  "No statistics available",
  "Export CSV",
  "Export VCF",
  "Generate Vouchers",
  "Show Statistics",
  "Total contacts",
  "With birthday",
  "Birthdays on this date",
  "Birthdays in this month",
  "Send WhatsApp (Distributed)",
  "No rows to send.",
  "No valid contacts to send.",
  "Failed to enqueue WhatsApp sending",
  "Retry Failed",
  "No failed contacts to retry",
  "Failed to retry failed sends",
  "Failed WhatsApp Sends",
  "Refresh Workers",
  "Merge by Date, All Branches",
  "Force (allow before 23:15)",
  "Save backups",
  "Include server local table.db",
  "Search Guest",
  "Type name or phone",
  "No results found.",
  "Search failed. Please check API/CORS.",
  "Failed to update contact.",
  "Could not load vouchers.",
  "No vouchers found for this guest.",
  "Refresh vouchers",
  "Checking…",
  "Error",
  "No voucher",
  "Loading…",
  "Could not open this voucher.",
  "No preview.",
  "Prev",
  "Next",
  "Download",
  "Please fill all fields",
  "Please choose a branch (API base)",
  "Search by name or phone",
  "Search Results",
  "Added to Table",
  "Add New Contact",
  "Failed to fetch contacts.",
  "Name and Phone are required!",
  "This contact (same phone) is already added.",
  "Add at least one contact.",
  "Missing API base for this table. Please pick a branch when creating the table.",
  "Failed to save table.",
  "Loyalty awarding encountered an error.",
  "Failed to load table",
  "Add Blank Contact",
  "Save Changes",
  "Table saved",
  "Save failed",
  "Customer Service",
  "Message cannot be empty.",
  "Pick at least one contact.",
  "No valid phone numbers in selection.",
  "Search failed",
  "Enqueue failed",
  "Send Menu (enqueue)",
  "No valid phone numbers to enqueue.",
  "Failed to enqueue",
  "Whatsapp Live Queue",
  "No workers discovered yet. Start workers or check server /workers route.",
];

describe("the specification's texts", () => {
  const ours = new Set(
    [
      FRAME_TEXTS,
      EVENING_TEXTS,
      FEED_TEXTS,
      BIRTHDAY_TEXTS,
      DATE_SEARCH_TEXTS,
      DATE_MERGE_TEXTS,
      GUEST_SEARCH_TEXTS,
      VOUCHER_TEXTS,
      TABLE_TEXTS,
      CUSTOMER_SERVICE_TEXTS,
      MENU_TEXTS,
      QUEUE_TEXTS,
      OPTIONS_TEXTS,
      STAFF_TEXTS,
      PEOPLE_TEXTS,
      VISIBILITY_TEXTS,
    ].flatMap((texts) => Object.values(texts).flat()),
  );

  it.each(SPECIFIED)("%s", (sentence) => {
    expect(ours).toContain(sentence);
  });

  it("sum up the points with or without failures", () => {
    expect(loyaltySummary(3, 0, 5)).toBe("Loyalty: +5 awarded to 3 contact(s).");
    expect(loyaltySummary(2, 1, 5)).toBe("Loyalty: +5 awarded to 2 contact(s), 1 failed.");
  });

  it("say how many messages were queued", () => {
    expect(queuedToCustomerService(3)).toBe("Queued 3 message(s) to Customer Service. The worker on that PC will send them via WhatsApp.");
    expect(queuedForSending(3)).toBe("Queued 3 contact(s) for sending.");
  });

  it("say how many vouchers were made", () => {
    expect(vouchersGenerated(31)).toBe("31 vouchers generated");
  });
});

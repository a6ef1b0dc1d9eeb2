import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { queuedForSending } from "../lib/menus/menu-texts";
import { queuedToCustomerService } from "../lib/queue/customer-service-texts";
import { loyaltySummary } from "../lib/tables/table-texts";
import { vouchersGenerated } from "../lib/vouchers/voucher-texts";

/** What each screen says: `TOPIC-texts.ts` of its feature. */
const texts = import.meta.glob<Record<string, unknown>>("../lib/**/*-texts.ts", { eager: true });

/** Typed once more from docs/design/spec-shell.md and docs/design/spec-guests.md: a slip in what the screens say must not go unseen. */
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
  "Invalid code.",
  "Merge all saved tables into one table.db?",
  "Run End of Day now?",
  "Failed to merge tables.",
  "Health check returns 200",
  "Server running on local port 8000",
  "Tunnel connected",
  "Network error running End of Day.",
  "For Data Group",
  "No recent tables yet.",
  "Clear Display",
  "Could not copy to clipboard",
  "Search Contacts by Date",
  "No contacts found for this date.",
  "Failed to load contacts for that date. Please check API/CORS.",
  "Date input not valid",
  "Set Company for All Contacts on This Date",
  "Please enter a company and select a date.",
  "Updated successfully.",
  "Update failed.",
  "Delete failed.",
  "Failed to update.",
  "Contact updated in contacts.db",
  "Contact updated in table.db",
  "Deleted from table.db",
  "Missing id on row for table.db update.",
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

/** Where each sentence is kept: `TABLE_TEXTS.added` for `Added`. */
const KEPT_AS = new Map<string, string[]>();
for (const [group, kept] of Object.values(texts).flatMap((module) => Object.entries(module)))
  if (typeof kept === "object")
    for (const [name, said] of Object.entries(kept as Record<string, string | readonly string[]>))
      for (const sentence of [said].flat()) KEPT_AS.set(sentence, [...(KEPT_AS.get(sentence) ?? []), `${group}.${name}`]);

/** What the browser tests say, but for the lines by which something is not there. */
const LINES = readdirSync("tests/e2e")
  .flatMap((file) => readFileSync(`tests/e2e/${file}`, "utf8").split("\n"))
  .filter((line) => !/toHaveCount\(0\)|toBeHidden|\.not\./.test(line));

const CONSTANTS = new Set(LINES.flatMap((line) => line.match(/\w+_TEXTS\.\w+/g) ?? []));

/** By its constant, or word for word from where a quotation or an expression begins. */
function isSeen(sentence: string): boolean {
  if ((KEPT_AS.get(sentence) ?? []).some((name) => CONSTANTS.has(name))) return true;
  return LINES.some((line) => ['"', "`", "/^", "/"].some((begin) => line.includes(begin + sentence)));
}

describe("the specification's texts", () => {
  it.each(SPECIFIED)("%s", (sentence) => {
    expect([...KEPT_AS.keys()]).toContain(sentence);
  });

  it("are each looked for on the screen by a test in a browser", () => {
    expect(SPECIFIED.filter((sentence) => !isSeen(sentence))).toEqual([]);
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

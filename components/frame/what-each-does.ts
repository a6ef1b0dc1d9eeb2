import type { ActionName } from "@/components/app-base/house-actions";
import type { PagePath } from "./navigation";

/** What each page is for, in one sentence. */
export const PAGE_SENTENCES: Record<PagePath, string> = {
  "/": "Tonight’s tables of this restaurant, and what the group’s other branches do.",
  "/guest-search": "Find a guest by name or phone, and correct what is known of them.",
  "/redeem": "Check a birthday voucher at the table, and redeem it once.",
  "/search-date": "See and correct the guests of one evening, or save them as contacts.",
  "/merge-by-date-all": "Bring the guests of all restaurants together in Central, day by day.",
  "/birthdays": "See who celebrates on a date, make their vouchers and send the greetings.",
  "/reservations": "Take bookings, seat who comes, and see who waits for a table.",
  "/all": "See every guest of the guest book in one grid, filter and compare.",
  "/duplicates": "Make one guest of two records of one person, or say that they are two.",
  "/loyalty": "Change what points are given for, and what they are worth.",
  "/menu-price-editor": "See which menu guests get, upload the next one, or bring an earlier one back.",
  "/competitions": "Draw winners among those who commented on a post, so that everybody can check the draw.",
  "/menu-price-calibrator": "Say which numbers of a menu are prices, and of which dishes.",
  "/import": "Bring guests into the guest book from a file.",
  "/control": "",
  "/audit": "See who did what, and when.",
};

/** The same of each action. */
export const ACTION_SENTENCES: Record<ActionName, string> = {
  newTable: "Record the guests of a table.",
  savedTables: "Open a table of tonight again.",
  mergeAll: "Bring the guests of all saved tables together in one list.",
  endOfDay: "Close the evening: its guests come into the guest book.",
  options: "Pack the daily logs into a ZIP file for whoever looks after Daftar.",
  customerService: "Write to chosen guests by WhatsApp.",
  assistShare: "Show your screen to somebody who helps you.",
  assistView: "See the screen of somebody who asks for help.",
  manageStaff: "Change the names of hostesses and waiters.",
  newUser: "Let one more person sign in.",
  users: "Change what people may do, or end their sign-ins.",
  visibility: "Choose which role sees what.",
  ownAccount: "Change your password, and see where you are signed in.",
  branches: "Open, rename or close restaurants.",
  sendingLimits: "Set quiet hours and how much each number may send.",
  backendFolder: "Look into the folder of the server.",
  cancelSending: "Stop this branch’s WhatsApp sending, or cancel what waits.",
  resumeSending: "Let WhatsApp sending go on. What was cancelled stays cancelled.",
  checkSending: "See whether sending is stopped.",
};

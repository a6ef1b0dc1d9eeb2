import { birthdayBadge } from "@/lib/birthday-dates";
import { branchName, isRestaurant, type Restaurant, restaurants } from "@/lib/known-branches";
import type { TableLogEntry } from "@/lib/tables/contract";
import { branchFromWords } from "./branch-from-words";

/** An entry's branch: the one that the server names, else the one in its text. */
export function branchOf(entry: TableLogEntry): Restaurant {
  const said = entry.branch.toLowerCase();
  if (isRestaurant(said)) return said;
  const words = [entry.table, entry.hostess, entry.waiter, ...entry.contacts.map((guest) => guest.name)];
  return branchFromWords(words.join(" "));
}

/** One entry of the log, for lists that must know it again. */
export function keyOf(entry: TableLogEntry): string {
  return `${entry.branch}/${entry.table_name || `${entry.table}/${entry.time}`}`;
}

export interface FeedNumbers {
  tables: number;
  guests: number;
  withBirthday: number;
  /** Guests whose birthday is within the next seven days. */
  celebrating: number;
}

export function numbersOf(entries: TableLogEntry[], today: string): FeedNumbers {
  const guests = entries.flatMap((entry) => entry.contacts);
  return {
    tables: entries.length,
    guests: guests.length,
    withBirthday: guests.filter((guest) => guest.birthday !== "").length,
    celebrating: guests.filter((guest) => birthdayBadge(guest.birthday, today) === "next-7-days").length,
  };
}

export function guestsPerBranch(entries: TableLogEntry[]): Map<Restaurant, number> {
  const counts = new Map<Restaurant, number>(restaurants().map((branch) => [branch, 0]));
  for (const entry of entries) {
    const branch = branchOf(entry);
    counts.set(branch, (counts.get(branch) ?? 0) + entry.contacts.length);
  }
  return counts;
}

/** What the feed does not show, as sentences: branches that cannot be read now, and those that another server keeps. */
export function whatIsNotShown({ unavailable, elsewhere }: { unavailable: string[]; elsewhere: string[] }): string[] {
  const unreadable = unavailable.filter((branch) => !elsewhere.includes(branch));
  return [
    unreadable.length > 0 && `Not shown, because they cannot be read now: ${namesOf(unreadable)}.`,
    elsewhere.length > 0 && `Not shown, because another server keeps them: ${namesOf(elsewhere)}.`,
  ].filter((sentence) => sentence !== false);
}

const namesOf = (branches: string[]) => branches.map((branch) => branchName(branch)).join(", ");

import { birthdayBadge } from "@/lib/birthday-dates";
import { foldText } from "@/lib/fold-text";
import { branchName, isRestaurant, type Restaurant, restaurants } from "@/lib/known-branches";
import type { TableLogEntry } from "@/lib/tables/contract";
import { branchFromWords } from "./branch-from-words";
import { oncePerGuest, reachedAt } from "./once-per-guest";

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

type LoggedGuest = TableLogEntry["contacts"][number];

/** A person is known by any of their numbers, else by their name (docs/design/domain.md, Phones); else by nothing. */
function keysOfPerson(guest: LoggedGuest): string[] {
  const reached = reachedAt(guest);
  return reached.length > 0 ? reached : [foldText(guest.name)].filter(Boolean);
}

/** How many people sit at these tables, whoever sits at two of them counted once. */
function peopleAt(entries: readonly TableLogEntry[], isMeant: (guest: LoggedGuest) => boolean = () => true): number {
  const seats = entries.flatMap((entry) =>
    entry.contacts.filter(isMeant).map((guest) => ({ guest, branch: entry.branch, table: keyOf(entry), place: "" })),
  );
  return oncePerGuest(seats, keysOfPerson).length;
}

/** How many tables, and how many guests at them. */
export function numbersOf(entries: TableLogEntry[], today: string): FeedNumbers {
  return {
    tables: entries.length,
    guests: peopleAt(entries),
    withBirthday: peopleAt(entries, ({ birthday }) => birthday !== ""),
    celebrating: peopleAt(entries, ({ birthday }) => birthdayBadge(birthday, today) === "next-7-days"),
  };
}

/** The guests of each branch, each counted once there. */
export function guestsPerBranch(entries: TableLogEntry[]): Map<Restaurant, number> {
  const tables = new Map<Restaurant, TableLogEntry[]>(restaurants().map((branch) => [branch, []]));
  for (const entry of entries) tables.set(branchOf(entry), [...(tables.get(branchOf(entry)) ?? []), entry]);
  return new Map([...tables].map(([branch, own]) => [branch, peopleAt(own)]));
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

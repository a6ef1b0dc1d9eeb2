import { foldText } from "@/lib/fold-text";
import type { TableLogEntry } from "@/lib/tables/contract";

type LoggedGuest = TableLogEntry["contacts"][number];

/** A guest at one table. `table` tells it from every other one, `place` is what people read. */
export interface Seat {
  guest: LoggedGuest;
  table: string;
  /** Whose table it is. */
  branch: string;
  place: string;
}

/** A guest of tonight, once, with every table at which they sit. */
export interface SeatedGuest {
  guest: LoggedGuest;
  branch: string;
  tables: string[];
  places: string[];
}

/**
 * Each guest once, in the order in which they first stand: the same number and birthday at another table is the same person, and so is the
 * same name and birthday where there is no number. Two of one table never are: a table takes no number twice, and twins have one birthday.
 */
export function oncePerGuest(seats: readonly Seat[]): SeatedGuest[] {
  const once: SeatedGuest[] = [];
  const byKey = new Map<string, SeatedGuest[]>();
  for (const { guest, table, branch, place } of seats) {
    const keys = keysOfGuest(guest);
    const known = keys.flatMap((key) => byKey.get(key) ?? []).find(({ tables }) => !tables.includes(table));
    const seated = known ?? { guest, branch, tables: [], places: [] };
    seated.tables.push(table);
    if (!seated.places.includes(place)) seated.places.push(place);
    if (!known) once.push(seated);
    for (const key of keys) byKey.set(key, [...(byKey.get(key) ?? []), seated]);
  }
  return once;
}

function keysOfGuest({ name, phones, birthday, numbers }: LoggedGuest): string[] {
  // Servers of an earlier version send the numbers as they were written.
  const digits = numbers?.map((number) => number.digits) ?? phones.split(/[,;/]/).map((phone) => phone.replace(/\D/g, ""));
  const reached = digits.filter((one) => one !== "");
  return reached.length > 0 ? reached.map((one) => `${birthday} ${one}`) : [`${birthday} ${foldText(name)}`];
}

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
 * @param keysOf by which else a guest is known again
 */
export function oncePerGuest(seats: readonly Seat[], keysOf = keysOfGuest): SeatedGuest[] {
  const once: SeatedGuest[] = [];
  const byKey = new Map<string, SeatedGuest[]>();
  for (const { guest, table, branch, place } of seats) {
    const keys = keysOf(guest);
    const known = keys.flatMap((key) => byKey.get(key) ?? []).find(({ tables }) => !tables.includes(table));
    const seated = known ?? { guest, branch, tables: [], places: [] };
    seated.tables.push(table);
    if (!seated.places.includes(place)) seated.places.push(place);
    if (!known) once.push(seated);
    for (const key of keys) byKey.set(key, [...(byKey.get(key) ?? []), seated]);
  }
  return once;
}

/** The guest's numbers, in digits. Servers of an earlier version send them as they were written. */
export function reachedAt({ phones, numbers }: LoggedGuest): string[] {
  const digits = numbers?.map((number) => number.digits) ?? phones.split(/[,;/]/).map((phone) => phone.replace(/\D/g, ""));
  return digits.filter((one) => one !== "");
}

function keysOfGuest(guest: LoggedGuest): string[] {
  const reached = reachedAt(guest);
  return reached.length > 0 ? reached.map((one) => `${guest.birthday} ${one}`) : [`${guest.birthday} ${foldText(guest.name)}`];
}

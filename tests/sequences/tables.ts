import type { Someone } from "./people";

/** Somebody at a table, as they were typed there. */
export interface Sighting {
  who: Someone;
  name: string;
  /** The numbers that were typed, as digits. */
  numbers: string[];
  phones: string;
  birthday: string;
}

/** A saved table, as far as a sequence remembers it. */
export interface Table {
  branch: string;
  day: number;
  name: string;
  number: string;
  guests: Sighting[];
  /** Everybody who was ever saved at it. */
  seen: Set<Sighting>;
  closed: boolean;
  /** In the guest book as it stands, by an End of Day that stopped before it closed the table. */
  booked: boolean;
}

/** Where an End of Day stops, as a full disk would stop it: nothing is in the guest book yet, or nothing is closed yet. */
export const STOPS = {
  booking: { kind: "contacts", when: "BEFORE INSERT ON end_of_day_entry" },
  closing: { kind: "table", when: "BEFORE UPDATE OF closed_by ON saved_table" },
} as const;

export const typed = ({ name, phones, birthday }: Sighting) => ({ name, phones, birthday });
export const told = ({ name, numbers, birthday }: Sighting) => `${name || "(no name)"} ${numbers.join("+")} ${birthday}`;

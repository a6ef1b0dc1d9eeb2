import { calendarDate } from "../../calendar-date";
import { cleanLines, cleanPhones, cleanText } from "../../clean-text";
import { env } from "../../env";
import { type PhoneNumber, readPhones } from "../../phones";
import { timeOnly } from "../shapes";
import type { Fault } from "./page-words";

/** What somebody typed into the form, as they typed it. */
export interface Typed {
  date: string;
  party: string;
  time: string;
  name: string;
  phone: string;
  note: string;
  /** Of the form itself: sent twice it books once. */
  key: string;
}
export const FIELDS = ["date", "party", "time", "name", "phone", "note"] as const;
export type Field = (typeof FIELDS)[number];

/** What is wrong, by the field beside which it is said. */
export type Faults = Partial<Record<Field, Fault>>;

export const LONGEST = { name: 200, phone: 60, note: 1_000 } as const;

export function typedIn(form: URLSearchParams): Typed {
  const said = (name: string) => form.get(name) ?? "";
  return {
    date: said("date"),
    party: said("party"),
    time: said("time"),
    name: said("name"),
    phone: said("phone"),
    note: said("note"),
    key: said("key"),
  };
}

/** What was typed, as it is booked. */
export interface Meant {
  date: string;
  party: number;
  time: string;
  name: string;
  phone: string;
  numbers: PhoneNumber[];
  note: string;
}

/** The day and the party alone: what free times are looked for by. */
export function whenOf({ date, party }: Pick<Typed, "date" | "party">, today: string, most: number) {
  const size = /^\d{1,2}$/.test(party) ? Number(party) : 0;
  const faults: Faults = {};
  if (!calendarDate.safeParse(date).success || date < today) faults.date = "date";
  if (size < 1 || size > most) faults.party = "party";
  return { date, party: size, faults };
}

/** What was typed, read; and what is wrong with it. Whether its time is free is known when it is booked. */
export function meantBy(typed: Typed, today: string, most: number): { meant: Meant; faults: Faults } {
  const { date, party, faults } = whenOf(typed, today, most);
  const name = cleanText(typed.name);
  const phone = cleanPhones(typed.phone);
  const numbers = readPhones(phone, env().DEFAULT_COUNTRY_CODE);
  const note = cleanLines(typed.note);
  if (!timeOnly.safeParse(typed.time).success) faults.time = "time";
  if (name === "") faults.name = "name";
  if (name.length > LONGEST.name) faults.name = "nameLong";
  if (phone.length > LONGEST.phone || numbers.length !== 1 || numbers[0]?.key === "") faults.phone = "phone";
  if (note.length > LONGEST.note) faults.note = "noteLong";
  return { meant: { date, party, time: typed.time, name, phone, numbers, note }, faults };
}

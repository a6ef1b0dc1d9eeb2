import { asciiDigits } from "./digits";

/** The largest party size: two digits, more than any table seats. */
export const MOST_PEOPLE = 99;

export const WRONG_PARTY_SIZE = `How many people sit there is a whole number from 1 to ${MOST_PEOPLE}.`;

/**
 * What somebody typed as the number of people at a table, in digits of any script.
 * @returns null where nothing is typed, `wrong` for what is no whole number from 1 to 99
 */
export function partySizeOf(typed: string): number | null | "wrong" {
  const digits = asciiDigits(typed.trim());
  if (digits === "") return null;
  const size = /^\d{1,3}$/.test(digits) ? Number(digits) : 0;
  return size >= 1 && size <= MOST_PEOPLE ? size : "wrong";
}

/** "3 guests · party of 6"; only the first part if no party size was given. */
export function withParty(words: string, size: number | null | undefined): string {
  return size ? `${words} · party of ${size}` : words; // what a device kept from an older server has none
}

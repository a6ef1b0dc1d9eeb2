import { masked, shownNumbers } from "./phones";

/** A guest's numbers for whoever sees no whole ones (`see_all_phones`). */
export function maskedPhones(phones: string, countryCode: string): string {
  return shownNumbers(phones, countryCode)
    .map(({ digits }) => masked(digits))
    .join(", ");
}

/** The lists in which an undo tells of guests (`lib/undo-loss.ts`). */
const TOLD = ["lost_guests", "kept_guests"];

/** What an undo answers, or is refused with, for whoever sees no whole phones. */
export function withMaskedGuests<Value>(value: Value, countryCode: string): Value {
  if (typeof value !== "object" || value === null) return value;
  const entries = Object.entries(value).map(([name, held]: [string, unknown]) => {
    return [name, TOLD.includes(name) && Array.isArray(held) ? held.map((guest) => maskGuest(guest, countryCode)) : held];
  });
  return Object.fromEntries(entries) as Value; // texts become other texts
}

function maskGuest(guest: unknown, countryCode: string): unknown {
  if (typeof guest !== "object" || guest === null || !("phones" in guest) || typeof guest.phones !== "string") return guest;
  return { ...guest, phones: maskedPhones(guest.phones, countryCode) };
}

import { COUNTRY_CODES, HOME_COUNTRY } from "@/components/ui/country-codes";
import { birthdayRefused } from "@/components/ui/typed-birthday";
import { asksAbout, readTypedPhone } from "@/components/ui/typed-phone";
import { BLANK_GUEST, type Draft, type DraftGuest, fieldsOf, type GuestFields, newGuest, type PendingGuest } from "@/lib/drafts";
import { TABLE_TEXTS } from "@/lib/tables/table-texts";
import { asNewGuest, sameGuest } from "./guest-lists";

export const BLANK_PENDING: PendingGuest = { ...BLANK_GUEST, country: HOME_COUNTRY.id, agreed: "" };

/** Shown when a guest is added whose phone is not exactly one number. The specification has no words for it. */
export const ANSWER_FIRST = "Say first how this phone is meant.";

/** The same of a phone at which nobody can be called. */
export const CHECK_FIRST = "Check the phone first.";

/** Something stands in the form that somebody would miss; a country alone is nobody. */
export function isTyped(pending: PendingGuest | null): pending is PendingGuest {
  return pending !== null && JSON.stringify(fieldsOf(pending)) !== JSON.stringify(BLANK_GUEST);
}

/** How many guests the table will have: a guest in the form is saved with the others. */
export function guestCount({ guests, pending }: Pick<Draft, "guests" | "pending">): number {
  return guests.length + (isTyped(pending) ? 1 : 0);
}

export function countryOf(pending: PendingGuest) {
  return COUNTRY_CODES.find((one) => one.id === pending.country) ?? HOME_COUNTRY;
}

/** What was typed into the search box goes on with the guest in the form, and only where that field is still empty. */
export function withTyped(pending: PendingGuest | null, typed: string): PendingGuest {
  const now = pending ?? BLANK_PENDING;
  const { name, phones } = asNewGuest(typed);
  return { ...now, name: now.name.trim() ? now.name : name, phones: now.phones.trim() ? now.phones : phones };
}

export type Completed =
  | { fields: GuestFields; problem: null }
  /** `field` is the one that the cursor goes to; null where the form asks something by itself. */
  | { fields: null; problem: string; field: "name" | "phone" | "birthday" | null };

/** The guest as the table takes it, or the sentence that says why it does not. */
export function completed(pending: PendingGuest, guests: readonly DraftGuest[]): Completed {
  const name = pending.name.trim();
  const phone = readTypedPhone(pending.phones, countryOf(pending).code);
  if (!name || !phone.saved) return { fields: null, problem: TABLE_TEXTS.nameAndPhone, field: name ? "phone" : "name" };
  if (asksAbout(phone, pending.phones, pending.agreed))
    return { fields: null, problem: phone.kind === "nobodys" ? CHECK_FIRST : ANSWER_FIRST, field: null };
  if (sameGuest(guests, phone.saved)) return { fields: null, problem: TABLE_TEXTS.duplicate, field: null };
  const wrong = birthdayRefused(pending);
  if (wrong) return { fields: null, problem: wrong, field: "birthday" };
  return { fields: { ...fieldsOf(pending), name, phones: phone.saved }, problem: null };
}

export type Taken = { draft: Draft; problem: null } | { draft: null; problem: string };

/** The draft as it is sent: a guest who stands in the form and was not added yet belongs to the table too. */
export function withPending(of: Draft): Taken {
  if (!isTyped(of.pending)) return { draft: { ...of, pending: null }, problem: null };
  const { fields, problem } = completed(of.pending, of.guests);
  if (!fields) return { draft: null, problem };
  return { draft: { ...of, guests: [...of.guests, newGuest(fields)], pending: null }, problem: null };
}

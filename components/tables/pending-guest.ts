import { COUNTRY_CODES, HOME_COUNTRY } from "@/components/ui/country-codes";
import { phoneToSave } from "@/components/ui/phone-to-save";
import { BLANK_GUEST, type Draft, type DraftGuest, type GuestFields, newGuest, type PendingGuest } from "@/lib/drafts";
import { TABLE_TEXTS } from "@/lib/texts";
import { asNewGuest, sameGuest } from "./guest-lists";

export const BLANK_PENDING: PendingGuest = { ...BLANK_GUEST, country: HOME_COUNTRY.id };

/** Something stands in the form that somebody would miss; a country alone is nobody. */
export function isTyped(pending: PendingGuest | null): pending is PendingGuest {
  return pending !== null && JSON.stringify({ ...pending, country: "" }) !== JSON.stringify({ ...BLANK_PENDING, country: "" });
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

export type Completed = { fields: GuestFields; problem: null } | { fields: null; problem: string };

/** The guest as the table takes it, or the sentence that says why it does not. */
export function completed(pending: PendingGuest, guests: readonly DraftGuest[]): Completed {
  const name = pending.name.trim();
  const phones = phoneToSave(pending.phones, countryOf(pending).code);
  if (!name || !phones) return { fields: null, problem: TABLE_TEXTS.nameAndPhone };
  if (sameGuest(guests, phones)) return { fields: null, problem: TABLE_TEXTS.duplicate };
  const { country: _, ...fields } = pending;
  return { fields: { ...fields, name, phones }, problem: null };
}

export type Taken = { draft: Draft; problem: null } | { draft: null; problem: string };

/** The draft as it is sent: a guest who stands in the form and was not added yet belongs to the table too. */
export function withPending(of: Draft): Taken {
  if (!isTyped(of.pending)) return { draft: { ...of, pending: null }, problem: null };
  const { fields, problem } = completed(of.pending, of.guests);
  if (!fields) return { draft: null, problem };
  return { draft: { ...of, guests: [...of.guests, newGuest(fields)], pending: null }, problem: null };
}

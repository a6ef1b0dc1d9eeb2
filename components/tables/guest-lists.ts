import type { DraftGuest, GuestFields } from "@/lib/drafts";
import { maybeSamePhone, type PhoneNumber, readPhones, samePhone, sharesPhone } from "@/lib/phones";

// A list of guests is compared with every search result at each key; reading the same phones anew would be most of it.
const read = new Map<string, PhoneNumber[]>();

function phonesOf(guest: { phones: string }): PhoneNumber[] {
  let numbers = read.get(guest.phones);
  if (!numbers) {
    if (read.size > 2000) read.clear();
    numbers = readPhones(guest.phones);
    read.set(guest.phones, numbers);
  }
  return numbers;
}

/** The guest with whom this one shares a phone; a guest without a valid number is no duplicate. */
export function sameGuest<G extends { phones: string }>(guests: readonly G[], phones: string): G | undefined {
  const numbers = phonesOf({ phones });
  return guests.find((guest) => sharesPhone(phonesOf(guest), numbers));
}

/** Without a phone nobody is a duplicate, yet the very row that was added shall not offer itself again. */
export function isAmong(guests: readonly GuestFields[], { name, phones }: Pick<GuestFields, "name" | "phones">): boolean {
  return sameGuest(guests, phones) !== undefined || guests.some((guest) => guest.phones === phones && guest.name === name);
}

/** Same last eight digits in two countries: shown, never merged. */
export function maybeSameGuest<G extends { phones: string }>(guests: readonly G[], phones: string): G | undefined {
  const numbers = phonesOf({ phones });
  return guests.find((guest) => phonesOf(guest).some((theirs) => numbers.some((own) => maybeSamePhone(own, theirs))));
}

/** Lists are deduplicated silently; the first of two stays, because the newest comes first. */
export function withoutDuplicates<G extends { phones: string }>(guests: readonly G[]): G[] {
  const kept: G[] = [];
  const byKey = new Map<string, PhoneNumber[]>();
  for (const guest of guests) {
    const numbers = phonesOf(guest);
    if (numbers.some((own) => byKey.get(own.key)?.some((other) => samePhone(own, other)))) continue;
    kept.push(guest);
    for (const number of numbers) byKey.set(number.key, [...(byKey.get(number.key) ?? []), number]);
  }
  return kept;
}

/** What a person typed into the search box belongs to: a text with more digits than letters is a phone. */
export function asNewGuest(typed: string): Pick<GuestFields, "name" | "phones"> {
  const text = typed.trim();
  const digits = text.match(/\p{Nd}/gu)?.length ?? 0;
  const letters = text.match(/\p{L}/gu)?.length ?? 0;
  return digits > letters ? { name: "", phones: text } : { name: text, phones: "" };
}

export function nameOf(guest: Pick<DraftGuest, "name" | "phones">): string {
  return guest.name.trim() || guest.phones.trim() || "this guest";
}

import { useDebouncedValue } from "@mantine/hooks";
import { digitsOf } from "@/lib/digits";
import type { DraftGuest } from "@/lib/drafts";
import type { Contact } from "@/lib/guest-search/contract";
import { maybeSameGuest, sameGuest } from "./guest-lists";
import { type Place, useContactSearch } from "./queries";

export type Known = { kind: "added" | "similar"; guest: { name: string; phones: string } } | { kind: "book"; guest: Contact };

/** Who has this phone already: at this table, or in the guest book. */
export function useKnownGuest(place: Place, phone: string, guests: readonly DraftGuest[]): Known | null {
  const digits = digitsOf(phone);
  // Shorter numbers are still being typed and would find half the guest book.
  const [asked] = useDebouncedValue(digits.length >= 10 ? digits : "", 250);
  const search = useContactSearch(place, asked);
  const added = sameGuest(guests, phone);
  if (added) return { kind: "added", guest: added };
  const inBook = asked === digits && digits ? sameGuest(search.data?.contacts ?? [], phone) : undefined;
  if (inBook) return { kind: "book", guest: inBook };
  const similar = maybeSameGuest(guests, phone);
  return similar ? { kind: "similar", guest: similar } : null;
}

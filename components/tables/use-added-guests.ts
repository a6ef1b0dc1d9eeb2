import { useState } from "react";
import { counted } from "@/components/ui/counted";
import { type DraftGuest, type GuestFields, newGuest } from "@/lib/drafts";
import { nameOf, sameGuest } from "./guest-lists";
import type { DraftState } from "./use-draft";

/** The guests of the draft: those added, those just removed, and the notices about them. */
export function useAddedGuests({ draft, change }: Pick<DraftState, "draft" | "change">) {
  const [removed, setRemoved] = useState<DraftGuest[]>([]);
  const [said, say] = useState("");
  const { guests } = draft;

  const add = (fields: GuestFields) => {
    const guest = newGuest(fields);
    change((now) => (sameGuest(now.guests, guest.phones) ? now : { ...now, guests: [...now.guests, guest] }));
    say(`Added ${nameOf(guest)}. ${counted(guests.length + 1, "guest")}.`);
    setRemoved([]);
  };
  const remove = (guest: DraftGuest) => {
    setRemoved((now) => [...now, guest]);
    change((now) => ({ ...now, guests: now.guests.filter((other) => other.key !== guest.key) }));
    say(`Removed ${nameOf(guest)}.`);
  };
  const undo = (guest: DraftGuest) => {
    setRemoved((now) => now.filter((other) => other.key !== guest.key));
    // Keys are made in the order of adding, which the table keeps.
    change((now) => ({ ...now, guests: [...now.guests, guest].sort((one, other) => one.key.localeCompare(other.key)) }));
    say(`${nameOf(guest)} is back.`);
  };
  const removeLast = () => {
    const last = guests.at(-1);
    if (last) remove(last);
  };
  return { guests, removed, said, say, add, remove, removeLast, undo };
}

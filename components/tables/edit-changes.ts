import { formatBirthday } from "@/lib/birthdays";
import { type Draft, type DraftGuest, fieldsOf, type GuestFields, isBlank, newDraft } from "@/lib/drafts";
import { nameOf, sameGuest } from "./guest-lists";

/** Whether a guest of the edit view differs from the saved one; a new guest does as soon as something is written. */
export function isChanged(draft: Draft, guest: DraftGuest): boolean {
  const saved = draft.original?.find((one) => one.key === guest.key);
  if (!saved) return !isBlank(guest);
  return JSON.stringify(fieldsOf(saved)) !== JSON.stringify(fieldsOf(guest));
}

/** Changed, added and removed guests. */
export function changeCount(draft: Draft): number {
  const removed = (draft.original ?? []).filter((saved) => !draft.guests.some((guest) => guest.key === saved.key));
  return draft.guests.filter((guest) => isChanged(draft, guest)).length + removed.length;
}

export function changesText(count: number): string {
  if (count === 0) return "No changes";
  return `${count} unsaved ${count === 1 ? "change" : "changes"}`;
}

/** A row that says something but names nobody; the server would drop it, and what was typed with it. */
export function namelessRow(draft: Draft): number {
  return draft.guests.findIndex((guest) => !isBlank(guest) && !guest.name.trim() && !guest.phones.trim());
}

export interface Difference {
  who: string;
  what: string;
  theirs: string;
  mine: string;
}

const FIELD_NAMES: Record<keyof GuestFields, string> = {
  name: "Name",
  phones: "Phones",
  email: "Email",
  company: "Company",
  title: "Title",
  birthday: "Birthday",
  birth_year: "Year of birth",
  address: "Address",
};

/** Guest by guest, what two versions of a table do not agree about. */
export function differencesOf(mine: readonly DraftGuest[], theirs: readonly DraftGuest[]): Difference[] {
  const differences: Difference[] = [];
  const partners = partnersOf(mine, theirs);
  for (const guest of mine.filter((one) => !isBlank(one))) {
    const other = partners.get(guest.key);
    if (!other) {
      differences.push({ who: nameOf(guest), what: "Guest", theirs: "not at the table", mine: "at the table" });
      continue;
    }
    for (const field of Object.keys(FIELD_NAMES) as (keyof GuestFields)[]) {
      if ((guest[field] ?? "") === (other[field] ?? "")) continue;
      differences.push({ who: nameOf(other), what: FIELD_NAMES[field], theirs: shown(field, other), mine: shown(field, guest) });
    }
  }
  const paired = new Set(partners.values());
  for (const other of theirs.filter((one) => !paired.has(one))) {
    differences.push({ who: nameOf(other), what: "Guest", theirs: "at the table", mine: "not at the table" });
  }
  return differences;
}

/**
 * Who of theirs each of mine is. Ids change with every save, so phones decide, and names where the phones do not; each
 * of theirs is given once, so that two guests of one name stay two.
 */
function partnersOf(mine: readonly DraftGuest[], theirs: readonly DraftGuest[]): Map<string, DraftGuest> {
  const partners = new Map<string, DraftGuest>();
  const left = new Set(theirs);
  const pair = (find: (guest: DraftGuest, others: DraftGuest[]) => DraftGuest | undefined) => {
    for (const guest of mine) {
      const other = partners.has(guest.key) ? undefined : find(guest, [...left]);
      if (!other) continue;
      partners.set(guest.key, other);
      left.delete(other);
    }
  };
  pair((guest, others) => others.find((other) => other.key === guest.key));
  pair((guest, others) => sameGuest(others, guest.phones));
  pair((guest, others) => others.find((other) => other.name.trim() !== "" && other.name.trim() === guest.name.trim()));
  return partners;
}

function shown(field: keyof GuestFields, guest: DraftGuest): string {
  const value = field === "birthday" ? formatBirthday(guest.birthday) : String(guest[field] ?? "");
  return value || "empty";
}

/** The table as it is after its save, with nothing changed since: what the screen goes on with when it cannot be read back. */
export function settled(saved: Draft): Draft {
  const guests = saved.guests.filter((guest) => !isBlank(guest)).map((guest) => ({ ...guest, id: guest.id ?? guest.key }));
  return { ...newDraft(saved.info), guests, original: guests, table_name: saved.table_name, version: saved.version };
}

/** Keep mine: the same guests once more, now as changes of the version that somebody else saved. */
export function rebased(draft: Draft, theirs: readonly DraftGuest[], version: number): Draft {
  const partners = partnersOf(draft.guests, theirs);
  const guests = draft.guests.map((guest) => {
    const other = partners.get(guest.key);
    // Somebody they saved too got the points with their save; the id says so.
    return other ? { ...guest, key: other.key, id: other.id } : { ...guest, id: null };
  });
  return { ...draft, guests, original: [...theirs], version, step: "writing", sent: null, sent_at: null, last_error: null };
}

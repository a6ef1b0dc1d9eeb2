import { birthdayRefused } from "@/components/ui/typed-birthday";
import { formatBirthday } from "@/lib/birthday-dates";
import { type Draft, type DraftGuest, fieldsOf, isBlank, isPartySizeChanged, newDraft } from "@/lib/drafts";
import { type AskedField, GUEST_FIELDS, shownField } from "@/lib/guest-fields";
import { isolated } from "@/lib/isolated";
import type { KeptBoth, Question, Side } from "@/lib/tables/keep-both";
import type { OthersSave } from "./conflicting-save";
import { nameOf } from "./guest-lists";

/** Whether a guest of the edit view differs from the saved one; a new guest does as soon as something is written. */
export function isChanged(draft: Draft, guest: DraftGuest): boolean {
  const saved = draft.original?.find((one) => one.key === guest.key);
  if (!saved) return !isBlank(guest);
  return JSON.stringify(fieldsOf(saved)) !== JSON.stringify(fieldsOf(guest));
}

/** Changed, added and removed guests, and how many people sit there. */
export function changeCount(draft: Draft): number {
  const removed = (draft.original ?? []).filter((saved) => !draft.guests.some((guest) => guest.key === saved.key));
  return draft.guests.filter((guest) => isChanged(draft, guest)).length + removed.length + Number(isPartySizeChanged(draft));
}

export function changesText(count: number): string {
  if (count === 0) return "No changes";
  return `${count} unsaved ${count === 1 ? "change" : "changes"}`;
}

/** A row that says something but names nobody; the server would drop it, and what was typed with it. */
export function namelessRow(draft: Draft): number {
  return draft.guests.findIndex((guest) => !isBlank(guest) && !guest.name.trim() && !guest.phones.trim());
}

/** The first birthday that is none, and the sentence that refuses it; the server would read another into some of them. */
export function wrongBirthday({ guests }: Pick<Draft, "guests">): { key: string; problem: string } | null {
  for (const [index, guest] of guests.entries()) {
    const problem = birthdayRefused(guest, ` of guest ${index + 1}`);
    if (problem) return { key: guest.key, problem };
  }
  return null;
}

/** A question as a person reads it: what is asked, and the words of either side. */
export function wordsOf({ what, mine, theirs }: Question): { label: string; mine: string; theirs: string } {
  const who = nameOf(theirs ?? mine ?? { name: "", phones: "" });
  if (what !== "seat") return { label: `${GUEST_FIELDS[what].label} of ${who}`, mine: shown(what, mine), theirs: shown(what, theirs) };
  const label = mine
    ? `${who}: taken away on the other tablet, changed on this one`
    : `${who}: taken away on this tablet, changed on the other one`;
  return { label, mine: mine ? "Stays" : "Leaves", theirs: theirs ? "Stays" : "Leaves" };
}

/**
 * What the other tablet did, and what became of both.
 * @param mine what was changed here, so that a word about how many people sit there can be compared
 * @param answers what was chosen of what both changed; while something is still asked, the question says what is to be kept
 */
export function whatCame(both: KeptBoth, { table }: OthersSave, mine: Draft, answers: Readonly<Record<string, Side>> = {}): string {
  const { added, removed, changed, questions } = both;
  const people = peopleCame(mine, partySizeTextOf(table));
  const parts = [
    added.length > 0 && `added ${namesOf(added)}`,
    removed.length > 0 && `took away ${namesOf(removed)}`,
    changed.length > 0 && `changed ${namesOf(changed)}`,
    people !== "" && people,
  ].filter((part) => part !== false);
  const what = parts.length > 0 ? `: ${parts.join(", ")}` : "";
  const came = `Another tablet saved table ${table.metadata.table_number} meanwhile${what}.`;
  if (questions.some(({ id }) => !answers[id])) return came;
  const chosen = questions.map((question) => chosenOf(question, answers[question.id]));
  if (chosen.length === 0) return `${came} Both are kept.`;
  const more = chosen.length > SHOWN_NAMES ? [`${chosen.length - SHOWN_NAMES} more were chosen`] : [];
  return `${came} As you chose: ${[...chosen.slice(0, SHOWN_NAMES), ...more].join("; ")}. All else of both is kept.`;
}

/** The party size that the other tablet saved, and which one holds now if both changed it. */
function peopleCame(mine: Draft, theirs: string): string {
  if (theirs === mine.original_party_size || theirs === mine.info.party_size) return "";
  const said = theirs === "" ? "took away how many people sit there" : `said that ${theirs} people sit there`;
  return isPartySizeChanged(mine) ? `${said}, where ${mine.info.party_size || "nothing"} stands now` : said;
}

const partySizeTextOf = ({ metadata }: OthersSave["table"]) => String(metadata.party_size ?? "");

/** "Company of Nour is Touch and not Alfa"; of a guest whom one tablet took away, "Nour stays". */
function chosenOf(question: Question, side: Side | undefined): string {
  const { what, mine, theirs } = question;
  const who = isolated(nameOf(theirs ?? mine ?? { name: "", phones: "" }));
  const [kept, left] = side === "mine" ? [mine, theirs] : [theirs, mine];
  if (what === "seat") return `${who} ${kept ? "stays" : "leaves"}`;
  return `${GUEST_FIELDS[what].label} of ${who} is ${isolated(shown(what, kept))} and not ${isolated(shown(what, left))}`;
}

const SHOWN_NAMES = 4;

function namesOf(guests: readonly DraftGuest[]): string {
  const more = guests.length > SHOWN_NAMES ? ` and ${guests.length - SHOWN_NAMES} more` : "";
  return (
    guests
      .slice(0, SHOWN_NAMES)
      .map((guest) => isolated(nameOf(guest)))
      .join(", ") + more
  );
}

function shown(field: AskedField, guest: DraftGuest | null): string {
  if (!guest) return "";
  if (field !== "birthday") return shownField(field, guest[field].trim()) || "empty";
  return [formatBirthday(guest.birthday), guest.birth_year].filter(Boolean).join(" ") || "empty";
}

/** The table as it is after its save, with nothing changed since: what the screen goes on with when it cannot be read back. */
export function settled(saved: Draft): Draft {
  const guests = saved.guests.filter((guest) => !isBlank(guest)).map((guest) => ({ ...guest, id: guest.id ?? guest.key }));
  return {
    ...newDraft(saved.info),
    guests,
    original: guests,
    original_party_size: saved.info.party_size,
    table_name: saved.table_name,
    version: saved.version,
  };
}

/** What both want, now as changes of the version that somebody else saved; who serves the table is as they said last. */
export function joined(draft: Draft, guests: DraftGuest[], { table, guests: theirs }: OthersSave): Draft {
  const { hostess, waiter, table_number } = table.metadata;
  const original_party_size = partySizeTextOf(table);
  const party_size = isPartySizeChanged(draft) ? draft.info.party_size : original_party_size;
  const info = draft.original ? { ...draft.info, hostess, waiter, table_number, party_size } : { ...draft.info, party_size };
  return {
    ...draft,
    info,
    guests,
    original: theirs,
    original_party_size,
    version: table.version,
    step: "writing",
    sent: null,
    sent_at: null,
    last_error: null,
  };
}

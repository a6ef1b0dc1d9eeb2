import { type RefObject, useState } from "react";
import { flushSync } from "react-dom";
import { type DraftGuest, type GuestFields, isBlank, newGuest } from "@/lib/drafts";
import { wrongBirthday } from "./edit-changes";
import { focusRow } from "./row-focus";
import type { DraftState } from "./use-draft";

/** Who was taken away, and in which of the rows that are seen. */
interface Removed {
  guest: DraftGuest;
  at: number;
}

interface SeenRow {
  guest: DraftGuest;
  isRemoved: boolean;
}

export interface EditedRows {
  /** Whoever was taken away keeps the place until the table is saved, so that nobody else comes under the finger. */
  seen: readonly SeenRow[];
  edit: (key: string, fields: Partial<GuestFields>) => void;
  remove: (guest: DraftGuest) => void;
  undo: (guest: DraftGuest) => void;
  addBlank: () => void;
  /** The guest whose birthday held up a save; a new object each time. */
  held: { key: string } | null;
  /** Moves the cursor to an invalid birthday. */
  showWrong: () => void;
  forget: () => void;
}

/** The rows of Edit Table under somebody's hands. */
export function useEditedRows({ draft, change }: DraftState, rows: RefObject<HTMLDivElement | null>): EditedRows {
  const [removed, setRemoved] = useState<readonly Removed[]>([]);
  const [held, setHeld] = useState<{ key: string } | null>(null);
  const seen = seenRows(draft.guests, removed);
  return {
    seen,
    held,
    showWrong: () => {
      const wrong = wrongBirthday(draft);
      setHeld(wrong);
      if (wrong) focusSoon(rows, `[data-guest="${wrong.key}"] [aria-invalid="true"]`);
    },
    edit: (key, fields) =>
      change((now) => ({ ...now, guests: now.guests.map((guest) => (guest.key === key ? { ...guest, ...fields } : guest)) })),
    remove: (guest) => {
      const at = seen.findIndex((row) => row.guest.key === guest.key);
      // A blank row has nothing to bring back: it goes, and those below it move up.
      const isGone = isBlank(guest);
      setRemoved(isGone ? removed.map((one) => (one.at > at ? { ...one, at: one.at - 1 } : one)) : [...removed, { guest, at }]);
      change((now) => ({ ...now, guests: now.guests.filter((other) => other.key !== guest.key) }));
      focusRow(rows, (isGone ? (seen[at + 1] ?? seen[at - 1])?.guest : guest)?.key);
    },
    undo: (guest) => {
      change((now) => {
        const back = seenRows(now.guests, removed).filter((row) => !row.isRemoved || row.guest.key === guest.key);
        return { ...now, guests: back.map((row) => row.guest) };
      });
      setRemoved(removed.filter((one) => one.guest.key !== guest.key));
      focusRow(rows, guest.key);
    },
    addBlank: () => {
      const guest = newGuest({});
      // At once: a key that comes before the next drawing is the name's, and not the pressed button's.
      flushSync(() => change((now) => ({ ...now, guests: [...now.guests, guest] })));
      const first = `[data-guest="${guest.key}"] input`;
      const field = rows.current?.querySelector<HTMLElement>(first);
      field?.focus();
      if (!field || document.activeElement !== field) focusSoon(rows, first);
    },
    forget: () => setRemoved([]),
  };
}

function seenRows(guests: readonly DraftGuest[], removed: readonly Removed[]): SeenRow[] {
  const rows = guests.map((guest) => ({ guest, isRemoved: false }));
  // From the top: each place counts those above it that were taken away.
  for (const { guest, at } of removed.toSorted((one, other) => one.at - other.at)) rows.splice(at, 0, { guest, isRemoved: true });
  return rows;
}

/** After the drawing: on phones the card of that guest opens first. */
function focusSoon(rows: RefObject<HTMLDivElement | null>, selector: string): void {
  requestAnimationFrame(() => rows.current?.querySelector<HTMLElement>(selector)?.focus());
}

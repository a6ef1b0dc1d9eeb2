import { type RefObject, useState } from "react";
import { type DraftGuest, type GuestFields, isBlank, newGuest } from "@/lib/drafts";
import type { DraftState } from "./use-draft";

export interface EditedRows {
  /** Taken away last, and still to be brought back. */
  removed: DraftGuest | null;
  edit: (key: string, fields: Partial<GuestFields>) => void;
  remove: (guest: DraftGuest) => void;
  undo: () => void;
  addBlank: () => void;
  forget: () => void;
}

/** The rows of Edit Table under somebody's hands. */
export function useEditedRows({ draft, change }: DraftState, rows: RefObject<HTMLDivElement | null>): EditedRows {
  const [removed, setRemoved] = useState<{ guest: DraftGuest; at: number } | null>(null);
  return {
    removed: removed?.guest ?? null,
    edit: (key, fields) =>
      change((now) => ({ ...now, guests: now.guests.map((guest) => (guest.key === key ? { ...guest, ...fields } : guest)) })),
    remove: (guest) => {
      // A blank row has nothing to bring back.
      setRemoved(isBlank(guest) ? null : { guest, at: draft.guests.indexOf(guest) });
      change((now) => ({ ...now, guests: now.guests.filter((other) => other.key !== guest.key) }));
    },
    undo: () => {
      if (removed) change((now) => ({ ...now, guests: now.guests.toSpliced(removed.at, 0, removed.guest) }));
      setRemoved(null);
    },
    addBlank: () => {
      const guest = newGuest({});
      change((now) => ({ ...now, guests: [...now.guests, guest] }));
      requestAnimationFrame(() => rows.current?.querySelector<HTMLElement>(`[data-guest="${guest.key}"] input`)?.focus());
    },
    forget: () => setRemoved(null),
  };
}

import { useState } from "react";
import type { Draft, PendingGuest } from "@/lib/drafts";
import { BLANK_PENDING, completed, isTyped, withTyped } from "./pending-guest";
import type { DraftState } from "./use-draft";

/** The form of a new guest: what stands in it lives in the draft, so it outlasts the form, the dialog and the page. */
export function usePendingForm(from: Draft, { draft, change }: Pick<DraftState, "draft" | "change">) {
  const { pending } = draft;
  const [opened, setOpened] = useState(isTyped(from.pending));
  const [round, setRound] = useState(0);
  const [problem, setProblem] = useState<string | null>(null);
  const taken = pending && completed(pending, draft.guests);
  const missing = taken?.fields === null ? taken.field : null;

  const set = (next: PendingGuest) => {
    setProblem(null);
    const isBlank = JSON.stringify(next) === JSON.stringify(BLANK_PENDING);
    change((now) => ({ ...now, pending: isBlank ? null : next }));
  };
  const show = (why: string | null) => {
    setProblem(why);
    setOpened(true);
    setRound((count) => count + 1);
  };

  return {
    opened,
    problem,
    /** A form that was opened again begins at the field that is missing. */
    round,
    // On a wide screen the form is always there; when it was asked for, the cursor goes to what is missing.
    focus: opened ? (missing ?? (pending?.name.trim() ? "phone" : "name")) : undefined,
    set,
    setProblem,
    open: (typed: string) => {
      if (typed !== "") change((now) => ({ ...now, pending: withTyped(now.pending, typed) }));
      show(null);
    },
    /** The guest could not be taken into the table: the form says why. */
    refuse: show,
    close: () => {
      setProblem(null);
      setOpened(false);
      setRound((count) => count + 1);
    },
  };
}

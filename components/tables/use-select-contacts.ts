import { useEffect, useRef, useState } from "react";
import { useToday } from "@/components/app-base/server-clock";
import { usePlaces } from "@/components/app-base/server-of-branch";
import { type Draft, dropDraft, fieldsOf, type GuestFields, isWaiting } from "@/lib/drafts";
import type { Contact } from "@/lib/guest-search/contract";
import { TABLE_TEXTS } from "@/lib/tables/table-texts";
import { isTyped, withPending } from "./pending-guest";
import { placeOf, useRefreshAll } from "./queries";
import { sayOutcome } from "./say-outcome";
import type { SendProgress } from "./send-draft";
import { sendKept } from "./send-kept-table";
import type { TableView } from "./table-view";
import { useAddedGuests } from "./use-added-guests";
import { type DraftState, useDraft, useLeavingAsks } from "./use-draft";
import { usePendingForm } from "./use-pending-form";

interface Opened {
  from: Draft;
  onView: (view: TableView) => void;
  onActiveDraft: (id: string | null) => void;
}

/** All that Select Contacts knows and does, whichever way the screen lays it out. */
export function useSelectContacts({ from, onView, onActiveDraft }: Opened) {
  const state = useDraft(() => from, onActiveDraft);
  const { draft, change, kept } = state;
  const newcomer = usePendingForm(from, state);
  const table = useAddedGuests(state);
  const search = useSearchText();
  const loyaltyBase = usePlaces().loyaltyBase || draft.info.api_base;
  const saving = useSaving(state, newcomer.refuse, () => onView({ kind: "none" }));
  const { say } = table;

  const addKnown = (contact: Contact) => {
    table.add(fieldsOf(contact));
    saving.setProblem(null);
    search.focus(false);
  };
  const addNew = (fields: GuestFields) => {
    table.add(fields);
    saving.setProblem(null);
    change((now) => ({ ...now, pending: null }));
    newcomer.close();
    search.focus(true);
  };
  useEffect(() => {
    // A draft that was opened again with a half-typed guest shows it at once.
    if (isTyped(from.pending)) say("The guest that was being typed is here again.");
  }, [from, say]);

  return {
    draft,
    kept,
    newcomer,
    table,
    search,
    saving,
    loyaltyBase,
    place: placeOf(draft.info),
    today: useToday(),
    addKnown,
    addNew,
    closeForm: () => {
      newcomer.close();
      search.focus(false);
    },
    leaving: useLeaving(draft, saving.sending, () => onView({ kind: "none" })),
  };
}
export type SelectContacts = ReturnType<typeof useSelectContacts>;

/** What stands in the search box, and the way back to it. */
function useSearchText() {
  const [typed, setTyped] = useState("");
  const box = useRef<HTMLInputElement>(null);
  const focus = (clear: boolean) => {
    if (clear) setTyped("");
    // After the drawing: on phones the search box comes back only when the form has gone.
    requestAnimationFrame(() => {
      box.current?.focus({ preventScroll: true });
      if (!clear) box.current?.select();
    });
  };
  return { typed, setTyped, box, focus };
}

/** Sends the draft; whatever becomes of it is said and kept by the draft itself, and the dialog closes. */
function useSaving({ draft, change }: DraftState, refuse: (why: string) => void, close: () => void) {
  const [problem, setProblem] = useState<string | null>(null);
  const [progress, setProgress] = useState<SendProgress | null>(null);
  const refresh = useRefreshAll();
  const sending = progress !== null;
  // Known at once, where what is drawn comes later: a tap and Ctrl Enter right after it save once.
  const isSending = useRef(false);
  useLeavingAsks(sending);

  const save = async () => {
    if (isSending.current) return;
    const whole = withPending(draft);
    if (!whole.draft) return refuse(whole.problem);
    if (whole.draft.guests.length === 0) return setProblem(TABLE_TEXTS.addAtLeastOne);
    if (draft.info.api_base === "" || placeOf(draft.info).branch === null) return setProblem(TABLE_TEXTS.missingBase);
    isSending.current = true;
    setProblem(null);
    setProgress({ step: "saving" });
    change(() => whole.draft);
    try {
      sayOutcome(await sendKept(whole.draft, setProgress));
    } finally {
      void refresh();
      close();
    }
  };
  return { save: () => void save(), sending, progress, problem, setProblem };
}

/** Leaving asks only where something would be missed. */
function useLeaving(draft: Draft, sending: boolean, close: () => void) {
  const [asks, setAsks] = useState(false);
  const discard = () => {
    dropDraft(draft.id);
    close();
  };
  const leave = () => {
    if (sending) return;
    if (isWaiting(draft)) return close();
    if (draft.guests.length > 0 || isTyped(draft.pending)) return setAsks(true);
    discard();
  };
  return { asks, leave, stay: () => setAsks(false), keep: close, discard };
}

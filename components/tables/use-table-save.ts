import { useEffect, useState } from "react";
import { useServerState } from "@/components/app-base/server-health";
import { useSameCallback } from "@/components/ui/same-callback";
import { toast } from "@/components/ui/toast";
import { type Draft, draftOfTable, dropDraft, isBlank, saveBody } from "@/lib/drafts";
import { partySizeOf, WRONG_PARTY_SIZE } from "@/lib/party-size";
import { answered, doublesOf, keepBoth, type Side } from "@/lib/tables/keep-both";
import { TABLE_TEXTS } from "@/lib/tables/table-texts";
import { type OthersSave, othersSaveOf } from "./conflicting-save";
import { changeCount, joined, namelessRow, settled, whatCame, wrongBirthday } from "./edit-changes";
import { placeOf, useFreshTable, useRefreshAll } from "./queries";
import { isSentByItself, noteOutcome, pauseBeforeNextTry } from "./resend-timing";
import { sayEdited } from "./say-outcome";
import type { SendProgress, SendResult } from "./send-draft";
import { isKept, sendKept, whyWaiting } from "./send-kept-table";
import type { DraftState } from "./use-draft";

export type Reload = (known?: Draft, note?: string) => Promise<void>;

/** Somebody else's save that came before this one, and what is chosen of what both changed. */
export interface Together {
  others: OthersSave;
  answers: Readonly<Record<string, Side>>;
  answer: (id: string, side: Side) => void;
}

export interface TableSave {
  progress: SendProgress | null;
  problem: string | null;
  together: Together | null;
  /** @returns the table as it was saved; null where it could not be, or something is to be chosen first */
  save: () => Promise<Draft | null>;
  /** Shows the table as it is saved; what was typed here is dropped. */
  discardMine: () => Promise<void>;
  clearProblem: () => void;
}

/** Each of several tablets may be a moment faster; after this many the table is shown instead of tried again. */
const TRIES = 3;

/** Saves the edited table. What somebody else saved meanwhile is kept with it; only what both changed is asked for. */
export function useTableSave({ draft, change }: DraftState, closed: boolean, onReload: Reload): TableSave {
  const [progress, setProgress] = useState<SendProgress | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const [others, setOthers] = useState<OthersSave | null>(null);
  const [answers, setAnswers] = useState<Readonly<Record<string, Side>>>({});
  const { send, sendJoined } = useSends(change, onReload, setProgress);

  const save = async (): Promise<Draft | null> => {
    if (progress || closed) return null;
    const both = others && keepBoth(draft.original, draft.guests, others.guests);
    if (both?.questions.some(({ id }) => !answers[id])) {
      setProblem("Choose first what is right of what both changed.");
      return null;
    }
    setProblem(null);
    setOthers(null);
    setAnswers({});
    setProgress({ step: "saving" });
    try {
      const { saved, problem, met } =
        others && both
          ? await sendJoined(joined(draft, answered(both, answers), others), others, [whatCame(both, others, draft, answers)], 1)
          : await send(draft, []);
      setProblem(problem ?? null);
      setOthers(met ?? null);
      return saved ?? null;
    } catch {
      setProblem(TABLE_TEXTS.saveFailed);
      return null;
    } finally {
      setProgress(null);
    }
  };

  useSentAgain(draft, progress !== null || closed, () => void save());

  return {
    progress,
    problem,
    together: others && { others, answers, answer: (id, side) => setAnswers((before) => ({ ...before, [id]: side })) },
    save,
    discardMine: async () => {
      dropDraft(draft.id);
      setOthers(null);
      await onReload(others ? draftOfTable(others.table, draft.info) : undefined);
    },
    clearProblem: () => setProblem(null),
  };
}

/** How a sending ended: the table as it was saved, what is wrong, or another's save about which something is to be chosen. */
interface Sent {
  saved?: Draft;
  problem?: string;
  met?: OthersSave;
}

/** The sending of an edited table, over the saves that others made meanwhile. */
function useSends(change: DraftState["change"], onReload: Reload, report: (progress: SendProgress) => void) {
  const refresh = useRefreshAll();
  const findOthers = useOthersSave();

  const send = async (of: Draft, came: string[], tries = 1): Promise<Sent> => {
    const wrong = problemOf(of);
    if (wrong) return { problem: wrong };
    const result = await sendKept(of, report);
    if (result.outcome === "saved") {
      noteOutcome(true);
      sayEdited(result);
      void refresh();
      const saved = settled(result.draft);
      await onReload(saved, came.join(" "));
      return { saved };
    }
    noteOutcome(false);
    change(() => result.draft);
    const met = await findOthers(result);
    if (!met) return { problem: causeOf(result) };
    const both = keepBoth(result.draft.original, result.draft.guests, met.guests);
    if (both.questions.length > 0 || doublesOf(both.guests, result.draft.guests).length > 0 || tries === TRIES) return { met };
    return sendJoined(joined(result.draft, both.guests, met), met, [...came, whatCame(both, met, result.draft)], tries + 1);
  };

  const sendJoined = async (next: Draft, met: OthersSave, came: string[], tries: number): Promise<Sent> => {
    change(() => next);
    if (changeCount(next) > 0) return send(next, came, tries);
    dropDraft(next.id); // the other tablet had saved the very same
    toast.success(TABLE_TEXTS.tableSaved);
    const saved = draftOfTable(met.table, next.info);
    await onReload(saved, came.join(" "));
    return { saved };
  };

  return { send, sendJoined };
}

/** The save that a refused one came too late for; null where something else is wrong, or the table is closed. */
function useOthersSave() {
  const freshTable = useFreshTable();
  return async ({ draft, failure }: FailedSend): Promise<OthersSave | null> => {
    if (failure.code !== "conflict" || draft.table_name === null) return null;
    const fresh = () => freshTable(placeOf(draft.info), draft.table_name ?? "").catch(() => null);
    const found = othersSaveOf(failure.fields.current) ?? othersSaveOf(await fresh());
    return found?.table.metadata.closed ? null : found;
  };
}

type FailedSend = Extract<SendResult, { outcome: "failed" }>;

function problemOf(draft: Draft): string | null {
  const nameless = namelessRow(draft);
  if (nameless >= 0) return `Guest ${nameless + 1} has no name and no phone.`;
  const wrong = wrongBirthday(draft);
  if (wrong) return wrong.problem;
  if (partySizeOf(draft.info.party_size) === "wrong") return WRONG_PARTY_SIZE;
  return draft.guests.every(isBlank) ? TABLE_TEXTS.addAtLeastOne : null;
}

function causeOf({ draft, failure }: FailedSend): string {
  const cause = failure.message || (failure.status > 0 ? `HTTP ${failure.status}` : "");
  if (isKept(draft) && isSentByItself(draft))
    return `${TABLE_TEXTS.keptAndSent} ${TABLE_TEXTS.saveFailed}: ${whyWaiting({ message: cause })}`;
  return cause ? `${TABLE_TEXTS.saveFailed}: ${cause}` : TABLE_TEXTS.saveFailed;
}

/**
 * What got no answer goes again by itself once the server answers, the dialog being open or not. Where somebody typed on since,
 * it waits for their Save: the line that said otherwise went with the first letter.
 */
function useSentAgain(draft: Draft, isBusy: boolean, send: () => void): void {
  const server = useServerState();
  const again = useSameCallback(send);
  const isSame = isSentByItself(draft) && draft.sent === JSON.stringify(saveBody(draft));
  const { attempt, last_error } = draft;
  const [round, setRound] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another try, and another failure, begin another pause.
  useEffect(() => {
    if (!isSame || isBusy || server !== "ok") return;
    const timer = window.setTimeout(() => {
      again();
      setRound((count) => count + 1);
    }, pauseBeforeNextTry());
    return () => window.clearTimeout(timer);
  }, [isSame, isBusy, server, again, attempt, last_error, round]);
}

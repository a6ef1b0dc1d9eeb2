import { Loader } from "@mantine/core";
import { type ComponentProps, createContext, type ReactNode, useCallback, useContext, useMemo, useState } from "react";
import { useAppSettings } from "@/components/app-base/app-settings";
import { useHoldsEverything, useSession } from "@/components/app-base/session";
import { isUnanswered } from "@/components/ui/change-failure";
import { counted } from "@/components/ui/counted";
import { type Dialogs, useDialogs } from "@/components/ui/dialogs";
import { lazyComponent } from "@/components/ui/lazy-component";
import { dayAndTime } from "@/components/ui/local-times";
import { NativeDialog } from "@/components/ui/native-dialog";
import { plainCause } from "@/components/ui/notice";
import { NumberRow } from "@/components/ui/number-row";
import { isApiError } from "@/lib/api/api-error";
import type { AnswerOf } from "@/lib/api/endpoint";
import { now } from "@/lib/clock";
import { branchName } from "@/lib/known-branches";
import type { CancelState, cancelAll, resetCancel } from "@/lib/queue/pause/contract";
import { QUEUE_TEXTS, switchState, switchWords } from "@/lib/queue/queue-texts";
import { MENDS_TEMPLATES } from "@/lib/queue/who-may-send";
import type { CancelAnswer, CancelDialog as Question } from "./cancel-dialog";
import { waitingInWords } from "./next-try";
import { useSendingPauseCalls } from "./queries";

const CancelDialog = lazyComponent<ComponentProps<typeof Question>>(() => import("./cancel-dialog").then((module) => module.CancelDialog), {
  onClose:
    ({ onAnswer }) =>
    () =>
      onAnswer({ does: "keep", whole_group: false }),
});

/** What everybody who is signed in may do about the sending of the branch that is chosen, whatever their role. */
export interface SendingPause {
  /** Nothing of it is sent until somebody resumes it, and nothing is lost. */
  pause: () => Promise<void>;
  /** Also cancels what waits; whoever may do everything is asked whether the whole group is meant. */
  cancel: () => Promise<void>;
  resume: () => Promise<void>;
  check: () => Promise<void>;
}

const SendingPauseContext = createContext<SendingPause | null>(null);

/** WhatsApp Cancel, Resume and Check, for every place that offers them: the same question, the same answers. */
export function SendingPauseProvider({ children }: { children: ReactNode }) {
  const [running, setRunning] = useState<string | null>(null);
  const [asking, setAsking] = useState<{ tell: (answer: CancelAnswer) => void } | null>(null);
  const during = useCallback<During>(async (words, work) => {
    setRunning(words);
    try {
      return await settled(work());
    } finally {
      setRunning(null);
    }
  }, []);
  const ask = useCallback(async () => {
    const answer = await new Promise<CancelAnswer>((tell) => setAsking({ tell }));
    setAsking(null);
    return answer;
  }, []);
  return (
    <SendingPauseContext value={useDeeds(ask, during)}>
      {children}
      {asking && <CancelDialog onAnswer={asking.tell} />}
      {running && (
        <NativeDialog opened role="dialog" title={running} icon={<Loader size={20} />} onClose={() => undefined} actions={null}>
          This page stays until the answer is here.
        </NativeDialog>
      )}
    </SendingPauseContext>
  );
}

/** Says what is being done for as long as it takes. */
type During = <Answer>(words: string, work: () => Promise<Answer>) => Promise<Settled<Answer>>;

function useDeeds(ask: () => Promise<CancelAnswer>, during: During): SendingPause {
  const dialogs = useDialogs();
  const calls = useSendingPauseCalls();
  const holdsEverything = useHoldsEverything();
  const mayMend = useSession().can(MENDS_TEMPLATES);
  const { timeZone } = useAppSettings();
  return useMemo<SendingPause>(() => {
    const pause = async (whole_group: boolean) => {
      const done = await during("Stopping WhatsApp sending…", () => calls.stop(whole_group));
      if (done.error !== null) return dialogs.alert(QUEUE_TEXTS.pauseFailed, whatNext(done.error));
      const words =
        "What waits stays in the queue until somebody resumes sending. A birthday that is not greeted on its day is not greeted by itself any more.";
      return dialogs.alert(stateInWords(done.answer), words);
    };
    const cancel = async () => {
      const { does, whole_group } = await ask();
      if (does === "keep") return;
      if (does === "pause") return pause(whole_group);
      const words = "Stopping WhatsApp sending…";
      const stopped = await during(words, () => calls.stop(whole_group));
      // Of a server that hangs the second answer would not come either.
      const none = isApiError(stopped.error) && stopped.error.code === "timeout" ? { answer: null, error: stopped.error } : null;
      const cancelled = none ?? (await during(words, () => calls.cancelAll(whole_group)));
      if (cancelled.error === null) return dialogs.alert(stateInWords(cancelled.answer), <Cancelled answer={cancelled.answer} />);
      if (stopped.error === null) return dialogs.alert(...halfDone(cancelled.error));
      return dialogs.alert(QUEUE_TEXTS.cancelFailed, whatNext(cancelled.error));
    };
    const goOn = async (whole_group: boolean) => {
      const done = await during("Resuming WhatsApp sending…", () => calls.resume(whole_group));
      if (done.error !== null) return dialogs.alert(QUEUE_TEXTS.resumeFailed, whatNext(done.error));
      const words = done.answer.cancelled ? QUEUE_TEXTS.resumedByOthers : resumedInWords(done.answer, now(), timeZone, mayMend);
      return dialogs.alert(stateInWords(done.answer), words);
    };
    const resume = async () => {
      const seen = await during("Resuming WhatsApp sending…", () => calls.read());
      if (seen.error !== null) return dialogs.alert(QUEUE_TEXTS.resumeFailed, plainCause(seen.error));
      // That the whole group is meant is said by a press of its own.
      if (!seen.answer.whole_group) return goOn(false);
      if (await tellState(dialogs, seen.answer, holdsEverything)) await goOn(true);
    };
    const check = async () => {
      const seen = await during("Asking about WhatsApp sending…", () => calls.read());
      if (seen.error !== null) return dialogs.alert(QUEUE_TEXTS.checkFailed, plainCause(seen.error));
      if (await tellState(dialogs, seen.answer, holdsEverything)) await goOn(seen.answer.whole_group);
    };
    return { pause: () => pause(false), cancel, resume, check };
  }, [dialogs, calls, holdsEverything, mayMend, timeZone, ask, during]);
}

export function useSendingPause(): SendingPause {
  const sendingPause = useContext(SendingPauseContext);
  if (!sendingPause) throw new Error("useSendingPause needs SendingPauseProvider around it.");
  return sendingPause;
}

type Settled<Answer> = { answer: Answer; error: null } | { answer: null; error: Error };

async function settled<Answer>(work: Promise<Answer>): Promise<Settled<Answer>> {
  try {
    return { answer: await work, error: null };
  } catch (error) {
    return { answer: null, error: error instanceof Error ? error : new Error(String(error)) };
  }
}

/** What the switch says that counts for a branch: its own, or the whole group's. */
export function stateInWords({ cancelled, branch, whole_group }: CancelState): string {
  if (branch === null || whole_group) return switchWords(cancelled, null);
  return switchWords(cancelled, branchName(branch));
}

/** How what waits goes on once sending is resumed: not everything does at once, or in time. */
export function resumedInWords({ next, misses = 0 }: AnswerOf<typeof resetCancel>, now: Date, timeZone: string, mayMend = false): string {
  const cancelled = "What was cancelled stays cancelled";
  const words = next ? waitingInWords(next, now, timeZone, mayMend) : null;
  if (words) return `${cancelled}. ${words}`;
  return misses > 0
    ? `${cancelled}; what waits may go out again, but for ${counted(misses, "message")} that nothing can send in time any more.`
    : `${cancelled}; what waits may go out again.`;
}

/** @returns whether sending shall be resumed: of the whole group, where that is stopped */
async function tellState(dialogs: Dialogs, state: CancelState, mayResumeGroup: boolean): Promise<boolean> {
  const title = stateInWords(state);
  const who = (
    <>
      <WhoSetIt state={state} /> <small>{switchState(state.cancelled)}</small>
    </>
  );
  if (state.cancelled && (mayResumeGroup || !state.whole_group)) {
    if (!state.whole_group) return dialogs.confirm({ title, body: who, confirmLabel: "Resume sending", cancelLabel: "Close" });
    const body = <>{who} Branches that were stopped by themselves go on with it.</>;
    return dialogs.confirm({ title, body, confirmLabel: "Resume all branches", cancelLabel: "Close" });
  }
  await dialogs.alert(
    title,
    <>
      {who} {state.cancelled && QUEUE_TEXTS.resumedByOthers}
    </>,
  );
  return false;
}

/** The title and the words of it. */
function halfDone(error: Error): [string, string] {
  const again = `Press ${QUEUE_TEXTS.cancel} again.`;
  if (isUnanswered(error))
    return [QUEUE_TEXTS.cancelInDoubt, `${plainCause(error)} Nothing of them goes out before somebody resumes sending. ${again}`];
  return [QUEUE_TEXTS.cancelHalfDone, `${plainCause(error)} They stay in the queue until somebody resumes sending. ${again}`];
}

function whatNext(error: Error): string {
  return isUnanswered(error) ? `${plainCause(error)} Whether it arrived is not known: ${QUEUE_TEXTS.check} tells it.` : plainCause(error);
}

function Cancelled({ answer }: { answer: AnswerOf<typeof cancelAll> }) {
  return (
    <>
      <NumberRow
        numbers={[
          { label: "Cancelled", value: answer.cancelled_items, help: "they stay cancelled" },
          { label: "Handed over", value: answer.still_sending, help: "they may still arrive" },
        ]}
      />
      <p>Nothing more is sent until somebody resumes sending.</p>
    </>
  );
}

/** `Set by Rima, Fri 20 Nov 2026, 21:40.`; nothing while nobody has set it. */
export function WhoSetIt({ state: { by, at } }: { state: CancelState }) {
  const { timeZone } = useAppSettings();
  if (!at) return null;
  return (
    <>
      {by ? (
        <>
          Set by <bdi>{by}</bdi>,{" "}
        </>
      ) : (
        "Set "
      )}
      <time dateTime={at}>{dayAndTime(at, timeZone)}</time>.
    </>
  );
}

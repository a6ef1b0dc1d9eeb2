import { useRef, useState } from "react";
import { v7 as uuidv7 } from "uuid";
import { useAppSettings, useBranch } from "@/components/app-base/app-settings";
import { useSameKey } from "@/components/app-base/idempotency-key";
import { useToday } from "@/components/app-base/server-clock";
import { useSession } from "@/components/app-base/session";
import { questionOfDay } from "@/components/queue/confirm-other-day";
import { waitingInWords } from "@/components/queue/next-try";
import { counted } from "@/components/ui/counted";
import { useDialogs } from "@/components/ui/dialogs";
import { plainCause } from "@/components/ui/notice";
import { toast } from "@/components/ui/toast";
import { BIRTHDAY_TEXTS } from "@/lib/birthdays/birthday-texts";
import { now } from "@/lib/clock";
import type { CampaignGuest } from "@/lib/queue/birthday-campaign/contract";
import { MOST_ITEMS } from "@/lib/queue/contract";
import { chunksOf } from "@/lib/queue/deal-to-workers";
import { HELD_TEXTS } from "@/lib/queue/queue-texts";
import { MENDS_TEMPLATES } from "@/lib/queue/who-may-send";
import { EnqueueFailed, enqueueTask, retryFailed } from "./queries";
import type { UsedCampaign } from "./use-campaign";

/** A part of a campaign as it goes into the queue: a task of its own. */
type Batch = Parameters<typeof enqueueTask>[0];

/** The tasks of a campaign: a chunk each, dealt to the workers that are online. */
export function tasksFor(date: string, guests: readonly CampaignGuest[], message: string, online: readonly string[]): Batch[] {
  return chunksOf(guests, online).flatMap(({ guests: chunk, worker }) => {
    const pieces: Batch[] = [];
    for (let from = 0; from < chunk.length; from += MOST_ITEMS) {
      const items = chunk.slice(from, from + MOST_ITEMS).map(({ name, phone, branch, voucher }) => ({ name, phone, branch, voucher }));
      pieces.push({ items, message, prefer_worker: worker, campaign: "birthday", date });
    }
    return pieces;
  });
}

/** What went wrong while a campaign was queued. */
export interface Failure {
  words: string;
  tried: readonly string[];
  /** Some tasks were queued before. */
  isPartly: boolean;
}

/**
 * Puts a campaign into the queue, task by task. A task whose answer was lost is sent again with the same key when it is pressed
 * again; and whatever is pressed, the server greets each guest once.
 */
export function useSendCampaign(date: string, askAgain: () => Promise<void>) {
  const keys = useRef(new Map<string, string>());
  const [progress, setProgress] = useState<{ done: number; total: number } | null>(null);
  const [failure, setFailure] = useState<Failure | null>(null);
  const isSending = useRef(false);

  /** @returns whether all of it is in the queue */
  const send = async (guests: readonly CampaignGuest[], message: string, online: readonly string[]): Promise<boolean> => {
    if (isSending.current) return false;
    isSending.current = true;
    setFailure(null);
    const tasks = tasksFor(date, guests, message, online);
    let done = 0;
    let enqueued = 0;
    let same = 0;
    try {
      for (const task of tasks) {
        setProgress({ done, total: tasks.length });
        const intent = JSON.stringify(task);
        const key = keys.current.get(intent) ?? uuidv7();
        keys.current.set(intent, key);
        const answer = await enqueueTask(task, key);
        enqueued += answer.enqueued;
        same += answer.duplicates;
        done++;
      }
      // From here on the same words to the same guests are a new intent: somebody may have cancelled the first one.
      keys.current.clear();
      if (enqueued > 0) toast.success([`Queued ${counted(enqueued, "message")}.`, same > 0 && sameInWords(same)].filter(Boolean).join(" "));
      else
        toast.info("Nobody was queued anew: these guests have their greeting, or it is on its way. Somebody else may have pressed Send.");
      return true;
    } catch (error) {
      const tried = error instanceof EnqueueFailed ? error.tried : [];
      setFailure({ words: plainCause(error instanceof EnqueueFailed ? error.reason : error), tried, isPartly: done > 0 });
      return false;
    } finally {
      isSending.current = false;
      setProgress(null);
      // What the server has by now is left out when it is pressed again.
      await askAgain().catch(() => undefined);
    }
  };
  return { send, progress, failure, forgetFailure: () => setFailure(null) };
}
/** Of guests who have their greeting already, or to whom it is on its way. */
const sameInWords = (count: number) =>
  `${counted(count, "other")} had it queued before, by somebody else or from another device: nobody is greeted twice.`;

export type UsedSending = ReturnType<typeof useSendCampaign>;

/**
 * Sends what failed of a campaign again, as far as that is safe; on another day than the birthday it asks before. Pressed again after
 * a lost answer it is the same press.
 * @param count how many would go again
 */
export function useRetry({ date, isHeld, quietUntil, askAgain }: UsedCampaign, count: number) {
  const dialogs = useDialogs();
  const sendOnce = useSameKey();
  const branch = useBranch();
  const today = useToday();
  // Two presses within one drawing are one.
  const isUnderWay = useRef(false);
  const [isRetrying, setRetrying] = useState(false);
  const { timeZone } = useAppSettings();
  const mayMend = useSession().can(MENDS_TEMPLATES);
  const question = questionOfDay(date, today, count, isHeld && quietUntil ? { at: quietUntil, timeZone } : null);
  const ask = async (): Promise<boolean> => {
    if (!question) return true;
    return dialogs.confirm({ ...question, confirmLabel: `Send ${counted(count, "greeting")}`, cancelLabel: "Leave them" });
  };
  const send = async () => {
    setRetrying(true);
    try {
      const what = { date, branch, another_day: question !== null };
      const { message, retried, held = 0, next } = await sendOnce(what, (key) => retryFailed(what, key));
      const waits = retried > 0 && next ? waitingInWords(next, now(), timeZone, mayMend) : null;
      if (held > 0) await dialogs.alert(HELD_TEXTS[retried === 1 ? "one" : "some"], message);
      else if (waits) await dialogs.alert(message, waits);
      else if (retried > 0) toast.success(message);
      else await dialogs.alert(BIRTHDAY_TEXTS.nothingToRetry, message === BIRTHDAY_TEXTS.nothingToRetry ? undefined : message);
    } catch (error) {
      await dialogs.alert(BIRTHDAY_TEXTS.retryFailed, plainCause(error));
    } finally {
      setRetrying(false);
      await askAgain().catch(() => undefined);
    }
  };
  const retry = async () => {
    if (isUnderWay.current) return;
    isUnderWay.current = true;
    try {
      if (await ask()) await send();
    } finally {
      isUnderWay.current = false;
    }
  };
  return { retry, isRetrying };
}

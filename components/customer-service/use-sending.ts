import { useRef, useState } from "react";
import { v7 as uuidv7 } from "uuid";
import { longestOf } from "@/components/queue/fill-message";
import { useWorkers } from "@/components/queue/queries";
import { takersFor } from "@/components/queue/senders-for";
import { counted, inList } from "@/components/ui/counted";
import { useDialogs } from "@/components/ui/dialogs";
import { plainCause } from "@/components/ui/notice";
import { isApiError } from "@/lib/api/api-error";
import { now } from "@/lib/clock";
import type { BranchKey } from "@/lib/known-branches";
import { MOST_ITEMS, type QueueItem } from "@/lib/queue/contract";
import { CUSTOMER_SERVICE_TEXTS, queuedToCustomerService } from "@/lib/queue/customer-service-texts";
import type { Forecast } from "@/lib/queue/forecast/contract";
import type { Unanswered } from "./kept-letter";
import { useAskInDoubt, useEnqueue } from "./queries";
import { type Chosen, itemsFor, LONGEST_TEXT, type Refused } from "./recipients";
import type { UsedLetter } from "./use-letter";

export interface DialogProps {
  onClose: () => void;
}

export type Step = "people" | "message";

const KEPT = "The message and the chosen guests are kept. Queue them again: nobody is written to twice.";

interface SendingGiven {
  letter: UsedLetter;
  /** The chosen recipients who get the letter, and those who do not. */
  going: readonly Chosen[];
  refused: readonly Refused[];
  /** What goes out. */
  message: string;
  here: BranchKey;
  /** How many of them go today, and by whom; null where that is not known. */
  forecast: Forecast | null;
  show: (step: Step) => void;
}

/** Puts the letter into the queue, or names the missing field and focuses it. */
export function useSending({ letter, going, refused, message, here, forecast, show }: SendingGiven) {
  const dialogs = useDialogs();
  const enqueue = useEnqueue();
  const inDoubt = useAskInDoubt();
  const workers = useWorkers(true).data;
  const by = workers && takersFor(workers, "service", forecast);
  // Two presses within one drawing are one; `isPending` is known to the next drawing alone.
  const isUnderWay = useRef(false);
  const [found, setFound] = useState<{ words: string; of: string; among: UsedLetter["chosen"] } | null>(null);

  const send = async () => {
    if (isUnderWay.current) return;
    const { chosen } = letter;
    const missing = letter.unanswered ? null : whatIsMissing(message, chosen, going, here);
    setFound(missing && { words: missing.words, of: message, among: chosen });
    if (missing) return show(missing.step);
    isUnderWay.current = true;
    try {
      const press: Unanswered = letter.unanswered ?? {
        items: itemsFor(message, going, here),
        refused,
        idempotencyKey: uuidv7(),
        text: message,
        branch: here,
      };
      // Of an unanswered press too: the server forgets a key after a day, and would queue once more what may have arrived meanwhile.
      const mayHave = await inDoubt.mutateAsync(press.items);
      if (mayHave.length > 0 && !(await dialogs.confirm(doubtOf(mayHave, press.items)))) return;
      letter.setUnanswered(press);
      const answer = await enqueue.mutateAsync(press);
      const { text, branch } = press;
      letter.finish(answer, press.refused, text === undefined || !branch ? null : { text, branch, at: now().toISOString() });
      if (answer.enqueued > 0) await dialogs.alert(queuedToCustomerService(answer.enqueued), workersInWords(by));
    } catch (error) {
      if (isApiError(error) && error.status >= 400 && error.status < 500) letter.setUnanswered(null);
      await dialogs.alert(CUSTOMER_SERVICE_TEXTS.enqueueFailed, `${plainCause(error)} ${KEPT}`);
    } finally {
      isUnderWay.current = false;
    }
  };
  // What was mended meanwhile is not complained about any more.
  const isMended = found !== null && (found.of !== message || found.among !== letter.chosen);
  return { send, isSending: enqueue.isPending || inDoubt.isPending, problem: isMended ? null : (found?.words ?? null) };
}

/** Which PC is meant by what the specification says of a letter. @param able who can send it now; undefined while that is not known */
export function workersInWords(able: readonly { name: string }[] | undefined): string {
  if (!able) return "That is a worker PC.";
  if (able.length === 0) return "No worker can send now: a worker PC sends it once it can.";
  const names = able.map(({ name }) => name).sort();
  return `That PC is ${inList(names, "or")}.`;
}

/** @param mayHave places among the items */
function doubtOf(mayHave: readonly number[], items: readonly QueueItem[]) {
  const whom = items.length === 1 ? "this guest" : `${mayHave.length.toLocaleString("en")} of these guests`;
  const names = mayHave.slice(0, MOST_NAMED).map((index) => items[index]?.name || "a guest without a name");
  const more = mayHave.length > names.length ? ` and ${counted(mayHave.length - names.length, "other guest")}` : "";
  return {
    title: `A message with these words may already have reached ${whom}`,
    body: `Nobody answered when it was sent to ${names.join(", ")}${more}. Queued now, it may arrive twice.`,
    confirmLabel: "Queue all the same",
    cancelLabel: "Do not queue",
  };
}

const MOST_NAMED = 5;

/** In the order of docs/design/spec-shell.md 5. @param going the chosen who are not left out */
function whatIsMissing(
  message: string,
  chosen: readonly Chosen[],
  going: readonly Chosen[],
  here: BranchKey,
): { words: string; step: Step } | null {
  if (message.trim() === "") return { words: CUSTOMER_SERVICE_TEXTS.emptyMessage, step: "message" };
  if (chosen.length === 0) return { words: CUSTOMER_SERVICE_TEXTS.pickOne, step: "people" };
  if (going.length === 0) return { words: CUSTOMER_SERVICE_TEXTS.allLeftOut, step: "people" };
  const items = itemsFor(message, going, here);
  if (items.length === 0) return { words: CUSTOMER_SERVICE_TEXTS.noValidPhones, step: "people" };
  if (items.length > MOST_ITEMS)
    return {
      words: `At most ${MOST_ITEMS} messages go into the queue at once. Take ${items.length - MOST_ITEMS} guests off.`,
      step: "people",
    };
  if (longestOf(message, going, here) > LONGEST_TEXT)
    return { words: `The message is longer than WhatsApp takes: ${LONGEST_TEXT.toLocaleString("en")} characters.`, step: "message" };
  return null;
}

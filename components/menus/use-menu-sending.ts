import { useRef, useState } from "react";
import { v7 as uuidv7 } from "uuid";
import { useSession } from "@/components/app-base/session";
import { plainCause } from "@/components/ui/notice";
import { toast } from "@/components/ui/toast";
import { isApiError } from "@/lib/api/api-error";
import { MENU_TEXTS, queuedForSending } from "@/lib/menus/menu-texts";
import type { Enqueued } from "@/lib/queue/contract";
import type { MenuPlace } from "./kept-sending";
import { type KeptSending, keepLastMenu, keepSending, keptSending, type Unanswered } from "./kept-sending";
import { useEnqueueMenu } from "./queries";
import type { WhoGetsIt } from "./who-gets-it";

export interface MenuSending extends KeptSending {
  isSending: boolean;
  /** The last answer came while this screen was open. */
  hasAnswer: boolean;
  /** Why the last try of this screen failed, in a sentence. */
  problem: string | null;
  /** Puts a menu for each guest into the queue. */
  send: (who: WhoGetsIt, pdf_path: string) => Promise<void>;
  /** Repeats the call that had no answer, with the same key. */
  again: () => Promise<void>;
  /** Called when the queue shows that the call without an answer arrived. */
  arrived: () => void;
  /** Hides the notice of what had no answer, or failed. */
  dismiss: () => void;
}

/**
 * The sending of one table's menu. What goes out is on the device, with its key, before it is sent, and stays there until
 * somebody answers: pressed again, or after a reload, it is the same call, and no guest gets the menu twice.
 */
export function useMenuSending(place: MenuPlace, table_name: string): MenuSending {
  const user = useSession().user?.id ?? "";
  const [kept, setKept] = useState(() => keptSending(user, place, table_name));
  const [problem, setProblem] = useState<string | null>(null);
  const [hasAnswer, setHasAnswer] = useState(false);
  const enqueue = useEnqueueMenu(place);
  // Two presses before the next render count as one.
  const isUnderWay = useRef(false);

  const keep = (next: KeptSending) => {
    keepSending(user, place, table_name, next);
    setKept(next);
  };

  const sendOut = async (sending: Unanswered) => {
    if (isUnderWay.current) return;
    isUnderWay.current = true;
    setProblem(null);
    keep({ ...kept, unanswered: sending });
    try {
      const answer = await enqueue.mutateAsync(sending);
      keep({ unanswered: null, left: { people: leftOut(sending, answer), at: Date.now() } });
      setHasAnswer(true);
      sayQueued(answer.enqueued);
    } catch (error) {
      setProblem(`${MENU_TEXTS.enqueueFailed}: ${plainCause(error)}`);
      // Refused is answered: nothing of it was queued, and the next try is another one.
      if (isApiError(error) && error.status >= 400 && error.status < 500) keep({ ...kept, unanswered: null });
    } finally {
      isUnderWay.current = false;
    }
  };

  return {
    ...kept,
    isSending: enqueue.isPending,
    hasAnswer,
    problem,
    send: async ({ to, without }, pdf_path) => {
      keepLastMenu(place, pdf_path);
      const items = to.map((guest) => ({ ...guest, table_name, pdf_path }));
      const before = kept.unanswered;
      const isSame = before !== null && JSON.stringify(before.items) === JSON.stringify(items);
      await sendOut({ items, without, key: isSame ? before.key : uuidv7(), at: isSame ? before.at : Date.now() });
    },
    again: async () => {
      if (kept.unanswered) await sendOut(kept.unanswered);
    },
    arrived: () => {
      setProblem(null);
      if (kept.unanswered) keep({ unanswered: null, left: { people: kept.unanswered.without, at: Date.now() } });
    },
    dismiss: () => {
      setProblem(null);
      keep({ ...kept, unanswered: null });
    },
  };
}

/** Whom nobody sent to, and whom the server left out. */
function leftOut({ without, items }: Unanswered, { invalid, skipped }: Enqueued): Enqueued["skipped"] {
  const ofServer = [...invalid, ...skipped];
  // The server counts within the batch; behind it stand those who were not in it.
  return [...ofServer, ...without.map((one) => ({ ...one, index: items.length + one.index }))];
}

function sayQueued(count: number): void {
  if (count === 0) toast.info("Nothing was queued: see why beside the menu.", "menu-queued");
  else toast.success(`${queuedForSending(count)} ${MENU_TEXTS.workerSends}`, "menu-queued");
}

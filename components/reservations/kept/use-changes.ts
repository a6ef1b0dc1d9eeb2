import { useQueryClient } from "@tanstack/react-query";
import { useCallback, useEffect, useState, useSyncExternalStore } from "react";
import { useServerState } from "@/components/app-base/server-health";
import { counted } from "@/components/ui/counted";
import { afterPress } from "@/components/ui/hold-while-pressed";
import { toast } from "@/components/ui/toast";
import { RESERVATION_TEXTS } from "@/lib/reservations/screen-words";
import { begin, goesByItself, type KeptChange, type NewChange, noChanges, readChanges, watchChanges } from "./kept-changes";
import { type Answered, isStillKept, keepRefused, type Sent, send } from "./send-change";
import { type Day, withAnswer } from "./with-kept";

/** Whoever books does not wait longer for an answer: the change is on the device, and goes on by itself. */
const PATIENCE_MS = 4_000;
const FIRST_PAUSE_MS = 2_000;
const LONGEST_PAUSE_MS = 60_000;
const SAID_MS = 8_000;

/** Changes at whose form somebody still stands: what becomes of them is said there. */
const attended = new Set<string>();

/** One function for all drawings: another one each time would begin to listen anew each time. */
const subscribe = (watcher: () => void) => watchChanges(() => afterPress(watcher));

/** What waits on this device, the oldest first. */
export function useKeptChanges(): readonly KeptChange[] {
  return useSyncExternalStore(subscribe, readChanges, noChanges);
}

/** After a change every list that shows reservations or tables is asked for anew. */
export function useRefreshReservations(): () => Promise<void> {
  const client = useQueryClient();
  return useCallback(
    () => client.invalidateQueries({ predicate: ({ queryKey }) => String(queryKey[2]).startsWith("reservation") }),
    [client],
  );
}

/** Puts an answer into the days that are shown. */
export function useAnswered(): Answered {
  const client = useQueryClient();
  return useCallback(
    (change, saved) =>
      void client.setQueriesData<Day>(
        { predicate: ({ queryKey: [base, branch, what] }) => base === change.base && branch === change.branch && what === "reservations" },
        (day) => day && withAnswer(day, change, saved),
      ),
    [client],
  );
}

/**
 * Makes a change: it is on this device first, then sent. @returns how it ended, or `kept` after a moment without an answer, which then
 * comes by itself: what is refused later stays on the device, with the reason
 */
export function useMakeChange(): (change: NewChange) => Promise<Sent> {
  const refresh = useRefreshReservations();
  const answered = useAnswered();
  return useCallback(
    async (asked) => {
      const { change, isKept } = begin(asked);
      if (!isKept) toast.error(RESERVATION_TEXTS.notKept, "reservation-not-kept");
      attended.add(change.id);
      let isLate = false;
      const sending = send(change, answered).then((sent) => {
        if (isLate && sent.outcome === "refused") keepRefused(change, sent.error);
        if (sent.outcome !== "kept") void refresh();
        return sent;
      });
      const patience = new Promise<Sent>((resolve) =>
        window.setTimeout(() => resolve({ outcome: "kept", why: "The server takes long to answer." }), PATIENCE_MS),
      );
      const first = await Promise.race([sending, patience]);
      isLate = first.outcome === "kept";
      attended.delete(change.id);
      return first;
    },
    [refresh, answered],
  );
}

export interface SelfSending {
  isSending: boolean;
  /** What went by itself a moment ago. */
  said: string;
}

/** Sends what waits as soon as the server answers: the oldest first, one after the other, each of them once. */
export function useSelfSending(changes: readonly KeptChange[]): SelfSending {
  const server = useServerState();
  const refresh = useRefreshReservations();
  const answered = useAnswered();
  const [isSending, setSending] = useState(false);
  const [failures, setFailures] = useState(0);
  const [said, setSaid] = useState("");
  const waiting = changes
    .filter((change) => goesByItself(change))
    .map(({ id }) => id)
    .join();

  useEffect(() => {
    if (server !== "ok" || waiting === "" || isSending) return;
    const go = async () => {
      setSending(true);
      const { sent, isHeldUp } = await alone(() => sendInOrder(answered)).catch(() => ({ sent: 0, isHeldUp: true }));
      setSending(false);
      setFailures((count) => (isHeldUp ? count + 1 : 0));
      if (sent > 0) setSaid(`${counted(sent, "reservation change")} sent by ${sent === 1 ? "itself" : "themselves"}.`);
      if (sent > 0) await refresh();
    };
    const timer = window.setTimeout(() => void go(), Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** failures));
    return () => window.clearTimeout(timer);
  }, [server, waiting, isSending, failures, refresh, answered]);

  useEffect(() => {
    if (!said) return;
    const timer = window.setTimeout(() => afterPress(() => setSaid("")), SAID_MS);
    return () => window.clearTimeout(timer);
  }, [said]);

  return { isSending, said };
}

/** It ends at the first that gets no answer, so that the order stays. */
async function sendInOrder(answered: Answered): Promise<{ sent: number; isHeldUp: boolean }> {
  let sent = 0;
  for (const { id } of readChanges().filter((change) => goesByItself(change))) {
    const change = readChanges().find((one) => one.id === id); // an answer before it may have given it another version
    if (!change || attended.has(id) || !isStillKept(change)) continue;
    const { outcome, ...rest } = await send(change, answered);
    if (outcome === "kept") return { sent, isHeldUp: true };
    if ("error" in rest) keepRefused(change, rest.error);
    else sent += 1;
  }
  return { sent, isHeldUp: false };
}

/** One tab at a time, where the browser can say so; elsewhere the keys of the changes see to it that each counts once. */
async function alone(work: () => ReturnType<typeof sendInOrder>): ReturnType<typeof sendInOrder> {
  if (!navigator.locks) return work();
  return navigator.locks.request("daftar-reservations", { ifAvailable: true }, (lock) => (lock ? work() : { sent: 0, isHeldUp: true }));
}

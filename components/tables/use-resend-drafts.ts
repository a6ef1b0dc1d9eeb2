import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { useServerState } from "@/components/app-base/server-health";
import { counted } from "@/components/ui/counted";
import { afterPress } from "@/components/ui/hold-while-pressed";
import { preload } from "@/components/ui/preload";
import { type Draft, readDraft } from "@/lib/drafts";
import { isSentByItself, noteOutcome, pauseBeforeNextTry } from "./resend-timing";

/** Sending compares phones, and that knowledge is no part of a page's first load. */
export const loadSending = preload(async () => {
  const [{ sendKept, wasRefused }, { sayOutcome }] = await Promise.all([import("./send-kept-table"), import("./say-outcome")]);
  return { sendKept, wasRefused, sayOutcome };
}, true);

/** For how long the strip shows what was sent, in milliseconds. */
const SAID_MS = 8_000;

export interface SelfSending {
  /** The tables that are on their way, and how many of them are done; null when none is. */
  progress: { done: number; total: number } | null;
  /** What went by itself a moment ago. */
  said: string;
}

/**
 * Sends what waits as soon as the server answers: the oldest first, one after the other, each of them once.
 * @param parties reservations of which something waits on this device: it goes first, else the table of who was seated would be nobody's
 */
export function useSelfSending(drafts: readonly Draft[], parties: readonly string[]): SelfSending {
  const client = useQueryClient();
  const server = useServerState();
  const [progress, setProgress] = useState<SelfSending["progress"]>(null);
  const [said, setSaid] = useState("");
  const waiting = drafts
    .filter((draft) => isSentByItself(draft) && (draft.reservation === null || !parties.includes(draft.reservation)))
    .sort((a, b) => a.created_at.localeCompare(b.created_at))
    .map(({ id }) => id)
    .join();
  const busy = progress !== null;
  const [round, setRound] = useState(0);

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new round is another try.
  useEffect(() => {
    if (server !== "ok" || waiting === "" || busy) return;
    const send = async () => {
      const ids = waiting.split(",");
      setProgress({ done: 0, total: ids.length });
      const sent = await alone(() => sendInOrder(ids, (done) => setProgress({ done, total: ids.length }))).catch(() => 0);
      setProgress(null);
      if (sent > 0) setSaid(`${counted(sent, "table")} sent by ${sent === 1 ? "itself" : "themselves"}.`);
      if (sent > 0) await client.invalidateQueries();
      setRound((count) => count + 1);
    };
    const timer = window.setTimeout(() => void send(), pauseBeforeNextTry());
    return () => window.clearTimeout(timer);
  }, [server, waiting, busy, client, round]);

  useEffect(() => {
    if (!said) return;
    const timer = window.setTimeout(() => afterPress(() => setSaid("")), SAID_MS);
    return () => window.clearTimeout(timer);
  }, [said]);

  return { progress, said };
}

/** @returns how many were sent; it ends at the first that gets no answer, so that the order stays */
async function sendInOrder(ids: readonly string[], report: (done: number) => void): Promise<number> {
  const { sendKept, wasRefused, sayOutcome } = await loadSending();
  let sent = 0;
  for (const [done, id] of ids.entries()) {
    report(done);
    // Somebody else, or another tab, may have sent it meanwhile.
    const draft = readDraft(id);
    if (!draft || !isSentByItself(draft)) continue;
    const result = await sendKept(draft);
    const settled = result.outcome === "saved" || wasRefused(result);
    noteOutcome(settled);
    if (!settled) break;
    sayOutcome(result);
    if (result.outcome === "saved") sent += 1;
  }
  return sent;
}

/** One tab at a time, where the browser can say so; elsewhere the keys of the saves see to it that each counts once. */
async function alone(work: () => Promise<number>): Promise<number> {
  if (!navigator.locks) return work();
  return navigator.locks.request("daftar-sending", { ifAvailable: true }, (lock) => (lock ? work() : 0));
}

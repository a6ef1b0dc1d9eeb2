import type { ComponentProps } from "react";
import { counted } from "@/components/ui/counted";
import type { EndingNote } from "@/components/ui/ending-note";
import type { Task } from "@/lib/queue/contract";

/** Of a letter's messages. */
type Counted = Pick<Task, "total" | "sent" | "cancelled"> & {
  /** Known not to have arrived. */
  failed: number;
  /** Nobody has answered: they may have arrived. */
  doubts?: number;
};

/** How many stand where; one without an answer has not failed. */
export function countsOf({ total, sent, failed, cancelled, results }: Task): Required<Counted> {
  const doubts = results.filter(({ unanswered }) => unanswered);
  const known = failed - doubts.filter(({ status }) => status === "FAILED").length;
  return { total, sent, failed: known, doubts: doubts.length, cancelled };
}

const doubtInWords = (doubts: number) =>
  doubts > 0 &&
  `${counted(doubts, "message")} ${doubts === 1 ? "has" : "have"} no answer and may have arrived. Say beside the name what became of it, once you know.`;

/** How a letter has ended, and what comes next. @param sandbox how many of those sent went to the sandbox alone */
export function endingOf(task: Counted, sandbox: number): { tone: ComponentProps<typeof EndingNote>["tone"]; words: string } {
  const { total, failed, doubts = 0, cancelled } = task;
  if (failed + doubts > 0) {
    const who = failed === total ? "Nobody got it." : `${counted(failed, "guest")} did not get it.`;
    const next = `${who} Why stands beside the name: see to that, then write to them again by New message, or call them.`;
    return { tone: "warning", words: [failed > 0 && next, doubtInWords(doubts)].filter(Boolean).join(" ") };
  }
  if (cancelled > 0) return { tone: "info", words: `${counted(cancelled, "message")} did not go out: somebody cancelled what waited.` };
  return { tone: sandbox === 0 ? "success" : "info", words: "Done." };
}

/** The parts of the bar, in per cent: only what has arrived is green, and only once nothing else is left. */
export function partsOf({ total, sent, failed, doubts = 0, cancelled }: Counted, sandbox: number) {
  const part = (count: number) => (total > 0 ? (100 * count) / total : 0);
  const isAll = sent === total && sandbox === 0;
  return [
    { label: "Sent", value: part(sent), color: isAll ? "success" : "primary" },
    { label: "No answer yet", value: part(doubts), color: "warning" },
    { label: "Failed", value: part(failed), color: "danger" },
    { label: "Cancelled", value: part(cancelled), color: "neutral" },
  ].filter(({ value }) => value > 0);
}

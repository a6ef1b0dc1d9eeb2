import type { ComponentProps } from "react";
import { counted } from "@/components/ui/counted";
import type { EndingNote } from "@/components/ui/ending-note";
import { branchName } from "@/lib/known-branches";
import type { Task } from "@/lib/queue/contract";
import type { About } from "./kept-letter";

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

/** So much of a letter's text names it. */
const FIRST_WORDS = 60;

/** `The letter of Jounieh, queued Sat 21 Nov 2026, 14:02: “How was your evening, {name}? …”` @param shown a moment as people read it */
export function letterInWords({ branch, text, at }: About, shown: (iso: string) => string): string {
  const line = text.replace(/\s+/g, " ").trim();
  const cut = line.slice(0, FIRST_WORDS);
  const first = cut === line ? line : `${cut.slice(0, Math.max(cut.lastIndexOf(" "), FIRST_WORDS / 2)).trimEnd()} …`;
  return `The letter of ${branchName(branch)}, queued ${shown(at)}: “${first}”`;
}

/**
 * By what a letter is known whose progress is shown.
 * @param about null for one that an older version kept; @param branch as the server knows it; @param shown as of `letterInWords`
 */
export function lastLetterInWords(about: About | null, branch: string | undefined, shown: (iso: string) => string): string {
  if (about) return letterInWords(about, shown);
  return branch ? `The last letter, of ${branchName(branch)}` : "The last letter";
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
    { label: "No answer", value: part(doubts), color: "warning" },
    { label: "Failed", value: part(failed), color: "danger" },
    { label: "Cancelled", value: part(cancelled), color: "neutral" },
  ].filter(({ value }) => value > 0);
}

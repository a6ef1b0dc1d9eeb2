import type { ComponentProps } from "react";
import { counted } from "@/components/ui/counted";
import type { EndingNote } from "@/components/ui/ending-note";
import type { Task } from "@/lib/queue/contract";

type Counted = Pick<Task, "total" | "sent" | "failed" | "cancelled">;

/** How a letter has ended, and what comes next. @param sandbox how many of those sent went to the sandbox alone */
export function endingOf(task: Counted, sandbox: number): { tone: ComponentProps<typeof EndingNote>["tone"]; words: string } {
  const { total, failed, cancelled } = task;
  if (failed > 0) {
    const who = failed === total ? "Nobody got it." : `${counted(failed, "guest")} did not get it.`;
    return {
      tone: "warning",
      words: `${who} Why stands beside the name: see to that, then write to them again by New message, or call them.`,
    };
  }
  if (cancelled > 0) return { tone: "info", words: `${counted(cancelled, "message")} did not go out: somebody cancelled what waited.` };
  return { tone: sandbox === 0 ? "success" : "info", words: "Done." };
}

/** The parts of the bar, in per cent: only what has arrived is green, and only once nothing else is left. */
export function partsOf({ total, sent, failed, cancelled }: Counted, sandbox: number) {
  const part = (count: number) => (total > 0 ? (100 * count) / total : 0);
  const isAll = sent === total && sandbox === 0;
  return [
    { label: "Sent", value: part(sent), color: isAll ? "success" : "primary" },
    { label: "Failed", value: part(failed), color: "danger" },
    { label: "Cancelled", value: part(cancelled), color: "neutral" },
  ].filter(({ value }) => value > 0);
}

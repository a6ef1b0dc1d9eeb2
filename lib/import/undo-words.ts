import type { AnswerOf } from "../api/endpoint";
import type { undoImport } from "./contract";

/** What an undo did, as a sentence. */
export function undoneInWords({ removed, restored, kept }: { removed: number; restored: number; kept: number }): string {
  const rest = kept === 0 ? "" : ` ${kept.toLocaleString("en")} were left as they are now, because something happened to them since.`;
  return `The import was undone: ${removed.toLocaleString("en")} guests are gone again, ${restored.toLocaleString("en")} are as they were.${rest}`;
}

/** The answer of an undo that went by steps. */
export function takenBackAnswer({
  removed,
  restored,
  kept,
  kept_guests,
}: Omit<AnswerOf<typeof undoImport>, "ok" | "message">): AnswerOf<typeof undoImport> {
  return { ok: true, message: undoneInWords({ removed, restored, kept }), removed, restored, kept, kept_guests };
}

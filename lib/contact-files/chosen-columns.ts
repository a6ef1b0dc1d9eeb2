import { createHash } from "node:crypto";
import { foldText } from "../fold-text";
import { type ColumnChoice, HEADING_SHOWN } from "./column-choices";

/** What was chosen for a column, by its heading. */
export interface Chosen {
  choice: ColumnChoice;
  /** In an earlier import, and nobody says anything else now. */
  isRemembered: boolean;
}

/** What each column holds: as the sender of the file says now, and as was said in earlier imports, by the mark of the heading. */
export interface ColumnChoices {
  said: Readonly<Record<string, ColumnChoice>>;
  remembered: Readonly<Record<string, ColumnChoice>>;
}

const AS_READ: Chosen = { choice: "auto", isRemembered: false };

export type ChoiceOf = (heading: string) => Chosen;

export const asRead: ChoiceOf = () => AS_READ;

/** What was chosen for a heading: now, else earlier, else nothing. */
export function choicesBy({ said, remembered }: ColumnChoices): ChoiceOf {
  if (Object.keys(said).length + Object.keys(remembered).length === 0) return asRead;
  return (heading) => {
    const mark = headingMark(heading);
    const now = said[mark];
    if (now) return { choice: now, isRemembered: false };
    const earlier = remembered[mark];
    return earlier ? { choice: earlier, isRemembered: true } : AS_READ;
  };
}

/**
 * By what a heading is known again, however it is written. No text: where a file has no header its first row is one, and that may be
 * a guest's.
 */
export function headingMark(heading: string): string {
  const shown = heading.slice(0, HEADING_SHOWN);
  return createHash("sha256")
    .update(foldText(shown) || shown.trim())
    .digest("hex")
    .slice(0, 32);
}

export function marked(columns: readonly { column: string; as: ColumnChoice }[]): Record<string, ColumnChoice> {
  return Object.fromEntries(columns.map(({ column, as }) => [headingMark(column), as]));
}

const rowsOf = (count: number) => (count === 1 ? "1 row" : `${count} rows`);

/** The text of a dedupe's answer. */
export function dedupeText(kept: number, deleted: number): string {
  if (deleted === 0) return `No duplicates were found: ${rowsOf(kept)} kept.`;
  return `${rowsOf(kept)} kept, ${deleted === 1 ? "1 duplicate" : `${deleted} duplicates`} deleted.`;
}

/** The text of an undo's answer. */
export function undoneText(what: string, restored: number, left: number): string {
  const rest = left > 0 ? ` ${rowsOf(left)} left as they are, because somebody changed or deleted them since.` : "";
  return `${what} was undone: ${rowsOf(restored)} as before.${rest}`;
}

export const UNDO_IS_OVER =
  "This can no longer be undone: another one came after it, it was undone already, or its guests were deleted since. Nothing was changed.";

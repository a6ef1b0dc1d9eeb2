/** What an undo did, as a sentence. */
export function undoneInWords({ removed, restored, kept }: { removed: number; restored: number; kept: number }): string {
  const rest = kept === 0 ? "" : ` ${kept.toLocaleString("en")} were left as they are now, because something happened to them since.`;
  return `The import was undone: ${removed.toLocaleString("en")} guests are gone again, ${restored.toLocaleString("en")} are as they were.${rest}`;
}

/** What happened to a guest since an import, that keeps what it says of them. */
export type Reason = "changed" | "visited" | "booked" | "won" | "voucher" | "points";

/** In the order in which they are told. */
const WORDS: Record<Reason, string> = {
  changed: "changed",
  visited: "visited",
  booked: "booked a table",
  won: "won a prize",
  voucher: "got a voucher",
  points: "got points",
};

/** Why a guest stays as they are. @param isKnown whether the guest was there before the import */
export function keptBecause(isKnown: boolean, reasons: ReadonlySet<Reason>): string {
  const all = (Object.keys(WORDS) as Reason[]).filter((reason) => reasons.has(reason)).map((reason) => WORDS[reason]);
  const [last = "", ...before] = all.toReversed();
  const what = before.length > 0 ? `${before.toReversed().join(", ")} and ${last}` : last;
  if (isKnown) return `Was filled in by the import, and ${what} since.`;
  return `Came with the import, and ${reasons.has("changed") ? "was " : ""}${what} since.`;
}

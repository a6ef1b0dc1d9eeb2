const RTL = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/;
const LTR = /[\p{Script=Latin}\p{N}]/u;

/**
 * A line's words as people read them. Glyphs stand from left to right, so words in Arabic come with their last letter first; numbers and Latin
 * words among them do not.
 * @param units what each glyph shows, from left to right, and a space where words part. A glyph of several letters has them in their order.
 */
export function inReadingOrder(units: readonly string[]): string {
  const [right, left] = [RTL, LTR].map((of) => units.filter((unit) => of.test(unit)).length) as [number, number]; // two of two
  if (right === 0) return units.join("");
  return right >= left ? turned(turned(units, null), LTR).join("") : turned(units, RTL).join("");
}

/** Turns around each run of such units, with what stands between two of them; null for all of it. */
function turned(units: readonly string[], of: RegExp | null): string[] {
  if (of === null) return units.toReversed();
  const other = of === RTL ? LTR : RTL;
  const done: string[] = [];
  for (let at = 0; at < units.length; at++) {
    if (!of.test(units[at] ?? "")) {
      done.push(units[at] ?? "");
      continue;
    }
    let end = at;
    for (let next = at + 1; next < units.length && !other.test(units[next] ?? ""); next++) if (of.test(units[next] ?? "")) end = next;
    done.push(...units.slice(at, end + 1).toReversed());
    at = end;
  }
  return done;
}

import { readPrice, writePrice } from "../menu-pdf/prices/price-text";

/** How many prices are changed at once: by parts of a hundred, or by an amount, then to the nearest step. */
export interface BulkRule {
  by: "percent" | "amount";
  value: number;
  /** Null: as many places as the menu writes. */
  step: number | null;
}

/** Steps to which menus round, by what they say. */
export const STEPS = [0.25, 0.5, 1, 1_000, 5_000, 10_000] as const;

/** What a price says after a rule, in its own form; null where it would cost less than nothing, or need places that the menu does not write. */
export function byRule(text: string, { by, value, step }: BulkRule): string | null {
  const { value: old, form } = readPrice(text);
  const changed = by === "percent" ? old * (1 + value / 100) : old + value;
  const rounded = step === null ? changed : Math.round(changed / step) * step;
  const smallest = 10 ** -form.places;
  if (rounded <= 0 || (step !== null && step < smallest)) return null;
  return writePrice(rounded, form);
}

/** How much dearer a new price is, in parts of a hundred; null for what is no price. */
export function differenceOf(before: string, after: string): number | null {
  const [old, now] = [readPrice(before).value, readPrice(after).value];
  return old > 0 && Number.isFinite(now) ? (now / old - 1) * 100 : null;
}

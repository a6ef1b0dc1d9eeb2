import { formatBirthday } from "@/lib/birthday-dates";
import { HISTORY_MEASURES, type HistoryMeasure } from "@/lib/stats/history-measures";

/** A figure of the past as it is read; a dash where nothing is known, or there is nothing to divide by. */
export function shownValue(measure: HistoryMeasure, value: number | null): string {
  if (value === null) return "–";
  switch (HISTORY_MEASURES[measure].unit) {
    case "percent":
      return `${(Math.round(value * 1_000) / 10).toLocaleString("en")}%`;
    case "average":
      return (Math.round(value * 100) / 100).toLocaleString("en");
    case "count":
      return value.toLocaleString("en");
  }
}

/** How a figure differs from the one before: `+12%` of a number, `+3 points` of a share; null where that says nothing. */
export function changeInWords(measure: HistoryMeasure, value: number | null, before: number | null): string | null {
  if (value === null || before === null) return null;
  if (HISTORY_MEASURES[measure].unit === "percent") {
    const points = Math.round((value - before) * 1_000) / 10;
    return points === 0 ? "the same" : `${signed(points)} points`;
  }
  if (value === before) return value === 0 ? null : "the same";
  return before === 0 ? null : `${signed(Math.round((100 * (value - before)) / before))}%`;
}

const signed = (number: number) => `${number > 0 ? "+" : "−"}${Math.abs(number).toLocaleString("en")}`;

/** `14 May`; of a part of more days `14 May to 20 May`. */
export function partInWords({ from, to }: { from: string; to: string }): string {
  return from === to ? shortDay(from) : `${shortDay(from)} to ${shortDay(to)}`;
}

const shortDay = (date: string) => formatBirthday(`-${date.slice(4)}`);

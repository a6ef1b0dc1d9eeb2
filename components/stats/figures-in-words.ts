import { branchName } from "@/lib/known-branches";
import { CHANNELS } from "@/lib/stats/channels";
import type { BranchNow, LiveFigures } from "@/lib/stats/contract";
import type { LiveMeasure } from "@/lib/stats/live-measures";

/** A figure as its card shows it: the number, and what it is a part of. */
export interface ShownFigure {
  value: string;
  note: string | null;
}

const UNKNOWN: ShownFigure = { value: "–", note: "not known now" };

export function shownFigure(measure: LiveMeasure, figures: LiveFigures): ShownFigure {
  const value = figures[measure];
  if (value === null) return UNKNOWN;
  const shown = value.toLocaleString("en");
  switch (measure) {
    case "covers":
      return figures.covers_tables === 0
        ? { value: "–", note: "no table says it" }
        : { value: shown, note: `known for ${figures.covers_tables} of ${figures.tables} tables` };
    case "captured":
      return figures.covers === 0
        ? { value: "–", note: "no table says its people" }
        : { value: percent(value, figures.covers), note: `${shown} of ${figures.covers}` };
    case "valid_phone":
    case "with_birthday":
      return figures.guests === 0
        ? { value: "–", note: "no guests yet" }
        : { value: percent(value, figures.guests), note: `${shown} of ${figures.guests}` };
    case "arrived":
      return figures.sent === 0 ? { value: "–", note: "nothing sent yet" } : { value: shown, note: percent(value, figures.sent) };
    default:
      return { value: shown, note: null };
  }
}

const percent = (part: number, whole: number) => `${Math.round((100 * part) / whole)}%`;

/** `At this minute a week before: 9 tables, 31 guests. Average of 4 Fridays: 10.5 tables, 29 guests.` Null where no such evening is known. */
export function compareInWords({ week_before, average }: Pick<BranchNow, "week_before" | "average">, day: string): string | null {
  if (!average) return null;
  const weekday = new Date(`${day}T12:00:00Z`).toLocaleDateString("en-GB", { weekday: "long", timeZone: "UTC" });
  const before = week_before ? tablesAnd(week_before) : "no table was saved that evening";
  const many = average.evenings === 1 ? `The one ${weekday} known` : `Average of ${average.evenings} ${weekday}s`;
  return `At this minute a week before: ${before}. ${many}: ${tablesAnd(average)}.`;
}

function tablesAnd({ tables, guests }: { tables: number; guests: number }): string {
  return `${short(tables)} ${tables === 1 ? "table" : "tables"}, ${short(guests)} ${guests === 1 ? "guest" : "guests"}`;
}

const short = (number: number) => (Math.round(number * 10) / 10).toLocaleString("en");

/** Why a branch shows no figures. */
export function whyUnknown({ branch, why }: Pick<BranchNow, "branch" | "why">): string {
  return why === "elsewhere"
    ? `${branchName(branch)} is kept on another server: its figures stand there.`
    : `${branchName(branch)} cannot be read now. The health badge at the top says what is wrong.`;
}

/** Whether a figure is worth its place on a card: of the ways to come, those by which somebody came. */
export const isShown = (measure: LiveMeasure, figures: LiveFigures) => figures[measure] !== 0 || !CHANNELS.some((one) => one === measure);

/** Whether anything at all has happened: a card of noughts alone says less than one line. */
export function isEmptyEvening(figures: LiveFigures): boolean {
  return Object.values(figures).every((value) => value === 0 || value === null);
}

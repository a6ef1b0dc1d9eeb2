import type { DayHours } from "../business-day";
import { bulkRead } from "../db/bulk-read";
import { addDays } from "../local-time";
import { addCounts, countsOf, type Days, partsOf, type Range, valuesOf } from "./day-counts";
import { addOfHub } from "./history-hub";
import { type Bucket, type HistoryValues, RETURN_WITHIN } from "./history-measures";
import { addReservations } from "./history-reservations";
import { addInserted, type Heat, noHeat, ofTables } from "./history-tables";

export interface HistoryInput {
  /** The branches that can be read; a book that cannot is null. */
  branches: { branch: string; table: string; book: string | null }[];
  hub: string;
  range: Range;
  compared: Range;
  by: Bucket;
  hours: DayHours;
  countryCode: string;
  /** The evening that is now. */
  today: string;
}

/** The figures of a range and of what it is compared with. */
interface Figures {
  values: HistoryValues;
  before: HistoryValues;
}

export interface History {
  branches: (Figures & { branch: string })[];
  total: Figures;
  /** Of all branches, part by part. */
  series: (Range & { values: HistoryValues })[];
  heat: Heat;
  /** Evenings with tables that no End of Day has taken, and those that an older version took. */
  open: { branch: string; date: string }[];
  older: number;
}

/** Counts a range of past evenings beside the event loop: from the tables, what each End of Day kept, and what happened. */
export function historyStep(input: HistoryInput): History {
  const { range, compared, by, today } = input;
  const all: Days = new Map();
  const heat = noHeat();
  const open: History["open"] = [];
  let older = 0;
  const counted = new Map<string, Days>();
  const wide = readRange(input);
  for (const { branch, table, book } of input.branches) {
    const found = bulkRead({ table, book }, ({ table: sql, book: entries }) => {
      const of = ofTables(sql, wide, range, input.hours, input.countryCode);
      if (entries) addInserted(entries, of.days, wide);
      addReservations(sql, of.days, wide, input.hours);
      return of;
    });
    counted.set(branch, found.days);
    for (const [weekday, ofHours] of found.heat.entries())
      for (const [hour, tables] of ofHours.entries()) if (heat[weekday]) heat[weekday][hour] = (heat[weekday][hour] ?? 0) + tables;
    open.push(...found.open.map((date) => ({ branch, date })));
    older += found.older.length;
  }
  bulkRead({ hub: input.hub }, ({ hub }) => addOfHub(hub, (branch) => counted.get(branch), wide, input.hours));
  for (const days of counted.values()) for (const [day, counts] of days) addCounts(countsOf(all, day), counts);
  const figuresOf = (days: Days): Figures => ({ values: valuesOf(days, range, today), before: valuesOf(days, compared, today) });
  return {
    branches: input.branches.map(({ branch }) => ({ branch, ...figuresOf(counted.get(branch) ?? new Map()) })),
    total: figuresOf(all),
    series: partsOf(range, by).map((part) => ({ ...part, values: valuesOf(all, part, today) })),
    heat,
    open,
    older,
  };
}

/** Both ranges, and the days after them in which their guests may have come back. */
function readRange({ range, compared, today }: HistoryInput): Range {
  const from = compared.from < range.from ? compared.from : range.from;
  const to = addDays(compared.to > range.to ? compared.to : range.to, Math.max(...RETURN_WITHIN));
  return { from, to: to < today ? to : today };
}

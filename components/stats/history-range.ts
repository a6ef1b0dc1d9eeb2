import { addDays } from "@/lib/local-time";
import type { Bucket } from "@/lib/stats/history-measures";

/** What is asked for of the past. */
export interface HistoryChoice {
  from: string;
  to: string;
  by: Bucket;
  compare: "period" | "year";
  /** Empty for all. */
  branches: readonly string[];
}

const monthOf = (date: string) => `${date.slice(0, 7)}-01`;

/** The ranges that are a tap away, up to the last evening that is over. @param today the evening that is now */
export function presets(today: string): { name: string; from: string; to: string; by: Bucket }[] {
  const yesterday = addDays(today, -1);
  const lastMonthsEnd = addDays(monthOf(yesterday), -1);
  return [
    { name: "Last 7 days", from: addDays(yesterday, -6), to: yesterday, by: "day" },
    { name: "Last 30 days", from: addDays(yesterday, -29), to: yesterday, by: "day" },
    { name: "This month", from: monthOf(yesterday), to: yesterday, by: "day" },
    { name: "Last month", from: monthOf(lastMonthsEnd), to: lastMonthsEnd, by: "day" },
    { name: "Last 12 weeks", from: addDays(yesterday, -83), to: yesterday, by: "week" },
    { name: "Last 12 months", from: addDays(yesterday, -364), to: yesterday, by: "month" },
  ];
}

/** The last thirty evenings, by day. @param today the evening that is now */
export function firstChoice(today: string): HistoryChoice {
  const { from, to, by } = presets(today)[1] ?? { from: today, to: today, by: "day" as const };
  return { from, to, by, compare: "period", branches: [] };
}

import { addDays } from "../local-time";
import type { KeptFilters, View } from "./choices/contract";

/** Filters as the page holds them: a day may be said from today on. */
export type Filters = KeptFilters & { text?: string };

/** The views that everybody has (docs/design/open-screens.md 2.8). */
export const USUAL_VIEWS: readonly View[] = [
  { name: "No birthday", filters: { birthday: "without" }, sort: "added" },
  { name: "Invalid phone", filters: { phone: "invalid" }, sort: "added" },
  { name: "Possible duplicates", filters: { duplicates: "yes" }, sort: "name" },
  { name: "Not seen 90 days", filters: { not_seen_since: "today-90" }, sort: "name" },
  { name: "Opted out", filters: { opted_out: "yes" }, sort: "name" },
  { name: "Added today by branch", filters: { added_from: "today" }, sort: "added" },
];

const DAYS = ["added_from", "added_to", "visited_from", "visited_to", "not_seen_since"] as const;

/** `today` and `today-90` as the date that they are; any other text as it is. @param today the business day, YYYY-MM-DD */
export function dateSaid(said: string, today: string): string {
  const [, back = "0"] = /^today(?:-(\d{1,4}))?$/.exec(said) ?? [];
  return said.startsWith("today") ? addDays(today, -Number(back)) : said;
}

/** Filters as the server takes them; what is empty asks for nothing. */
export function filtersAsked(filters: Filters, today: string): Record<string, string> {
  const asked: Record<string, string> = {};
  for (const [name, said] of Object.entries(filters)) {
    if (said) asked[name] = (DAYS as readonly string[]).includes(name) ? dateSaid(said, today) : said;
  }
  return asked;
}

/** Whether two sets of filters ask for the same. */
export function sameFilters(one: Filters, other: Filters): boolean {
  const said = (filters: Filters) =>
    Object.entries(filters)
      .filter(([, value]) => value)
      .map(String)
      .sort()
      .join("\n");
  return said(one) === said(other);
}

import { inList } from "@/components/ui/counted";
import { dayAndTime, longDate } from "@/components/ui/local-times";
import { branchName } from "@/lib/known-branches";
import type { Campaign } from "@/lib/queue/campaigns/contract";
import { tableInWords } from "@/lib/tables/saved-table-name";

type Named = Pick<Campaign, "kind" | "date" | "table_name" | "branch" | "created_at">;

/**
 * `Birthdays of Fri 20 Nov 2026 · Jounieh`, `Menu · table 12 of Fri 20 Nov 2026 · Jounieh`, `Customer Service of Fri 20 Nov 2026, 15:12 ·
 * Jounieh`: a branch writes many letters.
 */
export function nameOf({ kind, date, table_name, branch, created_at }: Named, timeZone: string): string {
  const of = branchName(branch);
  if (kind === "birthday") return `${date ? `Birthdays of ${longDate(date)}` : "Birthdays"} · ${of}`;
  return `${kind === "menu" ? `Menu · ${tableInWords(table_name)}` : `Customer Service of ${dayAndTime(created_at, timeZone)}`} · ${of}`;
}

/** `To Tony, Sara and 3 more.`: of two letters of one minute, which is which; undefined for what its name tells apart. */
export function whomInWords({ to, counts }: Pick<Campaign, "to" | "counts">): string | undefined {
  if (!to || to.length === 0) return undefined;
  const more = Object.values(counts).reduce((sum, count) => sum + count, 0) - to.length;
  const names = to.map((name) => name || "a guest without a name");
  return `To ${inList(more > 0 ? [...names, `${more.toLocaleString("en")} more`] : names)}.`;
}

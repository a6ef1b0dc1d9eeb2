import { formatBirthday } from "../../birthday-dates";
import type { ItemStatus } from "../contract";
import type { CampaignState } from "./contract";

/** What makes tasks one campaign: those of a branch and a date are a birthday campaign, dealt in parts; any other is one by itself. */
export function campaignOf({ id, kind, branch, date }: { id: string; kind: string; branch: string; date: string | null }): string {
  return kind === "birthday" && date !== null ? `${branch} ${date}` : id;
}

/** The same name in SQL, of a task `t`. */
export const CAMPAIGN_OF = "iif(t.kind = 'birthday' AND t.date IS NOT NULL, t.branch || ' ' || t.date, t.id)";

/** @param isStopped whether its sending is stopped */
export function campaignStateOf(counts: Record<ItemStatus, number>, isStopped: boolean): CampaignState {
  if (counts.PENDING + counts.IN_PROGRESS > 0) return isStopped ? "PAUSED" : "SENDING";
  if (counts.CANCELLED > 0) return "STOPPED";
  return counts.SENT === 0 && counts.FAILED > 0 ? "FAILED" : "COMPLETED";
}

const WORDS: Record<string, string> = { menu: "a table's menu", service: "a letter of Customer Service" };

interface Named {
  kind: string;
  date: string | null;
}

/** `the birthdays of 3 Dec 2026`, for a sentence. */
export function campaignInWords({ kind, date }: Named): string {
  if (kind !== "birthday") return WORDS[kind] ?? "a campaign";
  return date ? `the birthdays of ${formatBirthday(`-${date.slice(4)}`)} ${date.slice(0, 4)}` : "the birthdays";
}

/** What is said of so many messages of a campaign that were cancelled. */
export function cancelledText(campaign: Named, count: number): string {
  const whose = campaignInWords(campaign);
  if (count === 0) return `Nothing of ${whose} was cancelled: none of it waited.`;
  return count === 1 ? `1 message of ${whose} was cancelled.` : `${count.toLocaleString("en")} messages of ${whose} were cancelled.`;
}

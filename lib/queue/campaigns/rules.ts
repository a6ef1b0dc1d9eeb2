import type { ItemStatus } from "../contract";
import type { CampaignState } from "./contract";

/** What makes tasks one campaign: those of a branch and a date are a birthday campaign, dealt in parts; any other is one by itself. */
export function campaignOf({ id, kind, branch, date }: { id: string; kind: string; branch: string; date: string | null }): string {
  return kind === "birthday" && date !== null ? `${branch} ${date}` : id;
}

/** @param isStopped whether all sending is stopped */
export function campaignStateOf(counts: Record<ItemStatus, number>, isStopped: boolean): CampaignState {
  if (counts.PENDING + counts.IN_PROGRESS > 0) return isStopped ? "PAUSED" : "SENDING";
  if (counts.CANCELLED > 0) return "STOPPED";
  return counts.SENT === 0 && counts.FAILED > 0 ? "FAILED" : "COMPLETED";
}

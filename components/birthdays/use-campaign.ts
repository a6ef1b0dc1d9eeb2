import { useMemo } from "react";
import { useAppSettings } from "@/components/app-base/app-settings";
import { useServerClock } from "@/components/app-base/server-clock";
import { useSession } from "@/components/app-base/session";
import { lateInWords, lostInWords, waitingInWords } from "@/components/queue/next-try";
import { useSendingPauseState } from "@/components/queue/queries";
import { usePace } from "@/components/queue/use-pace";
import { useOnChange } from "@/components/ui/on-change";
import { MENDS_TEMPLATES } from "@/lib/queue/who-may-send";
import { shownCampaign } from "./campaign";
import { useAskCampaignAgain, useCampaignState, useTasks } from "./queries";

/** Where a date's campaign stands, as this page and the server know it together. */
export function useCampaign(date: string) {
  const state = useCampaignState(date);
  const running = state.data?.tasks.filter(({ status }) => status === "PENDING") ?? [];
  const tasks = useTasks(running.map(({ id }) => id));
  const heard = tasks.map(({ data, dataUpdatedAt }) => ({ data, at: dataUpdatedAt }));
  const latest = Math.max(state.dataUpdatedAt, ...heard.map(({ at }) => at));
  // biome-ignore lint/correctness/useExhaustiveDependencies: the answers change with the moment of the latest one.
  const campaign = useMemo(
    () => shownCampaign({ data: state.data, at: state.dataUpdatedAt }, heard),
    [state.data, state.dataUpdatedAt, latest, running.length],
  );
  const askAgain = useAskCampaignAgain(date);
  // The cards beside the tiles are told by it, and with an obstacle the workers stand otherwise too: none must contradict another.
  useOnChange(
    campaign &&
      `${campaign.sent} ${campaign.cancelled} ${campaign.failed} ${campaign.doubts.length} ${campaign.isRunning} ${campaign.obstacle?.reason}`,
    askAgain,
  );
  const handled = campaign ? campaign.sent + campaign.failed : null;
  const now = useServerClock();
  const quietUntil = state.data?.quiet_until ?? null;
  const isHeld = quietUntil !== null && Date.parse(quietUntil) > now.getTime();
  const isBranchStopped = useSendingPauseState(true).data?.cancelled ?? false;
  const isStopped = isBranchStopped || Boolean(state.data?.paused);
  const { timeZone } = useAppSettings();
  const mayMend = useSession().can(MENDS_TEMPLATES);
  const next = campaign?.isRunning && !isStopped && !campaign.obstacle ? waitingInWords(campaign.next, now, timeZone, mayMend) : null;
  const goesOut = Boolean(campaign?.isRunning) && !isStopped && !isHeld && !campaign?.obstacle && next === null;
  const pace = usePace(handled, latest, goesOut);
  const kept = next ?? (campaign && goesOut ? lateInWords(campaign.howMany, campaign.waiting, now, timeZone, mayMend) : null);
  const lost = campaign && (goesOut || next !== null) ? lostInWords(campaign.howMany, campaign.waiting, mayMend) : null;
  const waits = [kept, lost].filter(Boolean).join(" ") || null;
  return {
    date,
    campaign,
    /** Who has paused this campaign alone, and when. */
    paused: state.data?.paused,
    /** Whom to ask, for whoever may not send. */
    whoMaySend: state.data?.who_may_send ?? [],
    quietUntil,
    /** No birthday is sent at this hour. */
    isHeld,
    /** It, or all of the branch, is stopped by somebody. */
    isStopped,
    /** It is the sending of the branch, or of the whole group. */
    isBranchStopped,
    /** Something of it may go out now. */
    goesOut,
    /** When all that waits is tried, or given up, in words; null where something may go before. */
    next,
    /** The same, or what keeps some of it while others go. */
    waits,
    workers: state.data?.workers ?? [],
    failed: campaign?.failures ?? [],
    doubts: campaign?.doubts ?? [],
    pace,
    /** The server does not answer at the moment. */
    isSilent: state.isError || tasks.some(({ isError }) => isError),
    error: state.data ? null : state.error,
    refetch: state.refetch,
    /** Waits for the reading that is under way, or makes one. */
    readAgain: () => state.refetch({ cancelRefetch: false }),
    askAgain,
  };
}
export type UsedCampaign = ReturnType<typeof useCampaign>;

import { Button, Skeleton, VisuallyHidden } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import { CirclePause, CirclePlay, CircleStop, TriangleAlert } from "lucide-react";
import { useCallback } from "react";
import { useAppSettings } from "@/components/app-base/app-settings";
import { Can } from "@/components/app-base/can";
import { useHoldsEverything, useSession } from "@/components/app-base/session";
import { inList } from "@/components/ui/counted";
import { FactChip } from "@/components/ui/fact-chip";
import { useIsPhone } from "@/components/ui/fold-on-narrow-screen";
import { LiveDot } from "@/components/ui/live-dot";
import { ErrorNotice } from "@/components/ui/notice";
import { useOnChange } from "@/components/ui/on-change";
import { branchName, CENTRAL } from "@/lib/known-branches";
import { othersInWords, QUEUE_TEXTS, switchState } from "@/lib/queue/queue-texts";
import { SEES_PHONES } from "@/lib/queue/who-may-send";
import { listedOf, useCampaigns } from "./campaign-queries";
import { Campaigns } from "./campaigns";
import { ObstacleNote } from "./obstacle-note";
import { paceInWords, timeLeft } from "./pace";
import { askCardsAgain, useQueueCounts, useQueueStats, useSendingPauseState, useWorkers } from "./queries";
import styles from "./queue-panel.module.css";
import { type Standing, whatStands } from "./queue-status";
import { CountedSince, QueueTotals } from "./queue-totals";
import { RepliesButton } from "./replies";
import { stateInWords, useSendingPause, WhoSetIt } from "./sending-pause";
import { waitingOf } from "./unanswered";
import { usePace } from "./use-pace";
import { UnansweredMessages, WaitingMessages } from "./waiting-messages";
import { IdleNumbers } from "./without-templates";
import { WorkerCards } from "./worker-cards";

/**
 * Whatsapp Live Queue: what waits, what went out and who sends it.
 * @param isOpen nobody is asked while it is folded
 * @param looks how often somebody asked to be led to what has no answer
 */
export function QueuePanel({ isOpen, looks }: { isOpen: boolean; looks: number }) {
  const stands = useWhatStands(isOpen);
  useCardsWithTiles(isOpen);
  const { obstacle } = stands;
  const isPhone = useIsPhone(); // there the first screen is for what somebody has to see to
  return (
    <div className={styles.panel}>
      <SendingPauseLine isOpen={isOpen} />
      <Whose />
      <UnansweredMessages isOpen={isOpen} looks={looks} />
      <Totals isOpen={isOpen} {...stands} />
      {!obstacle && <IdleNumbers isOpen={isOpen} />}
      <Can permission={SEES_PHONES}>
        <RepliesButton />
      </Can>
      {isPhone && <WaitingMessages isOpen={isOpen} isShort />}
      <Campaigns isOpen={isOpen} said={obstacle} />
      <WorkerCards isOpen={isOpen} />
      {!isPhone && <WaitingMessages isOpen={isOpen} />}
    </div>
  );
}

/** The cards are asked for less often than the tiles; where these have changed, both are told of one moment. */
function useCardsWithTiles(isOpen: boolean): void {
  const client = useQueryClient();
  const { data } = useQueueStats(isOpen);
  const ask = useCallback(() => askCardsAgain(client), [client]);
  useOnChange(data ? JSON.stringify(data) : null, ask);
}

/** The restaurants whose messages the lists hold: all in which whoever looks may work. */
function useListedRestaurants(): readonly string[] {
  const { branches } = useAppSettings();
  const own = useSession().user?.branches ?? null;
  return branches.filter((one) => one !== CENTRAL && (own === null || own.includes(one)));
}

/** Whose messages are counted and listed here. */
function Whose() {
  const theirs = useListedRestaurants();
  if (theirs.length < 2) return null;
  return <p className={styles.whose}>Below: the messages of {inList(theirs.map(branchName))}.</p>;
}

function useWhatStands(isOpen: boolean): Standing {
  const stats = useQueueCounts(isOpen).data;
  const isStopped = useSendingPauseState(isOpen).data?.cancelled ?? false;
  const ofWorkers = useWorkers(isOpen).data?.obstacle ?? null;
  const pages = useCampaigns(isOpen).data?.pages ?? [];
  const waiting = stats && !isStopped ? waitingOf({ counts: stats, unanswered: stats.unanswered }) : 0;
  return whatStands(waiting, ofWorkers, listedOf(pages));
}

/** Whether sending is stopped, who stopped it, and the way to change that. */
function SendingPauseLine({ isOpen }: { isOpen: boolean }) {
  const { data, error, refetch } = useSendingPauseState(isOpen);
  const sendingPause = useSendingPause();
  const mayChooseGroup = useHoldsEverything();
  const theirs = useListedRestaurants();
  if (!data) return error && <ErrorNotice title={QUEUE_TEXTS.checkFailed} error={error} onRetry={() => refetch()} />;
  const { cancelled } = data;
  const here = data.branch === null ? "" : branchName(data.branch);
  const others = theirs.filter((one) => one !== data.branch);
  const isStopped = (one: string) => data.stopped?.includes(one) ?? false;
  const isOthers = data.whole_group && !mayChooseGroup;
  return (
    <section className={styles.pause} data-on={cancelled || undefined} aria-label="Cancel switch">
      <p className={styles.pauseText} role="status">
        {cancelled && <TriangleAlert size={20} strokeWidth={1.75} aria-hidden />}
        <span>
          <b>{stateInWords(data)}</b>{" "}
          <span className={styles.who}>
            <WhoSetIt state={data} /> {isOthers && QUEUE_TEXTS.resumedByOthers} {cancelled && <small>{switchState(cancelled)}</small>}{" "}
            {!data.whole_group && data.stopped && othersInWords(cancelled, others.filter(isStopped).map(branchName), others.length)}
          </span>
        </span>
      </p>
      {cancelled && !isOthers && (
        <Button onClick={sendingPause.resume} leftSection={<CirclePlay size={18} strokeWidth={1.75} aria-hidden />}>
          Resume sending
        </Button>
      )}
      {!cancelled && (
        <span className={styles.stops}>
          <Button variant="default" onClick={sendingPause.pause} leftSection={<CirclePause size={18} strokeWidth={1.75} aria-hidden />}>
            Stop sending{here && ` of ${here}`}
          </Button>
          <Button variant="default" onClick={sendingPause.cancel} leftSection={<CircleStop size={18} strokeWidth={1.75} aria-hidden />}>
            Cancel all{here && ` of ${here}`}
          </Button>
        </span>
      )}
    </section>
  );
}

function Totals({ isOpen, obstacle, goesOut, going }: Standing & { isOpen: boolean }) {
  const { data, error, refetch, dataUpdatedAt } = useQueueCounts(isOpen);
  const pace = usePace(data ? data.SENT + data.FAILED : null, dataUpdatedAt, isOpen && goesOut);
  if (!data) {
    if (error) return <ErrorNotice title="The queue could not be loaded." error={error} onRetry={() => refetch()} />;
    return (
      <div role="status">
        <VisuallyHidden>Loading the queue</VisuallyHidden>
        <Skeleton height={92} radius="md" className={styles.late} />
      </div>
    );
  }
  const left = goesOut ? timeLeft(going, pace) : null;
  return (
    <section aria-label="Messages">
      <QueueTotals stats={data} />
      <CountedSince since={data.since} />
      <div className={styles.facts}>
        <LiveDot every="1.5 s" failing={error} />
        {pace !== null && goesOut && <FactChip small>{paceInWords(pace)}</FactChip>}
        {left && <FactChip small>{left}</FactChip>}
      </div>
      <ObstacleNote obstacle={obstacle} />
    </section>
  );
}

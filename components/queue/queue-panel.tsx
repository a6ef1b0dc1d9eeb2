import { Button, Skeleton, VisuallyHidden } from "@mantine/core";
import { CirclePause, CirclePlay, CircleStop, TriangleAlert } from "lucide-react";
import { Can } from "@/components/app-base/can";
import { useHoldsEverything } from "@/components/app-base/session";
import { FactChip } from "@/components/ui/fact-chip";
import { LiveDot } from "@/components/ui/live-dot";
import { ErrorNotice } from "@/components/ui/notice";
import { SEES_PHONES } from "@/lib/queue/tasks";
import { QUEUE_TEXTS, switchState } from "@/lib/texts";
import { useCampaigns } from "./campaign-queries";
import { Campaigns } from "./campaigns";
import { ObstacleNote } from "./obstacle-note";
import { paceInWords, timeLeft } from "./pace";
import { stateInWords, useBrake, WhoSetIt } from "./pause";
import { useBrakeState, useQueueCounts, useWorkers } from "./queries";
import styles from "./queue-panel.module.css";
import { CountedSince, QueueTotals } from "./queue-totals";
import { RepliesButton } from "./replies";
import { waitingOf } from "./unanswered";
import { usePace } from "./use-pace";
import { WaitingMessages } from "./waiting-messages";
import { type Standing, whatStands } from "./what-stands";
import { Senders } from "./workers";

/** Whatsapp Live Queue: what waits, what went out and who sends it. @param isOpen nobody is asked while it is folded */
export function QueuePanel({ isOpen }: { isOpen: boolean }) {
  const { obstacle, goesOut } = useWhatStands(isOpen);
  return (
    <div className={styles.panel}>
      <BrakeLine isOpen={isOpen} />
      <Totals isOpen={isOpen} obstacle={obstacle} goesOut={goesOut} />
      <Can permission={SEES_PHONES}>
        <RepliesButton />
      </Can>
      <Campaigns isOpen={isOpen} said={obstacle} />
      <Senders isOpen={isOpen} />
      <WaitingMessages isOpen={isOpen} />
    </div>
  );
}

function useWhatStands(isOpen: boolean): Standing {
  const stats = useQueueCounts(isOpen).data;
  const isStopped = useBrakeState(isOpen).data?.cancelled ?? false;
  const ofWorkers = useWorkers(isOpen).data?.obstacle ?? null;
  const pages = useCampaigns(isOpen).data?.pages ?? [];
  const waiting = stats && !isStopped ? waitingOf({ counts: stats, unanswered: stats.unanswered }) : 0;
  return whatStands(
    waiting,
    ofWorkers,
    pages.flatMap(({ campaigns }) => campaigns),
  );
}

/** Whether sending is stopped, who stopped it, and the way to change that. */
function BrakeLine({ isOpen }: { isOpen: boolean }) {
  const { data, error, refetch } = useBrakeState(isOpen);
  const brake = useBrake();
  const mayChooseGroup = useHoldsEverything();
  if (!data) return error && <ErrorNotice title={QUEUE_TEXTS.checkFailed} error={error} onRetry={() => refetch()} />;
  const { cancelled } = data;
  const isOthers = data.whole_group && !mayChooseGroup;
  return (
    <section className={styles.brake} data-on={cancelled || undefined} aria-label="Cancel switch">
      <p className={styles.brakeText} role="status">
        {cancelled && <TriangleAlert size={20} strokeWidth={1.75} aria-hidden />}
        <span>
          <b>{stateInWords(data)}</b>{" "}
          <span className={styles.who}>
            <WhoSetIt state={data} /> {isOthers && QUEUE_TEXTS.resumedByOthers} <small>{switchState(cancelled)}</small>
          </span>
        </span>
      </p>
      {cancelled && !isOthers && (
        <Button onClick={brake.resume} leftSection={<CirclePlay size={18} strokeWidth={1.75} aria-hidden />}>
          Resume sending
        </Button>
      )}
      {!cancelled && (
        <span className={styles.stops}>
          <Button variant="default" onClick={brake.pause} leftSection={<CirclePause size={18} strokeWidth={1.75} aria-hidden />}>
            Pause
          </Button>
          <Button variant="default" onClick={brake.cancel} leftSection={<CircleStop size={18} strokeWidth={1.75} aria-hidden />}>
            Cancel all
          </Button>
        </span>
      )}
    </section>
  );
}

function Totals({ isOpen, obstacle, goesOut }: Standing & { isOpen: boolean }) {
  const { data, error, isError, refetch, dataUpdatedAt } = useQueueCounts(isOpen);
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
  const left = goesOut ? timeLeft(waitingOf({ counts: data, unanswered: data.unanswered }), pace) : null;
  return (
    <section aria-label="Messages">
      <QueueTotals stats={data} />
      <CountedSince since={data.since} />
      <div className={styles.facts}>
        <LiveDot every="1.5 s" failing={isError} />
        {pace !== null && goesOut && <FactChip small>{paceInWords(pace)}</FactChip>}
        {left && <FactChip small>{left}</FactChip>}
      </div>
      <ObstacleNote obstacle={obstacle} />
    </section>
  );
}

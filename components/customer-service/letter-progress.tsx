import { Button, Progress, Skeleton } from "@mantine/core";
import { useAppSettings } from "@/components/app-base/app-settings";
import { useServerClock } from "@/components/app-base/server-clock";
import { useSession } from "@/components/app-base/session";
import { PausedNote } from "@/components/queue/campaign-paused-note";
import { LeftOut } from "@/components/queue/left-out";
import { MessageResults } from "@/components/queue/message-results";
import { waitingInWords } from "@/components/queue/next-try";
import { ObstacleNote, withoutWaiting } from "@/components/queue/obstacle-note";
import { useDoubtCalls, useTask } from "@/components/queue/queries";
import { inSandbox, sandboxInWords } from "@/components/queue/sandbox";
import { SendingPauseNote } from "@/components/queue/sending-pause-note";
import { SentBy } from "@/components/queue/sent-by";
import { InDoubtButtons } from "@/components/queue/settle-in-doubt";
import { unansweredInWords } from "@/components/queue/unanswered";
import { DialogFrame } from "@/components/ui/dialog-frame";
import { EndingNote } from "@/components/ui/ending-note";
import { HeldButton } from "@/components/ui/held-button";
import { LiveDot } from "@/components/ui/live-dot";
import { dayAndTime } from "@/components/ui/local-times";
import { ErrorNotice } from "@/components/ui/notice";
import type { Enqueued, Task } from "@/lib/queue/contract";
import { CUSTOMER_SERVICE_TEXTS } from "@/lib/queue/customer-service-texts";
import { MAY_HAVE_SAID_NO, NO_PHONE } from "@/lib/queue/left-out-reasons";
import { MENDS_TEMPLATES } from "@/lib/queue/who-may-send";
import type { About } from "./kept-letter";
import styles from "./letter-progress.module.css";
import { countsOf, endingOf, lastLetterInWords, partsOf } from "./outcome";
import { againText } from "./use-recipient-check";

interface Props {
  sent: Enqueued;
  about: About | null;
  /** The names of those whom no number reaches: they were not even asked for. */
  unreached: readonly string[];
  /** Those who were left out before, of whom the same is true. */
  refused: readonly { name: string; reason: string }[];
  onNew: () => void;
  onClose: () => void;
}

/** What becomes of a letter after it was queued: each guest with a state, and who was left out with the reason. */
export function LetterProgress({ sent, about, unreached, refused, onNew, onClose }: Props) {
  const task = useTask(sent.task_id).data;
  const { timeZone } = useAppSettings();
  const close = () => {
    // Closed while messages are still going out, it is shown again; what is over is not.
    if (sent.task_id === null || (task && task.status !== "PENDING")) onNew();
    onClose();
  };
  return (
    <DialogFrame
      size="wide"
      title={CUSTOMER_SERVICE_TEXTS.title}
      subtitle={<bdi>{lastLetterInWords(about, task?.branch, (iso) => dayAndTime(iso, timeZone))}</bdi>}
      onClose={close}
      action={
        <Button variant="subtle" color="neutral" onClick={close}>
          Close
        </Button>
      }
      footer={
        <div className={styles.footer}>
          <HeldButton size="lg" data-autofocus onClick={onNew}>
            New message
          </HeldButton>
        </div>
      }
    >
      <div className={styles.body}>
        {sent.task_id === null ? <NothingQueued isSame={isAllSame(sent)} /> : <TaskProgress id={sent.task_id} />}
        <NotQueued sent={sent} unreached={unreached} refused={refused} />
      </div>
    </DialogFrame>
  );
}

/** Whether these words go, or went, to all of them already. */
const isAllSame = ({ skipped, invalid }: Enqueued) => invalid.length === 0 && skipped.length > 0 && skipped.every(({ same }) => same);

function NothingQueued({ isSame }: { isSame: boolean }) {
  return (
    <EndingNote tone="info" role="status">
      {isSame
        ? "Nothing was queued: these words had been queued for all of them before, by somebody else or from another device."
        : "Nothing was queued."}
    </EndingNote>
  );
}

function TaskProgress({ id }: { id: string }) {
  const { data, error, isPending, refetch } = useTask(id);
  const doubt = useDoubtCalls();
  if (isPending) return <Skeleton height={120} radius="md" />;
  if (!data) return <ErrorNotice title="The progress could not be loaded." error={error} onRetry={() => refetch()} />;
  const sandbox = inSandbox(data.results);
  const counts = countsOf(data);
  const ending = endingOf(counts, sandbox);
  return (
    <section className="stack" aria-label="Progress">
      <div className={styles.head}>
        <span className={styles.count} role="status">
          {inWords(counts, sandbox)}
        </span>
        {data.status === "PENDING" && <LiveDot every="2 s" failing={error} />}
      </div>
      <Progress.Root role="group" aria-label="Messages that are dealt with">
        {partsOf(counts, sandbox).map(({ label, value, color }) => (
          <Progress.Section key={label} value={value} color={color} aria-label={label} animated={data.status === "PENDING"} />
        ))}
      </Progress.Root>
      {data.status === "PENDING" && (
        <>
          <ObstacleNote obstacle={data.obstacle} />
          <PausedNote paused={data.paused} />
          <SendingPauseNote isOpen />
          {!data.obstacle && !data.paused && <WhenNext task={data} />}
          <p className="note">This dialog can be closed: what is queued stays queued.</p>
        </>
      )}
      {data.status !== "PENDING" && <EndingNote tone={ending.tone}>{ending.words}</EndingNote>}
      <SentBy messages={data.results} isStuck={Boolean(data.obstacle || data.next_try || data.waits_for || data.paused)} />
      <MessageResults
        results={withoutWaiting(data.results, data.obstacle, data.paused ? "paused" : null)}
        action={(result) => result.unanswered && <InDoubtButtons message={result} calls={doubt} />}
      />
    </section>
  );
}

/** When all that waits of it is tried, where none goes before. */
function WhenNext({ task }: { task: Task }) {
  const { timeZone } = useAppSettings();
  const next = waitingInWords(task, useServerClock(), timeZone, useSession().can(MENDS_TEMPLATES));
  return next && <p className="note">{next}</p>;
}

/** `Sent 2 of 5 · 1 failed`. */
function inWords({ sent, total, failed, doubts, cancelled }: ReturnType<typeof countsOf>, sandbox: number): string {
  return [
    `Sent ${sent} of ${total}`,
    failed > 0 && `${failed} failed`,
    unansweredInWords(doubts),
    cancelled > 0 && `${cancelled} cancelled`,
    sandboxInWords(sandbox),
  ]
    .filter(Boolean)
    .join(" · ");
}

function NotQueued({ sent: { invalid, skipped, duplicates }, unreached, refused }: Pick<Props, "sent" | "unreached" | "refused">) {
  const { timeZone } = useAppSettings();
  const ofServer = ([...invalid, ...skipped] as Enqueued["skipped"]).sort((one, other) => one.index - other.index);
  const people = [
    ...ofServer.map(({ index, name, reason, again_from }) => ({
      key: `${index}`,
      name,
      reason: `${asOfThen(reason)}${againText(again_from, (iso) => dayAndTime(iso, timeZone))}`,
    })),
    ...refused.map(({ name, reason }, index) => ({ key: `refused ${index}`, name, reason: asOfThen(reason) })),
    ...unreached.map((name, index) => ({ key: `unreached ${index}`, name, reason: NO_PHONE })),
  ];
  if (people.length === 0 && duplicates === 0) return null;
  return <LeftOut title="Not queued" people={people} note={duplicatesInWords(duplicates)} />;
}

function duplicatesInWords(count: number): string {
  return count === 1
    ? "1 guest was left out: the same message goes, or went, to them already."
    : `${count} guests were left out: the same message goes, or went, to them already.`;
}

/** What was true as it was queued, of which somebody may have decided since: the way to that is shown where it still waits. */
const asOfThen = (reason: string) =>
  reason === MAY_HAVE_SAID_NO
    ? "When it was queued, nobody had decided whether they had said no. Write to them once that is decided."
    : reason;

import { Button, Progress } from "@mantine/core";
import { CirclePlay, CircleStop } from "lucide-react";
import { useContext } from "react";
import { useAppSettings, useBranch } from "@/components/app-base/app-settings";
import { serverInWords, shortAddress } from "@/components/app-base/backend-choice";
import { CampaignBadge } from "@/components/queue/campaign-badge";
import { CampaignButtons } from "@/components/queue/campaign-buttons";
import { PausedNote } from "@/components/queue/campaign-paused-note";
import { LeftOut } from "@/components/queue/left-out";
import { leftInWords } from "@/components/queue/left-out-words";
import { goingOf } from "@/components/queue/next-try";
import { ObstacleNote } from "@/components/queue/obstacle-note";
import { paceInWords, timeLeft } from "@/components/queue/pace";
import { QueueServerContext, useWorkers } from "@/components/queue/queries";
import { ReasonText } from "@/components/queue/reason-text";
import { sandboxInWords } from "@/components/queue/sandbox";
import { sendersFor } from "@/components/queue/senders-for";
import { useSendingPause } from "@/components/queue/sending-pause";
import { SendingPauseNote } from "@/components/queue/sending-pause-note";
import { SentBy } from "@/components/queue/sent-by";
import { ForSupport } from "@/components/queue/support-details";
import { unansweredInWords } from "@/components/queue/unanswered";
import { inList } from "@/components/ui/counted";
import { EndingNote } from "@/components/ui/ending-note";
import { FactChip } from "@/components/ui/fact-chip";
import { LiveDot } from "@/components/ui/live-dot";
import { longDate } from "@/components/ui/local-times";
import { branchName } from "@/lib/known-branches";
import type { Campaign } from "@/lib/queue/campaigns/contract";
import { campaignStateOf } from "@/lib/queue/campaigns/state";
import type { ItemStatus } from "@/lib/queue/contract";
import { QUEUE_TEXTS } from "@/lib/queue/queue-texts";
import type { ShownCampaign } from "./campaign";
import styles from "./sending-card.module.css";
import type { UsedCampaign } from "./use-campaign";

interface Props {
  used: UsedCampaign;
  campaign: ShownCampaign;
}

/** How far a campaign is: so many of so many sent, what holds it up, and who sends. It goes on without this page. */
export function SendingCard({ used, campaign }: Props) {
  const { guests, sent, sandbox, failed, doubts, total, isRunning, waiting } = campaign;
  const { isHeld, isStopped, goesOut, next } = used;
  const elsewhere = useContext(QueueServerContext);
  const list = useWorkers(true).data;
  const able = list && sendersFor(list, "birthday").able;
  const part = (count: number) => (total > 0 ? (100 * count) / total : 0);
  return (
    <section className={styles.card} aria-label="Sending">
      <div className={styles.head}>
        <h2 className={styles.title}>Sending</h2>
        <CampaignBadge
          campaign={{
            ...stateOf(campaign, isStopped),
            stopped: used.isBranchStopped,
            next_try: isHeld ? used.quietUntil : next && (campaign.next.next_try ?? null),
            waits_for: campaign.next.waits_for,
            obstacle: campaign.obstacle,
          }}
        />
        {goesOut && <span className={styles.left}>{timeLeft(goingOf(campaign.howMany, waiting), used.pace)}</span>}
      </div>
      <div className={styles.line}>
        <span>{sandbox > 0 && sandbox === sent ? QUEUE_TEXTS.sandbox : "Sent"}</span>
        <b role="status">
          {sent} / {total}
        </b>
      </div>
      <Progress.Root role="group" aria-label="Messages that are dealt with">
        <Progress.Section value={part(sent)} color={isRunning || sent < total || sandbox > 0 ? "primary" : "success"} aria-label="Sent" />
        <Progress.Section value={part(doubts.length)} color="warning" aria-label="No answer" />
        <Progress.Section value={part(failed)} color="danger" aria-label="Failed" />
      </Progress.Root>
      <p className={styles.note}>{whatElse(campaign)}</p>
      {isRunning && <Live used={used} campaign={campaign} isStopped={isStopped} goesOut={goesOut} />}
      {!isRunning && sent > 0 && <EndingNote tone={sent === total && sandbox === 0 ? "success" : "info"}>{endingOf(campaign)}</EndingNote>}
      {isRunning && isStopped && campaign.next.in_vain && <p className={styles.note}>{campaign.next.in_vain}</p>}
      <SendingPauseNote isOpen waits={waiting > 0} isResumedBelow />
      {isRunning && <PausedNote paused={used.paused} isOnCard={elsewhere === null} />}
      <SentBy
        messages={guests.map(({ state, worker, unanswered }) => ({ status: state, worker, unanswered }))}
        isStuck={isRunning && (!goesOut || used.waits !== null)}
        able={able}
      />
      <ThisAlone used={used} campaign={campaign} />
      <SendingPauseButton isStopped={used.isBranchStopped} isRunning={isRunning} />
      {campaign.leftOut.length > 0 && <Unwritten campaign={campaign} />}
    </section>
  );
}

/** The words of Whatsapp Live Queue, by the same rule. */
function stateOf({ guests, failed }: ShownCampaign, isStopped: boolean): Pick<Campaign, "state" | "counts" | "unanswered"> {
  const counts = { PENDING: 0, IN_PROGRESS: 0, SENT: 0, FAILED: 0, CANCELLED: 0 };
  const unanswered = { ...counts };
  for (const { state, unanswered: isUnanswered } of guests) {
    if (!(state in counts)) continue;
    counts[state as ItemStatus]++;
    if (isUnanswered) unanswered[state as ItemStatus]++;
  }
  counts.FAILED = failed + unanswered.FAILED;
  return { state: campaignStateOf(counts, isStopped), counts, unanswered };
}

function endingOf({ sent, sandbox, total }: ShownCampaign): string {
  if (sandbox === 0) return sent === total ? "All messages were sent." : `${sent} of ${total} were sent.`;
  if (sandbox === sent) return `${sent} of ${total} went to the sandbox. No guest got a message.`;
  return `${sent} of ${total} were sent, ${sandbox} of them in the sandbox: those guests got nothing.`;
}

function whatElse({ waiting, sent, sandbox, failed, doubts, cancelled, leftOut }: ShownCampaign): string {
  const parts = [
    waiting > 0 && `${waiting} waiting`,
    unansweredInWords(doubts.length),
    failed > 0 && `${failed} failed`,
    cancelled > 0 && `${cancelled} cancelled`,
    leftOut.length > 0 && `${leftOut.length} left out: ${inList(leftInWords(countedBy(leftOut)))}`,
    sandbox < sent && sandboxInWords(sandbox),
  ];
  return parts.filter(Boolean).join(" · ");
}

/** Of a server of an older version. */
const OTHER = "for another reason";

function countedBy(leftOut: ShownCampaign["leftOut"]): { why: string; count: number }[] {
  const counts = new Map<string, number>();
  for (const { why } of leftOut) counts.set(why ?? OTHER, (counts.get(why ?? OTHER) ?? 0) + 1);
  return [...counts].map(([why, count]) => ({ why, count })).sort((one, other) => other.count - one.count);
}

interface LiveProps extends Props {
  isStopped: boolean;
  goesOut: boolean;
}

/** Its pace while something goes out; else why nothing does. */
function Live({ used: { isSilent, pace, waits }, campaign: { waitsFor, obstacle }, isStopped, goesOut }: LiveProps) {
  return (
    <div className={styles.facts}>
      <LiveDot every="2 s" failing={isSilent} />
      {pace !== null && goesOut && <FactChip small>{paceInWords(pace)}</FactChip>}
      {!isStopped && <ObstacleNote obstacle={obstacle} />}
      {(waits || waitsFor) && !isStopped && (
        <p className={styles.note}>
          {waits && <b>{waits} </b>}
          {waitsFor && <ReasonText text={waitsFor} />}
        </p>
      )}
    </div>
  );
}

/** This campaign alone; another server's is looked after there. */
function ThisAlone({ used: { paused, date, isBranchStopped }, campaign: { tasks, isRunning, waiting, doubts } }: Props) {
  const branch = useBranch();
  const elsewhere = useContext(QueueServerContext);
  const [first] = tasks;
  if (!first || !isRunning || elsewhere || paused === undefined) return null;
  return (
    <CampaignButtons
      id={first.id}
      name={`Birthdays of ${longDate(date)} · ${branchName(branch)}`}
      branch={branch}
      paused={paused}
      stopped={isBranchStopped}
      waiting={waiting}
      handedOver={doubts.length}
    />
  );
}

/** The pause of the branch's sending: it stops its menus and letters too, and asks before. */
function SendingPauseButton({ isStopped, isRunning }: { isStopped: boolean; isRunning: boolean }) {
  const pause = useSendingPause();
  const branch = useBranch();
  // The pause of the bar is the chosen server's; another server's messages are stopped from there.
  const elsewhere = useContext(QueueServerContext);
  const settings = useAppSettings();
  if (elsewhere) {
    return (
      <p className={styles.elsewhere}>
        Sent by {serverInWords(elsewhere.base, settings)}. Choose that server to stop it.{" "}
        <ForSupport>
          <bdi dir="ltr">{shortAddress(elsewhere.base)}</bdi>
        </ForSupport>
      </p>
    );
  }
  if (isStopped) {
    return (
      <Button onClick={pause.resume} leftSection={<CirclePlay size={18} strokeWidth={1.75} aria-hidden />}>
        Resume sending
      </Button>
    );
  }
  if (!isRunning) return null;
  return (
    <Button
      variant="default"
      className={styles.stop}
      onClick={pause.cancel}
      leftSection={<CircleStop size={18} strokeWidth={1.75} aria-hidden />}
    >
      Cancel all of {branchName(branch)}
    </Button>
  );
}

function Unwritten({ campaign: { leftOut } }: Pick<Props, "campaign">) {
  return (
    <details className={styles.unwritten}>
      <summary>{leftOut.length === 1 ? "1 guest is left out" : `${leftOut.length} guests are left out`}</summary>
      <LeftOut title="Left out" people={leftOut.map(({ id, name, reason }) => ({ key: id, name, reason: reason ?? "" }))} />
    </details>
  );
}

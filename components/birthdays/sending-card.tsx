import { Button, Progress } from "@mantine/core";
import { CirclePlay, CircleStop } from "lucide-react";
import { useContext } from "react";
import { useAppSettings, useBranch } from "@/components/app-base/app-settings";
import { shortAddress } from "@/components/app-base/backend-choice";
import { useServerClock } from "@/components/app-base/server-clock";
import { useBrake } from "@/components/sending/brake";
import { BrakeNote } from "@/components/sending/brake-note";
import { CampaignButtons } from "@/components/sending/campaign-buttons";
import { LeftOut } from "@/components/sending/left-out";
import { ObstacleNote } from "@/components/sending/obstacle-note";
import { paceInWords, timeLeft } from "@/components/sending/pace";
import { PausedNote } from "@/components/sending/paused-note";
import { QueueServerContext, useBrakeState } from "@/components/sending/queries";
import { EndingNote } from "@/components/ui/ending-note";
import { FactChip } from "@/components/ui/fact-chip";
import { LiveDot } from "@/components/ui/live-dot";
import { dayAndTime, longDate, timeOfDay } from "@/components/ui/local-times";
import { BRANCH_NAMES } from "@/lib/branches";
import { localDate } from "@/lib/local-time";
import { liveTasks, type ShownCampaign } from "./campaign";
import styles from "./sending-card.module.css";
import type { UsedCampaign } from "./use-campaign";

interface Props {
  used: UsedCampaign;
  campaign: ShownCampaign;
}

/** How far a campaign is: so many of so many sent, what holds it up, and each task. It goes on without this page. */
export function SendingCard({ used, campaign }: Props) {
  const { sent, failed, total, isRunning } = campaign;
  const isBraked = useBrakeState(true).data?.cancelled ?? false;
  const isStopped = isBraked || Boolean(used.paused);
  const part = (count: number) => (total > 0 ? (100 * count) / total : 0);
  return (
    <section className={styles.card} aria-label="Sending">
      <div className={styles.head}>
        <h2 className={styles.title}>Sending</h2>
        {isRunning && !isStopped && (
          <span className={styles.left}>
            <TimeLeft used={used} campaign={campaign} />
          </span>
        )}
      </div>
      <div className={styles.line}>
        <span>Sent</span>
        <b role="status">
          {sent} / {total}
        </b>
      </div>
      <Progress.Root aria-label="Messages that are dealt with">
        <Progress.Section value={part(sent)} color={isRunning || sent < total ? "primary" : "success"} aria-label="Sent" />
        <Progress.Section value={part(failed)} color="danger" aria-label="Failed" />
      </Progress.Root>
      <p className={styles.note}>{whatElse(campaign)}</p>
      {isRunning && <Live used={used} campaign={campaign} isStopped={isStopped} />}
      {!isRunning && sent > 0 && (
        <EndingNote tone={sent === total ? "success" : "info"}>
          {sent === total ? "All messages were sent." : `${sent} of ${total} were sent.`}
        </EndingNote>
      )}
      <BrakeNote isOpen />
      {isRunning && <PausedNote paused={used.paused} />}
      <Tasks campaign={campaign} />
      <ThisAlone used={used} campaign={campaign} />
      <BrakeButton isStopped={isBraked} isRunning={isRunning} />
      {campaign.leftOut.length > 0 && <Unwritten campaign={campaign} />}
    </section>
  );
}

function whatElse({ waiting, failed, cancelled, leftOut }: ShownCampaign): string {
  const parts = [
    waiting > 0 && `${waiting} waiting`,
    failed > 0 && `${failed} failed`,
    cancelled > 0 && `${cancelled} cancelled`,
    leftOut.length > 0 && `${leftOut.length} left out`,
  ];
  return parts.filter(Boolean).join(" · ");
}

/** `About 3 min left`, or until when nobody is written to. */
function TimeLeft({ used: { quietUntil, pace }, campaign: { waiting, obstacle } }: Props) {
  const { timeZone } = useAppSettings();
  const now = useServerClock();
  if (obstacle) return null;
  if (quietUntil !== null && Date.parse(quietUntil) > now.getTime()) {
    const isToday = localDate(new Date(quietUntil), timeZone) === localDate(now, timeZone);
    return <>Held until {isToday ? timeOfDay(quietUntil, timeZone) : dayAndTime(quietUntil, timeZone)}</>;
  }
  return timeLeft(waiting, pace);
}

function Live({ used: { isSilent, pace }, campaign: { waitsFor, obstacle }, isStopped }: Props & { isStopped: boolean }) {
  return (
    <div className={styles.facts}>
      <LiveDot every="2 s" failing={isSilent} />
      {pace !== null && !obstacle && <FactChip small>{paceInWords(pace)}</FactChip>}
      {!isStopped && <ObstacleNote obstacle={obstacle} />}
      {waitsFor && !isStopped && <p className={styles.note}>{waitsFor}</p>}
    </div>
  );
}

function Tasks({ campaign: { tasks } }: Pick<Props, "campaign">) {
  const shown = liveTasks(tasks);
  if (shown.length === 0) return null;
  return (
    <ul className={styles.tasks} aria-label="Tasks">
      {shown.map(({ id, status, sent, cancelled, total, worker }, index) => (
        <li key={id}>
          <FactChip small tone={status === "DONE" && sent === total ? "success" : status === "FAILED" ? "danger" : "neutral"}>
            <bdi>{worker ?? `Task ${index + 1}`}</bdi> {sent}/{total}
            {status === "DONE" && (cancelled > 0 ? ` (${cancelled} cancelled)` : " (done)")}
            {status === "FAILED" && " (failed)"}
          </FactChip>
        </li>
      ))}
    </ul>
  );
}

/** This campaign alone; another server's is looked after there. */
function ThisAlone({ used: { paused, date }, campaign: { tasks, isRunning } }: Props) {
  const branch = useBranch();
  const elsewhere = useContext(QueueServerContext);
  const [first] = tasks;
  if (!first || !isRunning || elsewhere || paused === undefined) return null;
  return (
    <CampaignButtons id={first.id} name={`Birthdays of ${longDate(date)} · ${BRANCH_NAMES[branch]}`} branch={branch} paused={paused} />
  );
}

/** The brake of the branch's sending: it stops its menus and letters too, and asks before. */
function BrakeButton({ isStopped, isRunning }: { isStopped: boolean; isRunning: boolean }) {
  const brake = useBrake();
  // The brake of the bar is the chosen server's; another server's messages are stopped from there.
  const elsewhere = useContext(QueueServerContext);
  if (elsewhere) return <p className={styles.elsewhere}>Sent by {shortAddress(elsewhere.base)}: choose that server to stop it.</p>;
  if (isStopped) {
    return (
      <Button onClick={brake.resume} leftSection={<CirclePlay size={18} strokeWidth={1.75} aria-hidden />}>
        Resume sending
      </Button>
    );
  }
  if (!isRunning) return null;
  return (
    <Button
      variant="default"
      className={styles.stop}
      onClick={brake.cancel}
      leftSection={<CircleStop size={18} strokeWidth={1.75} aria-hidden />}
    >
      Cancel all
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

import { Cake, CalendarDays, CircleHelp, CircleX, FlaskConical, MonitorSmartphone, Send, Ticket } from "lucide-react";
import { useWorkers } from "@/components/queue/queries";
import { sandboxInWords } from "@/components/queue/sandbox";
import { unansweredInWords } from "@/components/queue/unanswered";
import { counted } from "@/components/ui/counted";
import { FactChip } from "@/components/ui/fact-chip";
import { longDate } from "@/components/ui/local-times";
import styles from "./birthday-search-screen.module.css";
import { liveTasks, type ShownCampaign } from "./campaign";

interface FactsProps {
  date: string;
  total: number;
  progress?: { current: number; total: number };
  campaign?: ShownCampaign | null;
  /** They stand in the restaurants' books: central was asked. */
  isInBooks?: boolean;
}

/** What is known of a date in short: its day, who celebrates, and how far the campaign is. */
export function Facts({ date, total, progress, campaign, isInBooks = false }: FactsProps) {
  const isFinished = progress !== undefined && progress.current === progress.total;
  return (
    <div className={styles.chips}>
      <div className={styles.chips} role="status">
        <FactChip icon={CalendarDays}>{longDate(date)}</FactChip>
        <FactChip icon={Cake} tone={total > 0 ? "primary" : "neutral"}>
          {counted(total, isInBooks ? "birthday" : "guest")}
          {isInBooks && " in the restaurants’ books"}
        </FactChip>
      </div>
      {progress && progress.total > 0 && (
        <FactChip icon={Ticket} tone={isFinished ? "success" : progress.current > 0 ? "info" : "neutral"}>
          Vouchers {progress.current}/{progress.total}
        </FactChip>
      )}
      {campaign && campaign.total > 0 && <SendingFacts campaign={campaign} />}
      <WorkersFact />
    </div>
  );
}

function SendingFacts({ campaign: { tasks, sent, sandbox, total, failed, doubts, cancelled, isRunning } }: { campaign: ShownCampaign }) {
  const shown = liveTasks(tasks).length;
  return (
    <>
      <FactChip icon={Send} tone={isRunning ? "info" : sent === total && sandbox === 0 ? "success" : "neutral"}>
        Sent {sent}/{total}
        {!isRunning && (cancelled > 0 ? ` (${cancelled} cancelled)` : doubts.length > 0 ? "" : " (done)")}{" "}
        <small>{tasksInWords(shown)}</small>
      </FactChip>
      {sandbox > 0 && (
        <FactChip icon={FlaskConical} tone="warning">
          {sandboxInWords(sandbox)}
        </FactChip>
      )}
      {doubts.length > 0 && (
        <FactChip icon={CircleHelp} tone="warning">
          {unansweredInWords(doubts.length)}
        </FactChip>
      )}
      {failed > 0 && (
        <FactChip icon={CircleX} tone="danger">
          {failed} failed
        </FactChip>
      )}
    </>
  );
}

/** A list is queued in parts, which the house calls tasks. */
const tasksInWords = (tasks: number) => `Tasks ${tasks}, ${tasks === 1 ? "the whole list" : "each a part of the list"}`;

function WorkersFact() {
  const workers = useWorkers(true).data?.workers;
  if (!workers) return null;
  const online = workers.filter((worker) => worker.online).length;
  return (
    <FactChip icon={MonitorSmartphone} tone={online > 0 ? "neutral" : "warning"}>
      Workers {online}/{workers.length}
    </FactChip>
  );
}

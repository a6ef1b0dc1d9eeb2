import { Button, Skeleton } from "@mantine/core";
import { CircleCheck, CircleOff, RefreshCw, TriangleAlert } from "lucide-react";
import { useAppSettings } from "@/components/app-base/app-settings";
import { useServerClock } from "@/components/app-base/server-clock";
import { useWorkers } from "@/components/queue/queries";
import { sandboxInWords } from "@/components/queue/sandbox";
import { isReady, lacksOf } from "@/components/queue/senders-for";
import { WithoutTemplates } from "@/components/queue/without-templates";
import { isUnlinked, problemsOf } from "@/components/queue/worker-problems";
import { ErrorNotice } from "@/components/ui/notice";
import { TimeAgo } from "@/components/ui/time-ago";
import type { AnswerOf } from "@/lib/api/endpoint";
import { BIRTHDAY_TEXTS } from "@/lib/birthdays/birthday-texts";
import type { Campaign } from "@/lib/queue/birthday-campaign/contract";
import { QUEUE_TEXTS } from "@/lib/queue/queue-texts";
import type { listWorkers, WorkerShown } from "@/lib/queue/senders/contract";
import styles from "./campaign-workers.module.css";

interface Props {
  /** How many of the campaign each worker has sent. */
  sent: Campaign["workers"];
  total: number;
}

/** The specification's words, and their technical end. */
const [NO_WORKERS = "", ROUTE = ""] = QUEUE_TEXTS.noWorkers.split(/ (?=or check)/);

/** Who sends: each worker with its id, when it was heard of, and its part of what was sent. */
export function CampaignWorkers({ sent, total }: Props) {
  const { data, error, isPending, isFetching, refetch } = useWorkers(true);
  return (
    <section className={styles.card} aria-labelledby="campaign-workers">
      <div className={styles.head}>
        <h2 id="campaign-workers" className={styles.title}>
          Workers
        </h2>
        <Button
          variant="subtle"
          size="sm"
          loading={isFetching && !isPending}
          onClick={() => void refetch()}
          leftSection={<RefreshCw size={16} strokeWidth={1.75} aria-hidden />}
        >
          {BIRTHDAY_TEXTS.refreshWorkers}
        </Button>
      </div>
      {isPending && <Skeleton height={44} radius="md" />}
      {!isPending && error && <ErrorNotice title="The workers could not be loaded." error={error} onRetry={() => refetch()} />}
      {data?.workers.length === 0 && (
        <p className={styles.none}>
          {NO_WORKERS} <small>{ROUTE}</small>
        </p>
      )}
      {data && data.workers.length > 0 && (
        <ul className={styles.list}>
          {data.workers.map((worker) => (
            <Worker key={worker.id} worker={worker} list={data} done={sent.find(({ id }) => id === worker.id)} total={total} />
          ))}
        </ul>
      )}
    </section>
  );
}

interface WorkerProps {
  worker: WorkerShown;
  list: AnswerOf<typeof listWorkers>;
  /** What it has sent of the campaign. */
  done: Props["sent"][number] | undefined;
  total: number;
}

function Worker({ worker, list, done: { sent, sandbox = 0 } = { id: "", sent: 0 }, total }: WorkerProps) {
  const { timeZone } = useAppSettings();
  const now = useServerClock();
  const { id, name, online, last_seen } = worker;
  const problems = problemsOf(worker, timeZone, list.workers);
  const isAble = isReady(worker, problems, list, ["birthday"]);
  const Icon = isAble ? CircleCheck : online ? TriangleAlert : CircleOff;
  return (
    <li className={styles.worker}>
      <Icon className={styles.icon} data-able={isAble || undefined} size={18} strokeWidth={1.75} aria-hidden />
      <div className={styles.who}>
        <b>
          <bdi>{name}</bdi>
        </b>
        <span className={styles.seen}>
          {name !== id && <>{id} · </>}
          {isUnlinked(worker) ? "phone not linked" : online ? "online" : "offline"} ·{" "}
          <TimeAgo iso={last_seen} now={now} timeZone={timeZone} />
        </span>
        {sandbox > 0 && <span className={styles.seen}>{sandboxInWords(sandbox)}</span>}
        {problems.map((sentence) => (
          <span key={sentence} className={styles.problem}>
            <TriangleAlert size={14} strokeWidth={1.75} aria-hidden /> {sentence}
          </span>
        ))}
        <WithoutTemplates missing={lacksOf(worker, list, ["birthday"])} names={[name]} />
      </div>
      {total > 0 && (
        <span className={styles.part}>
          {sent - sandbox} sent
          <span className={styles.bar} aria-hidden="true">
            <span style={{ width: `${Math.min(100, (100 * sent) / total)}%` }} />
          </span>
        </span>
      )}
    </li>
  );
}

import { Skeleton } from "@mantine/core";
import { CircleCheck, CircleOff, TriangleAlert } from "lucide-react";
import { useAppSettings } from "@/components/app-base/app-settings";
import { useServerClock } from "@/components/app-base/server-clock";
import { FactChip } from "@/components/ui/fact-chip";
import { EmptyNotice, ErrorNotice } from "@/components/ui/notice";
import { TimeAgo } from "@/components/ui/time-ago";
import { BRANCH_NAMES, isBranchKey } from "@/lib/branches";
import type { WorkerShown } from "@/lib/queue/contract";
import { QUEUE_TEXTS } from "@/lib/texts";
import { useWorkers } from "./queries";
import styles from "./senders.module.css";

/** What each way to WhatsApp is called. */
const TRANSPORTS: Record<string, string> = {
  sandbox: "Sandbox: nothing reaches a guest",
  cloud: "WhatsApp Cloud API",
  baileys: "Linked phone",
};

/** How a phone stands that shall be linked; one that is, is said by the way itself. */
const LINKS: Record<NonNullable<WorkerShown["link"]>, string> = {
  connecting: "Connecting",
  pairing: "Not linked yet",
  connected: "",
  logged_out: "Logged out",
  replaced: "Replaced",
  banned: "Banned or locked",
  refused: "Refused",
};

/** The worker PCs that send, each as a card. */
export function Senders({ isOpen }: { isOpen: boolean }) {
  const workers = useWorkers(isOpen);
  return (
    <section className={styles.senders} aria-labelledby="queue-workers">
      <h3 id="queue-workers" className={styles.title}>
        Workers
        {workers.data && workers.data.workers.length > 0 && <span className={styles.count}>{onlineOf(workers.data.workers)}</span>}
      </h3>
      <Cards workers={workers} />
    </section>
  );
}

/** `1/2 online`. */
export function onlineOf(workers: readonly WorkerShown[]): string {
  return `${workers.filter(({ online }) => online).length}/${workers.length} online`;
}

function Cards({ workers: { data, isPending, error, refetch } }: { workers: ReturnType<typeof useWorkers> }) {
  if (isPending) return <Skeleton height={96} radius="md" className={styles.late} />;
  if (!data) return <ErrorNotice title="The workers could not be loaded." error={error} onRetry={() => refetch()} />;
  if (data.workers.length === 0)
    return <EmptyNotice title={QUEUE_TEXTS.noWorkers}>What is queued waits here until one is started.</EmptyNotice>;
  return (
    <ul className={styles.cards}>
      {data.workers.map((worker) => (
        <li key={worker.id}>
          <SenderCard worker={worker} />
        </li>
      ))}
    </ul>
  );
}

function SenderCard({ worker }: { worker: WorkerShown }) {
  const { timeZone } = useAppSettings();
  const now = useServerClock();
  const { name, online, last_seen, branch, transport, account, problem, link, pairing, sent, failed } = worker;
  const facts = [TRANSPORTS[transport] ?? transport, link && LINKS[link], isBranchKey(branch) ? BRANCH_NAMES[branch] : branch].filter(
    Boolean,
  );
  return (
    <article className={styles.card} data-online={online || undefined}>
      <header className={styles.head}>
        <h4 className={styles.name}>
          <bdi>{name}</bdi>
        </h4>
        <FactChip small tone={online ? "success" : "neutral"} icon={online ? CircleCheck : CircleOff}>
          {online ? "Online" : "Offline"}
        </FactChip>
      </header>
      <p className={styles.facts}>
        {facts.join(" · ")}
        {account && (
          <>
            {" · "}
            <span dir="ltr">{account}</span>
          </>
        )}
      </p>
      {problem && (
        <p className={styles.problem}>
          <TriangleAlert size={16} strokeWidth={1.75} aria-hidden />
          <span>{problem}</span>
        </p>
      )}
      {pairing && <Linking name={name} pairing={pairing} />}
      <p className={styles.facts}>
        Last seen <TimeAgo iso={last_seen} now={now} timeZone={timeZone} /> · Sent {sent.toLocaleString("en")} · Failed{" "}
        {failed.toLocaleString("en")}
      </p>
    </article>
  );
}

/** By what a phone is linked, for as long as the worker shows it. */
function Linking({ name, pairing: { svg, code } }: { name: string; pairing: NonNullable<WorkerShown["pairing"]> }) {
  return (
    <div className={styles.linking}>
      {svg && (
        // biome-ignore lint/performance/noImgElement: it is on this page already.
        <img
          className={styles.square}
          src={`data:image/svg+xml,${encodeURIComponent(svg)}`}
          alt={`QR code that links a phone to ${name}`}
        />
      )}
      {code && (
        <p className={styles.code} dir="ltr">
          {code}
        </p>
      )}
      <p className={styles.facts}>Only with the phone that shall send: messages go out from its number, and it sees those of the guests.</p>
    </div>
  );
}

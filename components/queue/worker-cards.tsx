import { Button, Skeleton } from "@mantine/core";
import { CircleCheck, CircleOff, Eye, KeyRound, TriangleAlert } from "lucide-react";
import { type ComponentProps, useState } from "react";
import { useAppSettings } from "@/components/app-base/app-settings";
import { Can } from "@/components/app-base/can";
import { useServerClock } from "@/components/app-base/server-clock";
import { FactChip } from "@/components/ui/fact-chip";
import { NarrowScreenFold } from "@/components/ui/fold-on-narrow-screen";
import { lazyComponent } from "@/components/ui/lazy-component";
import { dayAndTime } from "@/components/ui/local-times";
import { EmptyNotice, ErrorNotice } from "@/components/ui/notice";
import { useOpener } from "@/components/ui/return-focus";
import { TimeAgo } from "@/components/ui/time-ago";
import type { AnswerOf } from "@/lib/api/endpoint";
import { branchName } from "@/lib/known-branches";
import { QUEUE_TEXTS } from "@/lib/queue/queue-texts";
import type { listWorkers, WorkerShown } from "@/lib/queue/senders/contract";
import { SEES_PHONES } from "@/lib/queue/who-may-send";
import { LinkPhoneQr } from "./link-phone-qr";
import { useWorkers } from "./queries";
import cards from "./queue-card.module.css";
import { ReasonText } from "./reason-text";
import { ResumeSender } from "./resume-number";
import { sandboxInWords } from "./sandbox";
import type { SandboxDialog as Sandbox } from "./sandbox-dialog";
import { isReady, lacksOf } from "./senders-for";
import { UNANSWERED } from "./state-badge";
import { ForSupport } from "./support-details";
import type { TokensDialog as Dialog } from "./tokens-dialog";
import { WithoutTemplates } from "./without-templates";
import styles from "./worker-cards.module.css";
import { isUnlinked, problemsOf } from "./worker-problems";

const SandboxDialog = lazyComponent<ComponentProps<typeof Sandbox>>(
  () => import("./sandbox-dialog").then((module) => module.SandboxDialog),
  {
    onClose: (props) => props.onClose,
    frame: () => "wide",
  },
);
const TokensDialog = lazyComponent<ComponentProps<typeof Dialog>>(() => import("./tokens-dialog").then((module) => module.TokensDialog), {
  onClose: (props) => props.onClose,
  frame: () => "wide",
});

/** What each way to WhatsApp is called where people speak of it; its technical name stands small, with the account's. */
const TRANSPORTS: Record<string, string> = {
  sandbox: "Sandbox: nothing reaches a guest",
  cloud: "Official number",
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
export function WorkerCards({ isOpen }: { isOpen: boolean }) {
  const workers = useWorkers(isOpen);
  const [opened, setOpened] = useState<"sandbox" | "tokens" | null>(null);
  const opener = useOpener();
  const open = (which: typeof opened) => {
    opener.remember();
    setOpened(which);
  };
  const close = () => {
    setOpened(null);
    opener.giveBack();
  };
  return (
    <section className={styles.senders} aria-labelledby="queue-workers">
      <h3 id="queue-workers" className={styles.title}>
        Workers
        {workers.data && workers.data.workers.length > 0 && <span className={styles.count}>{onlineOf(workers.data.workers)}</span>}
      </h3>
      <Cards workers={workers} />
      {/* Not before the cards are there, which would push it away under the finger. */}
      {!workers.isPending && (
        <Can permission="user_create">
          <Button
            className={styles.tokens}
            variant="subtle"
            leftSection={<KeyRound size={18} strokeWidth={1.75} aria-hidden />}
            onClick={() => open("tokens")}
          >
            Tokens
          </Button>
        </Can>
      )}
      <Can permission={SEES_PHONES}>
        {workers.data?.workers.some(({ transport }) => transport === "sandbox") && (
          <Button
            className={styles.tokens}
            variant="subtle"
            leftSection={<Eye size={18} strokeWidth={1.75} aria-hidden />}
            onClick={() => open("sandbox")}
          >
            What the sandbox would send
          </Button>
        )}
      </Can>
      {opened === "sandbox" && <SandboxDialog onClose={close} />}
      {opened === "tokens" && <TokensDialog onClose={close} />}
    </section>
  );
}

/** `1/2 online`. */
function onlineOf(workers: readonly WorkerShown[]): string {
  return `${workers.filter(({ online }) => online).length}/${workers.length} online`;
}

function Cards({ workers: { data, isPending, error, refetch } }: { workers: ReturnType<typeof useWorkers> }) {
  if (isPending) return <Skeleton height={96} radius="md" className={styles.late} />;
  if (!data) return <ErrorNotice title="The workers could not be loaded." error={error} onRetry={() => refetch()} />;
  if (data.workers.length === 0)
    return <EmptyNotice title={QUEUE_TEXTS.noWorkerYet}>What is queued waits here until one is started.</EmptyNotice>;
  return (
    <ul className={styles.cards}>
      {data.workers.map((worker) => (
        <li key={worker.id}>
          <SenderCard worker={worker} list={data} />
        </li>
      ))}
    </ul>
  );
}

interface CardProps {
  worker: WorkerShown;
  list: AnswerOf<typeof listWorkers>;
}

function SenderCard({ worker, list }: CardProps) {
  const { timeZone } = useAppSettings();
  const { id, is_stopped, name, online, branch, transport, account, link, pairing, quota, day, build_is, resumed_by } = worker;
  const problems = problemsOf(worker, timeZone, list.workers);
  const facts = [TRANSPORTS[transport] ?? transport, link && LINKS[link], branchName(branch)].filter(Boolean);
  return (
    <article className={cards.card}>
      <header className={cards.head}>
        <h4 className={cards.name}>
          <bdi>{name}</bdi>
        </h4>
        <OnlineChip isOnline={online} isReady={isReady(worker, problems, list)} isUnlinked={isUnlinked(worker)} />
      </header>
      <p className={cards.facts}>
        {facts.join(" · ")}
        {account && (
          <>
            {" · "}
            {transport === "cloud" ? (
              <ForSupport>
                WhatsApp Cloud API, account <bdi>{account}</bdi>
              </ForSupport>
            ) : (
              <span dir="ltr">{account}</span>
            )}
          </>
        )}
      </p>
      {[...problems, ...(build_is === "other_commit" ? [OTHER_COMMIT] : [])].map((sentence) => (
        <p key={sentence} className={styles.problem}>
          <TriangleAlert size={16} strokeWidth={1.75} aria-hidden />
          <span>
            <ReasonText text={sentence} />
          </span>
        </p>
      ))}
      <WithoutTemplates missing={lacksOf(worker, list)} />
      {is_stopped && <ResumeSender id={id} name={name} who={resumed_by} />}
      {day && <p className={cards.facts}>{dayText(day, transport)}</p>}
      {pairing && <LinkPhoneQr name={name} pairing={pairing} />}
      <NarrowScreenFold summary="More of this worker">
        {quota && <p className={cards.facts}>{quotaText(quota, timeZone)}</p>}
        <Handled worker={worker} serverBuild={list.build} />
      </NarrowScreenFold>
    </article>
  );
}

/** What is there and cannot send looks like nothing that could: why not stands below. */
function OnlineChip({ isOnline, isReady, isUnlinked }: { isOnline: boolean; isReady: boolean; isUnlinked: boolean }) {
  const [tone, icon] = !isOnline
    ? (["neutral", CircleOff] as const)
    : isReady
      ? (["success", CircleCheck] as const)
      : (["warning", TriangleAlert] as const);
  return (
    <FactChip small tone={tone} icon={icon}>
      {isOnline ? (isUnlinked ? "Phone not linked" : "Online") : "Offline"}
    </FactChip>
  );
}

/** What it has done, and what it was built from. */
function Handled({
  worker: { last_seen, sent, failed, unanswered = 0, sandbox = 0, build, build_is },
  serverBuild,
}: Pick<CardProps, "worker"> & { serverBuild: string | undefined }) {
  const { timeZone } = useAppSettings();
  const now = useServerClock();
  return (
    <>
      <p className={cards.facts}>
        Last seen <TimeAgo iso={last_seen} now={now} timeZone={timeZone} /> · Sent {(sent - sandbox).toLocaleString("en")} · Failed{" "}
        {failed.toLocaleString("en")}
        {unanswered > 0 && ` · ${UNANSWERED.words} ${unanswered.toLocaleString("en")}`}
        {sandbox > 0 && ` · ${sandboxInWords(sandbox)}`}
      </p>
      {/* One that does not fit says both in its first words. */}
      {build && serverBuild && build_is !== "other_protocol" && (
        <p className={cards.facts}>
          {build_is !== "same" && "Not of the same version as the server. "}
          <ForSupport>
            Worker <bdi>{build}</bdi>, server <bdi>{serverBuild}</bdi>
            {build_is !== "same" && ". The server’s worker is its file dist/worker.mjs."}
          </ForSupport>
        </p>
      )}
    </>
  );
}

const OTHER_COMMIT =
  "It is another version than the server. It goes on sending: whoever looks after the PCs gives it the server's own worker when there is time.";

function quotaText({ total, used, until }: NonNullable<WorkerShown["quota"]>, timeZone: string): string {
  const counted = `New conversations: ${used.toLocaleString("en")} of the ${total.toLocaleString("en")} that WhatsApp allows`;
  return until ? `${counted} until ${dayAndTime(until, timeZone)}` : counted;
}

/** `12 of 40 messages in 24 hours · Day 2 of its warm-up`, or `12 of 250 guests in 24 hours, by all official numbers`. */
function dayText({ begun, cap, warm_up_day }: NonNullable<WorkerShown["day"]>, transport: string): string {
  const what = transport === "cloud" ? "guests in 24 hours, by all official numbers" : "messages in 24 hours";
  const counted = `${begun.toLocaleString("en")} of ${cap.toLocaleString("en")} ${what}`;
  return warm_up_day === null ? counted : `${counted} · Day ${warm_up_day} of its warm-up`;
}

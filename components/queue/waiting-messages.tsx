import { Button, Skeleton } from "@mantine/core";
import { memo, useContext, useEffect, useRef, useState } from "react";
import { useAppSettings } from "@/components/app-base/app-settings";
import { OpensGuest } from "@/components/app-base/opens-guest";
import { useServerClock, useToday } from "@/components/app-base/server-clock";
import { useSession } from "@/components/app-base/session";
import { counted } from "@/components/ui/counted";
import { type Column, DataTable } from "@/components/ui/data-table";
import { GuestName, GuestPhone } from "@/components/ui/guest-name";
import { GuestRow } from "@/components/ui/guest-row";
import { EmptyNotice, ErrorNotice } from "@/components/ui/notice";
import { branchName } from "@/lib/known-branches";
import type { PendingItem } from "@/lib/queue/contract";
import { KIND_NAMES } from "@/lib/queue/task-kinds";
import { MAY_ENQUEUE } from "@/lib/queue/who-may-send";
import { tableInWords } from "@/lib/tables/saved-table-name";
import { questionOfDay } from "./confirm-other-day";
import { whenNext } from "./next-try";
import { QueueServerContext, useDoubtCalls, usePending, useQueueStats } from "./queries";
import { ReasonText } from "./reason-text";
import { DecideButton } from "./replies";
import { InDoubtButtons } from "./settle-in-doubt";
import { StateBadge } from "./state-badge";
import styles from "./waiting-messages.module.css";

/** So many of those that wait are shown where there is little room. */
const SHORT = 5;

/** As long as the section unfolds, in milliseconds: before that nothing has its place. */
const UNFOLDS_MS = 300;

/**
 * What was handed over and nobody has answered: it goes no further until somebody settles it. Nothing where there is none.
 * @param looks how often somebody asked to be led to it
 */
export function UnansweredMessages({ isOpen, looks }: { isOpen: boolean; looks: number }) {
  const { data } = usePending(isOpen);
  const items = [...(data?.doubts ?? []), ...(data?.items ?? []).filter(({ unanswered }) => unanswered)];
  const list = useRef<HTMLElement>(null);
  const shown = useRef(0);
  const isThere = items.length > 0;
  useEffect(() => {
    if (looks === shown.current || !isThere) return;
    const timer = setTimeout(() => {
      shown.current = looks; // the next one that gets no answer moves nobody's page
      list.current?.scrollIntoView({ block: "start" });
    }, UNFOLDS_MS);
    return () => clearTimeout(timer);
  }, [looks, isThere]);
  if (!isThere) return null;
  return (
    <section ref={list} className={styles.unanswered} aria-labelledby="queue-unanswered">
      <h3 id="queue-unanswered" className={styles.title}>
        Without an answer
      </h3>
      <Messages label="Messages without an answer" items={items} />
    </section>
  );
}

/** What is still to go out: to whom, why, and what holds it up. */
export function WaitingMessages({ isOpen, isShort = false }: { isOpen: boolean; isShort?: boolean }) {
  const { data, error, isPending, refetch } = usePending(isOpen);
  const [isWhole, setWhole] = useState(!isShort);
  const waiting = data?.items.filter(({ unanswered }) => !unanswered) ?? [];
  const items = isWhole ? waiting : waiting.slice(0, SHORT);
  return (
    <section className={styles.waiting} aria-labelledby="queue-waiting">
      <h3 id="queue-waiting" className={styles.title}>
        Waiting to be sent
      </h3>
      {isPending && <Skeleton height={132} radius="md" className={styles.late} />}
      {!isPending && !data && <ErrorNotice title="The waiting messages could not be loaded." error={error} onRetry={() => refetch()} />}
      {data && items.length === 0 && <EmptyNotice title="No messages are waiting." />}
      {items.length > 0 && (
        <>
          <Messages label="Messages that wait" items={items} />
          {items.length < waiting.length && (
            <Button variant="subtle" onClick={() => setWhole(true)}>
              Show all {waiting.length.toLocaleString("en")} that wait
            </Button>
          )}
          {isWhole && <More shown={waiting.length} isOpen={isOpen} />}
        </>
      )}
    </section>
  );
}

function More({ shown, isOpen }: { shown: number; isOpen: boolean }) {
  const stats = useQueueStats(isOpen).data;
  const waiting = stats ? stats.PENDING + stats.IN_PROGRESS : 0;
  if (waiting <= shown || shown < 200) return null;
  return (
    <p className={styles.note}>
      The first {shown} of {waiting.toLocaleString("en")} are shown.
    </p>
  );
}

const COLUMNS: Column<PendingItem>[] = [
  { key: "guest", header: "Guest", width: "30%", render: (item) => <Guest item={item} /> },
  { key: "what", header: "Message", width: "24%", render: whatOf },
  {
    key: "state",
    header: "State",
    width: "46%",
    render: (item) => (
      <>
        <State item={item} />
        <Settle item={item} />
      </>
    ),
  },
];

/** Of one that is held, and of one without an answer, for whoever may write such messages: what ends the doubt. */
function Settle({ item }: { item: PendingItem }) {
  const maySend = useSession().can(MAY_ENQUEUE[item.kind]);
  const calls = useDoubtCalls();
  const anotherDay = questionOfDay(item.date ?? null, useToday(), 1)?.body;
  if (item.undecided) return <DecideButton />;
  if (!item.unanswered || !maySend) return null;
  return <InDoubtButtons message={item} calls={calls} besides={anotherDay} />;
}

/** Asked for every 1.5 s, and drawn anew only when it says something else. */
const Messages = memo(function Messages({ label, items }: { label: string; items: readonly PendingItem[] }) {
  return (
    <DataTable
      label={label}
      columns={COLUMNS}
      rows={items}
      rowKey={(item) => item.id}
      card={(item) => (
        <>
          <GuestRow guest={{ name: item.name, phones: item.phone }} shownName={<Name item={item} />} details={whatOf(item)} />
          <State item={item} />
          <Settle item={item} />
        </>
      )}
    />
  );
});

/** Not on another server, whose books are not these. */
function Name({ item: { id, name, branch } }: { item: PendingItem }) {
  const elsewhere = useContext(QueueServerContext);
  if (elsewhere) return <GuestName name={name} />;
  return (
    <OpensGuest id={id} branch={branch}>
      <GuestName name={name} />
    </OpensGuest>
  );
}

function Guest({ item }: { item: PendingItem }) {
  const { phone } = item;
  return (
    <span className={styles.guest}>
      <Name item={item} />
      <span className={styles.phone}>
        <GuestPhone shown={phone} />
      </span>
    </span>
  );
}

function whatOf({ kind, table_name, branch }: PendingItem): string {
  return [KIND_NAMES[kind], tableInWords(table_name), branchName(branch)].filter(Boolean).join(" · ");
}

function State({ item }: { item: PendingItem }) {
  const { timeZone } = useAppSettings();
  const now = useServerClock();
  return (
    <span className={styles.state}>
      <StateBadge status={item.status} undecided={item.undecided} unanswered={item.unanswered} />
      <span className={styles.next}>
        {[item.status === "PENDING" && item.attempts > 0 && `tried ${counted(item.attempts, "time")}`, nextOf(item, now, timeZone)]
          .filter(Boolean)
          .join(" · ")}
      </span>
      {item.last_error && (
        <span className={styles.reason}>
          <ReasonText text={item.last_error} />
        </span>
      )}
    </span>
  );
}

type Standing = Pick<
  PendingItem,
  | "status"
  | "unanswered"
  | "paused"
  | "stopped"
  | "blocked"
  | "worker"
  | "next_try"
  | "ends"
  | "too_late"
  | "in_vain"
  | "waits_for"
  | "undecided"
>;

/** What happens next to it. */
export function nextOf(
  { status, unanswered, paused, stopped, blocked, worker, undecided, ...next }: Standing,
  now: Date,
  timeZone: string,
): string {
  if (unanswered) return worker ? `handed over by ${worker}` : "";
  if (status === "IN_PROGRESS") return worker ? `by ${worker}` : "";
  if (stopped) return "stopped: nothing goes until somebody resumes sending";
  if (paused) return "paused: nothing goes until somebody resumes it";
  if (blocked) return ""; // its reason says what has to be done
  if (undecided) return ""; // its time is when the server looks again, not when it goes
  return whenNext(next, now, timeZone, { isInList: true }) ?? "next in line";
}

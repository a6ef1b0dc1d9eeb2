import { useContext } from "react";
import { OpensGuest } from "@/components/app-base/opens-guest";
import { useToday } from "@/components/app-base/server-clock";
import { useSession } from "@/components/app-base/session";
import { questionOfDay } from "@/components/queue/confirm-other-day";
import { type DoubtCalls, QueueServerContext } from "@/components/queue/queries";
import { ReasonText } from "@/components/queue/reason-text";
import { InDoubtButtons } from "@/components/queue/settle-in-doubt";
import { type Column, DataTable } from "@/components/ui/data-table";
import { FactChip } from "@/components/ui/fact-chip";
import { GuestName, GuestPhone } from "@/components/ui/guest-name";
import { GuestRow } from "@/components/ui/guest-row";
import { BIRTHDAY_TEXTS } from "@/lib/birthdays/birthday-texts";
import { reasonOf } from "@/lib/queue/error-codes";
import { QUEUE_TEXTS } from "@/lib/queue/queue-texts";
import type { FailedSend } from "@/lib/queue/retry-by-hand/contract";
import { MAY_ENQUEUE } from "@/lib/queue/who-may-send";
import styles from "./failed-sends.module.css";
import { doubtCalls } from "./queries";

interface Props {
  messages: readonly FailedSend[];
}

/** The birthday messages of a date that failed, and how often for each reason. */
export function FailedSends({ messages }: Props) {
  if (messages.length === 0) return null;
  return (
    <section className={styles.failed} aria-label="Messages that failed">
      <h2 className={styles.title}>{BIRTHDAY_TEXTS.failedSends}</h2>
      <div className={styles.reasons}>
        {commonReasons(messages).map(([reason, count]) => (
          <FactChip key={reason} small tone="danger">
            {count} × {reason}
          </FactChip>
        ))}
      </div>
      <Table label={BIRTHDAY_TEXTS.failedSends} last="Error" messages={messages} />
    </section>
  );
}

interface UnansweredProps extends Props {
  /** The birthday, of which these are. */
  date: string;
  onSettled: () => unknown;
}

/** Those that were handed over and nobody has answered: whoever knows settles them. */
export function Unanswered({ messages, date, onSettled }: UnansweredProps) {
  if (messages.length === 0) return null;
  return (
    <section className={styles.failed} aria-label="Messages without an answer">
      <h2 className={styles.title}>{QUEUE_TEXTS.unanswered}</h2>
      <Table label={QUEUE_TEXTS.unanswered} last="What is known" messages={messages} settle={{ date, onEnd: onSettled }} />
    </section>
  );
}

type Settle = Pick<DoubtCalls, "onEnd"> & { date: string };

function Table({ label, last, messages, settle }: Props & { label: string; last: string; settle?: Settle }) {
  const columns: Column<FailedSend>[] = [
    { key: "name", header: "Name", width: "22%", render: (message) => <Name message={message} /> },
    { key: "phone", header: "Phone", width: "24%", render: ({ phone }) => <GuestPhone shown={phone} /> },
    { key: "error", header: last, width: "54%", render: (message) => <Why message={message} settle={settle} /> },
  ];
  return (
    <DataTable
      label={label}
      columns={columns}
      rows={messages}
      rowKey={({ id }) => id}
      card={(one) => (
        <GuestRow
          guest={{ name: one.name, phones: one.phone }}
          shownName={<Name message={one} />}
          details={<Why message={one} settle={settle} />}
        />
      )}
    />
  );
}

/** Opens the guest, whose number or name is to be put right; not on another server, whose books are not these. */
function Name({ message: { id, name, branch } }: { message: FailedSend }) {
  const elsewhere = useContext(QueueServerContext);
  const shown = <GuestName name={name} />;
  if (elsewhere) return shown;
  return (
    <OpensGuest id={id} branch={branch}>
      {shown}
    </OpensGuest>
  );
}

function Why({ message, settle }: { message: FailedSend; settle: Settle | undefined }) {
  const { error, left_because } = message;
  return (
    <span className={styles.row}>
      <span className={styles.why}>
        <ReasonText text={error} />
        {left_because && !settle && <span className={styles.note}>{left_because}</span>}
      </span>
      {settle && <Buttons message={message} settle={settle} />}
    </span>
  );
}

function Buttons({ message, settle: { date, onEnd } }: { message: FailedSend; settle: Settle }) {
  const maySend = useSession().can(MAY_ENQUEUE.birthday);
  const question = questionOfDay(date, useToday(), 1);
  if (!maySend) return null;
  return <InDoubtButtons message={message} calls={{ ...doubtCalls, onEnd }} besides={question?.body} />;
}

/** Those that stand there more than once, the most frequent first. */
function commonReasons(failed: readonly FailedSend[]): [string, number][] {
  const counts = new Map<string, number>();
  for (const { error } of failed) {
    const { plain } = reasonOf(error);
    counts.set(plain, (counts.get(plain) ?? 0) + 1);
  }
  return [...counts].filter(([, count]) => count > 1).sort(([, one], [, other]) => other - one);
}

import { useToday } from "@/components/app-base/server-clock";
import { useSession } from "@/components/app-base/session";
import { questionOfDay } from "@/components/sending/another-day";
import { ReasonText } from "@/components/sending/reason-text";
import { SendAgain } from "@/components/sending/send-again";
import { type Column, DataTable } from "@/components/ui/data-table";
import { FactChip } from "@/components/ui/fact-chip";
import { GuestName, GuestPhone } from "@/components/ui/guest-name";
import { GuestRow } from "@/components/ui/guest-row";
import { BIRTHDAY_TEXTS } from "@/lib/guest-texts";
import type { FailedSend } from "@/lib/queue/retry/contract";
import { MAY_ENQUEUE, reasonOf } from "@/lib/queue/rules";
import styles from "./failed-sends.module.css";
import { sendDespiteDoubt } from "./queries";

interface Props {
  /** The birthday, of which these are. */
  date: string;
  failed: readonly FailedSend[];
  onSentAgain: () => unknown;
}

const columnsFor = (props: WhyProps): Column<FailedSend>[] => [
  { key: "name", header: "Name", width: "22%", render: ({ name }) => <GuestName name={name} /> },
  { key: "phone", header: "Phone", width: "24%", render: ({ phone }) => <GuestPhone shown={phone} /> },
  { key: "error", header: "Error", width: "54%", render: (failed) => <Why failed={failed} {...props} /> },
];

type WhyProps = Pick<Props, "date" | "onSentAgain">;

/** The birthday messages of a date that failed, and how often for each reason. */
export function FailedSends({ failed, ...props }: Props) {
  if (failed.length === 0) return null;
  return (
    <section className={styles.failed} aria-label="Messages that failed">
      <h2 className={styles.title}>{BIRTHDAY_TEXTS.failedSends}</h2>
      <div className={styles.reasons}>
        {commonReasons(failed).map(([reason, count]) => (
          <FactChip key={reason} small tone="danger">
            {count} × {reason}
          </FactChip>
        ))}
      </div>
      <DataTable
        label={BIRTHDAY_TEXTS.failedSends}
        columns={columnsFor(props)}
        rows={failed}
        rowKey={({ id }) => id}
        card={(one) => <GuestRow guest={{ name: one.name, phones: one.phone }} details={<Why failed={one} {...props} />} />}
      />
    </section>
  );
}

function Why({ failed, date, onSentAgain }: { failed: FailedSend } & WhyProps) {
  const maySend = useSession().can(MAY_ENQUEUE.birthday);
  const question = questionOfDay(date, useToday(), 1);
  const { error, left_because, in_doubt } = failed;
  return (
    <span className={styles.row}>
      <span className={styles.why}>
        <ReasonText text={error} />
        {left_because && <span className={styles.note}>{left_because}</span>}
      </span>
      {in_doubt && maySend && <SendAgain message={failed} send={sendDespiteDoubt} onEnd={onSentAgain} besides={question?.body} />}
    </span>
  );
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

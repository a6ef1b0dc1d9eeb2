import { useSession } from "@/components/app-base/session";
import { ReasonText } from "@/components/sending/reason-text";
import { SendAgain } from "@/components/sending/send-again";
import { type Column, DataTable } from "@/components/ui/data-table";
import { FactChip } from "@/components/ui/fact-chip";
import { GuestName, GuestPhone } from "@/components/ui/guest-name";
import { GuestRow } from "@/components/ui/guest-row";
import { BIRTHDAY_TEXTS } from "@/lib/guest-texts";
import type { FailedSend } from "@/lib/queue/contract";
import { MAY_ENQUEUE, reasonOf } from "@/lib/queue/rules";
import styles from "./failed-sends.module.css";
import { sendDespiteDoubt } from "./queries";

interface Props {
  failed: readonly FailedSend[];
  onSentAgain: () => unknown;
}

const columnsFor = (onSentAgain: Props["onSentAgain"]): Column<FailedSend>[] => [
  { key: "name", header: "Name", width: "22%", render: ({ name }) => <GuestName name={name} /> },
  { key: "phone", header: "Phone", width: "24%", render: ({ phone }) => <GuestPhone shown={phone} /> },
  { key: "error", header: "Error", width: "54%", render: (failed) => <Why failed={failed} onSentAgain={onSentAgain} /> },
];

/** The birthday messages of the last week that failed, and how often for each reason. */
export function FailedSends({ failed, onSentAgain }: Props) {
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
        columns={columnsFor(onSentAgain)}
        rows={failed}
        rowKey={({ id }) => id}
        card={(one) => <GuestRow guest={{ name: one.name, phones: one.phone }} details={<Why failed={one} onSentAgain={onSentAgain} />} />}
      />
    </section>
  );
}

function Why({ failed, onSentAgain }: { failed: FailedSend } & Pick<Props, "onSentAgain">) {
  const maySend = useSession().can(MAY_ENQUEUE.birthday);
  const { error, left_because, in_doubt } = failed;
  return (
    <span className={styles.row}>
      <span className={styles.why}>
        <ReasonText text={error} />
        {left_because && <span className={styles.note}>{left_because}</span>}
      </span>
      {in_doubt && maySend && <SendAgain message={failed} send={sendDespiteDoubt} onEnd={onSentAgain} />}
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

import { type Column, DataTable } from "@/components/ui/data-table";
import { FactChip } from "@/components/ui/fact-chip";
import { GuestName, GuestPhone } from "@/components/ui/guest-name";
import { GuestRow } from "@/components/ui/guest-row";
import { BIRTHDAY_TEXTS } from "@/lib/guest-texts";
import type { FailedSend } from "@/lib/queue/contract";
import styles from "./failed-sends.module.css";

const COLUMNS: Column<FailedSend>[] = [
  { key: "name", header: "Name", width: "26%", render: ({ name }) => <GuestName name={name} /> },
  { key: "phone", header: "Phone", width: "26%", render: ({ phone }) => <GuestPhone shown={phone} /> },
  { key: "error", header: "Error", width: "48%", render: (failed) => <Why failed={failed} /> },
];

/** The birthday messages of the last week that failed, and how often for each reason. */
export function FailedSends({ failed }: { failed: readonly FailedSend[] }) {
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
        columns={COLUMNS}
        rows={failed}
        rowKey={({ id }) => id}
        card={(one) => <GuestRow guest={{ name: one.name, phones: one.phone }} details={<Why failed={one} />} />}
      />
    </section>
  );
}

function Why({ failed: { error, can_retry } }: { failed: FailedSend }) {
  return (
    <span className={styles.why}>
      {error}
      {!can_retry && <span className={styles.note}>Retrying leaves it as it is.</span>}
    </span>
  );
}

/** Those that stand there more than once, the most frequent first. */
function commonReasons(failed: readonly FailedSend[]): [string, number][] {
  const counts = new Map<string, number>();
  for (const { error } of failed) counts.set(error, (counts.get(error) ?? 0) + 1);
  return [...counts].filter(([, count]) => count > 1).sort(([, one], [, other]) => other - one);
}

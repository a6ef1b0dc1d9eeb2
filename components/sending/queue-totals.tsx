import type { AnswerOf } from "@/lib/api/endpoint";
import type { ItemStatus, queueStats } from "@/lib/queue/contract";
import styles from "./queue-totals.module.css";
import { STATES } from "./state-badge";

export type QueueStats = AnswerOf<typeof queueStats>;

const ORDER = Object.keys(STATES) as ItemStatus[];

/** How many messages stand where: as numbers, and as parts of one bar. */
export function QueueTotals({ stats }: { stats: QueueStats }) {
  return (
    <div>
      <dl className={styles.tiles}>
        {ORDER.map((status) => (
          <div key={status} className={styles.tile}>
            <dt>
              <span className={styles.swatch} style={{ background: `var(--${STATES[status].tone})` }} aria-hidden="true" />
              {STATES[status].words}
            </dt>
            <dd>{stats[status].toLocaleString("en")}</dd>
          </div>
        ))}
      </dl>
      <StateBar stats={stats} />
    </div>
  );
}

/** The messages of each state as parts of one bar; beside numbers that say the same. */
export function StateBar({ stats }: { stats: QueueStats }) {
  return (
    <div className={styles.bar} aria-hidden="true">
      {ORDER.filter((status) => stats[status] > 0).map((status) => (
        <span key={status} style={{ background: `var(--${STATES[status].tone})`, flexGrow: stats[status] }} />
      ))}
    </div>
  );
}

/** The numbers alone, in a line. Cancelled ones are named where there are any. */
export function QueueCounts({ stats, label }: { stats: QueueStats; label: string }) {
  return (
    <dl className={styles.counts} aria-label={label}>
      {ORDER.filter((status) => status !== "CANCELLED" || stats.CANCELLED > 0).map((status) => (
        <div key={status} className={styles.count}>
          <dt>
            <span className={styles.swatch} style={{ background: `var(--${STATES[status].tone})` }} aria-hidden="true" />
            {STATES[status].words}
          </dt>
          <dd>{stats[status].toLocaleString("en")}</dd>
        </div>
      ))}
    </dl>
  );
}

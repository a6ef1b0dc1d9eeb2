import { useAppSettings } from "@/components/app-base/app-settings";
import { useServerClock } from "@/components/app-base/server-clock";
import { dayAndTime, timeOfDay } from "@/components/ui/local-times";
import { localDate } from "@/lib/local-time";
import type { ItemStatus } from "@/lib/queue/contract";
import styles from "./queue-totals.module.css";
import type { Counts } from "./sandbox";
import { SAID_NO, SANDBOX, STATES, UNANSWERED } from "./state-badge";
import { unansweredOf } from "./unanswered";

const ORDER = Object.keys(STATES) as ItemStatus[];

/**
 * Each number with its look. What went to the sandbox is none of those sent, and neither who has said no nor what nobody has answered
 * is among those that failed.
 */
export function partsOf({ sandbox = 0, said_no = 0, unanswered, ...counts }: Counts) {
  const others = { SENT: sandbox, FAILED: said_no } as Partial<Record<ItemStatus, number>>;
  const parts = ORDER.map((status) => ({
    key: status as string,
    ...STATES[status],
    // Told by two calls, of which one may know more already.
    count: Math.max(0, counts[status] - (unanswered?.[status] ?? 0) - (others[status] ?? 0)),
  }));
  if (said_no > 0) parts.push({ key: "said no", ...SAID_NO, count: said_no });
  const doubts = unansweredOf({ unanswered });
  if (doubts > 0) parts.push({ key: "unanswered", ...UNANSWERED, count: doubts });
  return sandbox > 0 ? [...parts, { key: "sandbox", ...SANDBOX, count: sandbox }] : parts;
}

type Part = ReturnType<typeof partsOf>[number];

/** How many messages stand where: as numbers, and as parts of one bar. */
export function QueueTotals({ stats }: { stats: Counts }) {
  const parts = partsOf(stats);
  const [states, others] = [parts.slice(0, ORDER.length), parts.slice(ORDER.length)];
  return (
    <div>
      <dl className={styles.tiles}>
        {states.map((part) => (
          <div key={part.key} className={styles.tile}>
            <Numbered part={part} />
          </div>
        ))}
      </dl>
      {others.map((part) => (
        <dl key={part.key} className={styles.sandbox}>
          <div className={styles.tile}>
            <Numbered part={part} />
          </div>
        </dl>
      ))}
      <StateBar stats={stats} />
    </div>
  );
}

/** Since when what is over is counted, and that each message counts once. @param since ISO 8601; servers of older versions do not say */
export function CountedSince({ since }: { since: string | undefined }) {
  const { timeZone } = useAppSettings();
  const now = useServerClock();
  if (!since) return null;
  const isToday = localDate(new Date(since), timeZone) === localDate(now, timeZone);
  return (
    <p className={styles.since}>
      Sent, failed and cancelled since {isToday ? `${timeOfDay(since, timeZone)} today` : dayAndTime(since, timeZone)}. Each message counts
      once, as it stands now.
    </p>
  );
}

function Numbered({ part: { tone, words, count } }: { part: Part }) {
  return (
    <>
      <dt>
        <span className={styles.swatch} style={{ background: `var(--${tone})` }} aria-hidden="true" />
        {words}
      </dt>
      <dd>{count.toLocaleString("en")}</dd>
    </>
  );
}

/** The messages of each state as parts of one bar; beside numbers that say the same. */
export function StateBar({ stats }: { stats: Counts }) {
  const parts = partsOf(stats).filter(({ count }) => count > 0);
  return (
    <div className={styles.bar} aria-hidden="true">
      {parts.map(({ key, tone, count }) => (
        <span key={key} style={{ background: `var(--${tone})`, flexGrow: count }} />
      ))}
    </div>
  );
}

/** The numbers alone, in a line. Cancelled ones are named where there are any. */
export function QueueCounts({ stats, label }: { stats: Counts; label: string }) {
  const parts = partsOf(stats).filter(({ key, count }) => key !== "CANCELLED" || count > 0);
  return (
    <dl className={styles.counts} aria-label={label}>
      {parts.map((part) => (
        <div key={part.key} className={styles.count}>
          <Numbered part={part} />
        </div>
      ))}
    </dl>
  );
}

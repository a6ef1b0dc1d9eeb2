import { useAppSettings } from "@/components/app-base/app-settings";
import { type CheckHistory, HISTORY_MS } from "@/components/app-base/check-history";
import { counted } from "@/components/ui/counted";
import { localTime } from "@/lib/local-time";
import styles from "./health-badge.module.css";

const MINUTES = 60;
const MINUTE_MS = HISTORY_MS / MINUTES;
/** In the drawing's own units. */
const WIDE = 4;
const HIGH = 24;
/** The last of them are told; the strip shows the others too. */
const TOLD = 3;

interface Props {
  history: CheckHistory;
  /** By this device's clock, in milliseconds. */
  now: number;
  /** Milliseconds that the server's clock is ahead of this device's. */
  ahead: number;
}

/** The last hour, a bar for each minute: how long the server took to answer, and when it did not. */
export function HealthHistory({ history, now, ahead }: Props) {
  const { timeZone } = useAppSettings();
  const time = (at: number) => localTime(new Date(at + ahead), timeZone);
  const { minutes, away } = history;
  const begins = Math.floor(now / MINUTE_MS) * MINUTE_MS - (MINUTES - 1) * MINUTE_MS;
  const slowest = Math.max(1, ...minutes.map((minute) => minute.slowest ?? 0));
  const first = minutes[0]?.at;
  return (
    <section className={styles.history} aria-label="The last hour">
      <svg className={styles.strip} viewBox={`0 0 ${MINUTES * WIDE} ${HIGH}`} preserveAspectRatio="none" aria-hidden="true">
        {minutes.map(({ at, slowest: ms, wasAway }) => {
          const height = wasAway ? HIGH : Math.max(3, ((ms ?? 0) / slowest) * HIGH);
          const x = ((at - begins) / MINUTE_MS) * WIDE;
          return <rect key={at} x={x} y={HIGH - height} width={WIDE - 1} height={height} data-away={wasAway || undefined} />;
        })}
      </svg>
      <p className={styles.scale}>
        <span>{time(begins)}</span>
        {first !== undefined && first > begins && <span>checked since {time(first)}</span>}
        <span>now</span>
      </p>
      {away.length === 0 ? (
        first !== undefined && (
          <p className={styles.told}>
            Every check was answered, the slowest in {slowest.toLocaleString("en")} ms. None is made out of sight.
          </p>
        )
      ) : (
        <ul className={styles.told}>
          {away.slice(-TOLD).map(({ from, to }) => (
            <li key={from}>
              {to === null ? `No answer since ${time(from)}, ${lasted(now - from)}` : `No answer at ${time(from)} for ${lasted(to - from)}`}
            </li>
          ))}
          {away.length > TOLD && <li>and {counted(away.length - TOLD, "time")} before</li>}
        </ul>
      )}
    </section>
  );
}

function lasted(ms: number): string {
  const seconds = Math.max(1, Math.round(ms / 1000));
  return seconds < 90 ? `${seconds} s` : `${Math.round(seconds / 60)} min`;
}

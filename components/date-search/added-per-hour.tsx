import { useAppSettings } from "@/components/app-base/app-settings";
import { counted } from "@/components/ui/counted";
import type { DatedContact } from "@/lib/date-search/contract";
import { localTime } from "@/lib/local-time";
import styles from "./added-per-hour.module.css";

/** So many hours have room for their names beside each other. */
const MOST_NAMED = 10;

/** When the evening was full: a bar and its number for each hour from the first guest to the last. */
export function AddedPerHour({ contacts }: { contacts: readonly DatedContact[] }) {
  const { timeZone } = useAppSettings();
  const hours = perHour(contacts, timeZone);
  if (hours.length < 2) return null;
  const most = Math.max(...hours.map(({ guests }) => guests));
  const said = hours.map(({ hour, guests }) => `${hour} ${counted(guests, "guest")}`).join(", ");
  return (
    <figure className={styles.chart}>
      <figcaption className={styles.title}>Guests added per hour</figcaption>
      <div className={styles.bars} role="img" aria-label={`Added per hour: ${said}`}>
        {hours.map(({ hour, guests }, at) => (
          <span key={hour} className={styles.hour}>
            <span className={styles.label}>{guests > 0 && guests.toLocaleString("en")}</span>
            <span className={styles.bar} style={{ flexBasis: `${(guests / most) * 100}%` }} />
            <span className={styles.label}>{(hours.length <= MOST_NAMED || at % 2 === 0) && hour.slice(0, 2)}</span>
          </span>
        ))}
      </div>
      <p className={styles.label}>Hour of the evening</p>
    </figure>
  );
}

/** Hours in their order, those of nobody between them too; after midnight goes on after 23. */
function perHour(contacts: readonly DatedContact[], timeZone: string): { hour: string; guests: number }[] {
  const counts = new Map<number, number>();
  let first = Number.POSITIVE_INFINITY;
  let last = Number.NEGATIVE_INFINITY;
  const hourOf = (at: number) => Math.floor(at / HOUR_MS);
  for (const { added_at } of contacts) {
    const hour = hourOf(Date.parse(added_at));
    counts.set(hour, (counts.get(hour) ?? 0) + 1);
    first = Math.min(first, hour);
    last = Math.max(last, hour);
  }
  const hours: { hour: string; guests: number }[] = [];
  for (let hour = first; hour <= last && hours.length < 24; hour++) {
    hours.push({ hour: localTime(new Date(hour * HOUR_MS), timeZone), guests: counts.get(hour) ?? 0 });
  }
  return hours;
}

const HOUR_MS = 3_600_000;

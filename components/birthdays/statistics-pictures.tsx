import { counted } from "@/components/ui/counted";
import { formatBirthday } from "@/lib/birthday-dates";
import styles from "./statistics-dialog.module.css";

/** How long a ring of this radius is, so that its parts are percents. */
const RADIUS = 100 / (2 * Math.PI);

/** How many of the book told a birthday. */
export function ShareRing({ part, whole }: { part: number; whole: number }) {
  const percent = whole > 0 ? Math.round((100 * part) / whole) : 0;
  return (
    <p className={styles.ringLine}>
      <svg className={styles.ring} viewBox="0 0 40 40" aria-hidden="true">
        <circle className={styles.track} cx="20" cy="20" r={RADIUS} />
        <circle
          className={styles.part}
          cx="20"
          cy="20"
          r={RADIUS}
          strokeDasharray={`${percent} ${100 - percent}`}
          transform="rotate(-90 20 20)"
        />
        <text className={styles.percent} fontSize="8" x="20" y="20" textAnchor="middle" dominantBaseline="central">
          {percent}%
        </text>
      </svg>
      <span className={styles.caption}>
        {percent}% of the guest book told a birthday; {counted(whole - part, "guest")} did not.
      </span>
    </p>
  );
}

interface Day {
  date: string;
  total: number;
}

/** The days under which a number stands. */
const NAMED = [1, 8, 15, 22, 29];

/** The birthdays of each day of a month, the chosen one marked. */
export function DaysOfMonth({ days, date }: { days: readonly Day[]; date: string }) {
  const most = Math.max(1, ...days.map(({ total }) => total));
  const month = new Date(`${date}T12:00:00Z`).toLocaleDateString("en-GB", { month: "long", year: "numeric", timeZone: "UTC" });
  const chosen = days.find((day) => day.date === date)?.total ?? 0;
  return (
    <figure className={styles.figure}>
      <figcaption>{month}, day by day</figcaption>
      <div
        className={styles.bars}
        role="img"
        aria-label={`${counted(chosen, "birthday")} on ${shortDay(date)}; the most on one day of ${month} are ${most}.`}
      >
        {days.map(({ date: day, total }) => (
          <span
            key={day}
            className={styles.bar}
            data-chosen={day === date || undefined}
            style={{ height: `${(100 * total) / most}%` }}
            title={`${shortDay(day)}: ${total}`}
          />
        ))}
      </div>
      <div className={styles.days} aria-hidden="true">
        {days.map(({ date: day }) => (
          <span key={day} data-chosen={day === date || undefined}>
            {day === date || isNamed(day, date) ? Number(day.slice(8)) : ""}
          </span>
        ))}
      </div>
    </figure>
  );
}

/** Beside the chosen day's own number there is no room for another. */
function isNamed(day: string, chosen: string): boolean {
  const [one, other] = [Number(day.slice(8)), Number(chosen.slice(8))];
  return NAMED.includes(one) && Math.abs(one - other) > 1;
}

const shortDay = (date: string) => formatBirthday(`-${date.slice(4)}`);

import styles from "./hours-of-week.module.css";

const WEEKDAYS = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"];

/** Percent of the colour in the fullest field: with more of it the number could not be read. */
const STRONGEST = 45;

interface Props {
  /** Tables by weekday, from Monday on, and hour. */
  heat: readonly (readonly number[])[];
  /** How many of each weekday there are. */
  weekdays: readonly number[];
}

/** When tables are opened: the average of an evening of each weekday and hour. */
export function HoursOfWeek({ heat, weekdays }: Props) {
  const averages = heat.map((hours, weekday) => hours.map((tables) => (weekdays[weekday] ? tables / weekdays[weekday] : 0)));
  const hours = hoursInOrder(heat);
  const most = Math.max(0, ...averages.flat());
  if (most === 0) return null;
  return (
    <section className={styles.box} aria-labelledby="hours-of-week">
      <h3 id="hours-of-week" className={styles.title}>
        When tables are opened
      </h3>
      <p className="note">Tables opened on an average evening of each weekday, by the hour in which they were saved first.</p>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by the keyboard. */}
      <section className={styles.scroll} tabIndex={0} aria-label="Tables by weekday and hour">
        <table className={styles.table}>
          <thead>
            <tr>
              <td />
              {hours.map((hour) => (
                <th key={hour} scope="col">
                  {hour}:00
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {averages.map((row, weekday) => (
              <tr key={WEEKDAYS[weekday]}>
                <th scope="row">{WEEKDAYS[weekday]}</th>
                {hours.map((hour) => (
                  <Cell key={hour} value={row[hour] ?? 0} most={most} />
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </section>
  );
}

/** The number stands in the field: its shade alone says nothing to somebody who does not see it. */
function Cell({ value, most }: { value: number; most: number }) {
  return (
    <td className={styles.cell} style={{ "--part": `${Math.round((STRONGEST * value) / most)}%` } as React.CSSProperties}>
      {value === 0 ? "" : (Math.round(value * 10) / 10).toLocaleString("en")}
    </td>
  );
}

/** From the first hour at which anybody came to the last; an evening begins at noon and goes on past midnight. */
function hoursInOrder(heat: Props["heat"]): number[] {
  const all = Array.from({ length: 24 }, (_, at) => (at + 12) % 24);
  const used = all.map((hour) => heat.some((tables) => (tables[hour] ?? 0) > 0));
  return all.slice(used.indexOf(true), used.lastIndexOf(true) + 1);
}

import Link from "next/link";
import { useSession } from "@/components/app-base/session";
import type { HistoryStats } from "@/lib/stats/contract";
import { type Bucket, HISTORY_MEASURES, type HistoryMeasure } from "@/lib/stats/history-measures";
import styles from "./history-course.module.css";
import { partInWords, shownValue } from "./history-in-words";

interface Props {
  data: HistoryStats;
  measure: HistoryMeasure;
  by: Bucket;
}

/** The course of the chosen figure, its formula, and the same as a table, from which a day leads to its guests. */
export function HistoryCourse({ data: { series, total }, measure, by }: Props) {
  const { label, formula } = HISTORY_MEASURES[measure];
  const values = series.map((part) => part.values[measure]);
  const most = Math.max(0, ...values.map((value) => value ?? 0));
  return (
    <section className={styles.course} aria-label={`${label}, by ${by}`}>
      <h3 className={styles.title}>
        {label}: {shownValue(measure, total.values[measure])}
      </h3>
      <p className="note">{formula}</p>
      {series.length > 1 && (
        <figure className={styles.figure}>
          <figcaption className="note tabular">
            By {by}; the highest is {shownValue(measure, most)}.
          </figcaption>
          <div
            className={styles.bars}
            role="img"
            aria-label={`${label} by ${by}: at most ${shownValue(measure, most)}; the table below has each.`}
          >
            {series.map((part) => (
              <span
                key={part.from}
                className={styles.bar}
                data-none={part.values[measure] === null || undefined}
                style={{ height: most === 0 ? 0 : `${(100 * Math.max(0, part.values[measure] ?? 0)) / most}%` }}
                title={`${partInWords(part)}: ${shownValue(measure, part.values[measure])}`}
              />
            ))}
          </div>
          <div className={styles.ends} aria-hidden="true">
            <span>{partInWords(series[0] ?? { from: "", to: "" })}</span>
            <span>{partInWords(series.at(-1) ?? { from: "", to: "" })}</span>
          </div>
        </figure>
      )}
      <details className={styles.details}>
        <summary>Each {by} as a number</summary>
        <ol className={styles.list}>
          {series.map((part) => (
            <li key={part.from}>
              <DayLink part={part} isDay={by === "day"} />
              <span className="tabular">{shownValue(measure, part.values[measure])}</span>
            </li>
          ))}
        </ol>
      </details>
    </section>
  );
}

/** The guests of a day, for those who may search by date. */
function DayLink({ part, isDay }: { part: { from: string; to: string }; isDay: boolean }) {
  const session = useSession();
  const words = partInWords(part);
  if (!isDay || !session.can("nav_search_date")) return <span>{words}</span>;
  return (
    <Link href={`/search-date?date=${part.from}`} className={styles.link}>
      {words}
    </Link>
  );
}

import Link from "next/link";
import { useSession } from "@/components/app-base/session";
import { RESERVATION_RIGHTS } from "@/lib/reservations/rights";
import type { HistoryStats } from "@/lib/stats/contract";
import { type Bucket, HISTORY_MEASURES, type HistoryMeasure, OF_RESERVATIONS } from "@/lib/stats/history-measures";
import styles from "./history-course.module.css";
import { partInWords, shownValue } from "./history-in-words";

interface Props {
  data: HistoryStats;
  measure: HistoryMeasure;
  by: Bucket;
}

/** The course of the chosen figure, its formula, and the same as a table, from which a day leads to its guests. */
export function HistoryCourse({ data: { series, total, branches }, measure, by }: Props) {
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
              <DayLink
                part={part}
                isDay={by === "day"}
                measure={measure}
                branch={branches.length === 1 ? branches[0]?.branch : undefined}
              />
              <span className="tabular">{shownValue(measure, part.values[measure])}</span>
            </li>
          ))}
        </ol>
      </details>
    </section>
  );
}

interface DayLinkProps {
  part: { from: string; to: string };
  isDay: boolean;
  measure: HistoryMeasure;
  branch: string | undefined;
}

/** The reservations of a day, or its guests, for those who may look at them. */
function DayLink({ part, isDay, measure, branch }: DayLinkProps) {
  const session = useSession();
  const words = partInWords(part);
  const isOfReservations = OF_RESERVATIONS.includes(measure);
  if (!isDay || !session.can(isOfReservations ? RESERVATION_RIGHTS.view : "nav_search_date")) return <span>{words}</span>;
  const page = isOfReservations ? "/reservations" : "/search-date";
  const query = new URLSearchParams({ date: part.from, ...(isOfReservations && branch !== undefined && { branch }) });
  return (
    <Link href={`${page}?${query}`} className={styles.link}>
      {words}
    </Link>
  );
}

import { UnstyledButton } from "@mantine/core";
import { BranchMark } from "@/components/ui/branch-mark";
import { CHANNELS } from "@/lib/stats/channels";
import type { HistoryStats } from "@/lib/stats/contract";
import { HISTORY_KEYS, HISTORY_MEASURES, type HistoryMeasure } from "@/lib/stats/history-measures";
import { changeInWords, shownValue } from "./history-in-words";
import styles from "./history-table.module.css";

interface Props {
  data: HistoryStats;
  measure: HistoryMeasure;
  onMeasure: (measure: HistoryMeasure) => void;
}

/** Of the ways to come, those by which somebody came, now or before. */
function isShown(key: HistoryMeasure, columns: readonly Pick<HistoryStats["total"], "values" | "before">[]): boolean {
  return !CHANNELS.some((one) => one === key) || columns.some(({ values, before }) => values[key] !== 0 || before[key] !== 0);
}

/** Figures down, branches across; a figure that is pressed shows its course and its formula below. */
export function HistoryTable({ data, measure, onMeasure }: Props) {
  const { branches, total } = data;
  const columns = branches.length > 1 ? [{ branch: null, ...total }, ...branches] : branches;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by the keyboard.
    <section className={styles.scroll} tabIndex={0} aria-label="Figures of each branch">
      <table className={styles.table}>
        <thead>
          <tr>
            <th scope="col">Figure</th>
            {columns.map(({ branch }) => (
              <th key={branch ?? ""} scope="col">
                {branch === null ? "All" : <BranchMark branch={branch} />}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {HISTORY_KEYS.filter((key) => isShown(key, columns)).map((key) => (
            <tr key={key} data-chosen={key === measure || undefined}>
              <th scope="row">
                <UnstyledButton className={styles.measure} aria-pressed={key === measure} onClick={() => onMeasure(key)}>
                  {HISTORY_MEASURES[key].label}
                </UnstyledButton>
              </th>
              {columns.map(({ branch, values, before }) => (
                <td key={branch ?? ""}>
                  <span className={styles.value}>{shownValue(key, values[key])}</span>
                  <span className={styles.change}>{changeInWords(key, values[key], before[key])}</span>
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

import { branchName, type Restaurant, restaurants } from "@/lib/branches";
import styles from "./branch-bars.module.css";

/** Guests per branch as bars with their names and numbers. */
export function BranchBars({ counts }: { counts: Map<Restaurant, number> }) {
  const highest = Math.max(1, ...counts.values());
  return (
    <dl className={styles.bars} aria-label="Guests per branch">
      {restaurants().map((branch) => {
        const count = counts.get(branch) ?? 0;
        return (
          <div key={branch} className={styles.row}>
            <dt>{branchName(branch)}</dt>
            <dd className={styles.track} aria-hidden="true">
              <span className={styles.bar} style={{ inlineSize: `${(count / highest) * 100}%` }} />
            </dd>
            <dd className={styles.count}>{count}</dd>
          </div>
        );
      })}
    </dl>
  );
}

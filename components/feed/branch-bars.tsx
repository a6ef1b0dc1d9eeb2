import { useAppSettings } from "@/components/app-base/app-settings";
import { branchColour } from "@/components/ui/branch-mark";
import type { Restaurant } from "@/lib/known-branches";
import styles from "./branch-bars.module.css";

/** Guests per branch as bars with their names and numbers. */
export function BranchBars({ counts }: { counts: Map<Restaurant, number> }) {
  const { branchRows } = useAppSettings();
  const highest = Math.max(1, ...counts.values());
  return (
    <dl className={styles.bars} aria-label="Guests per branch">
      {branchRows.map(({ key: branch, name, isClosed }) => {
        const count = counts.get(branch) ?? 0;
        if (count === 0 && isClosed) return null;
        return (
          <div key={branch} className={styles.row}>
            <dt>{name}</dt>
            <dd className={styles.track} aria-hidden="true">
              <span className={styles.bar} style={{ inlineSize: `${(count / highest) * 100}%`, background: branchColour(branch) }} />
            </dd>
            <dd className={styles.count}>{count}</dd>
          </div>
        );
      })}
    </dl>
  );
}

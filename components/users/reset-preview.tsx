import { Minus, Plus } from "lucide-react";
import styles from "./people.module.css";

/** What a role gains and loses, before it happens. */
export function ResetPreview({ gains, loses }: { gains: readonly string[]; loses: readonly string[] }) {
  return (
    <div className={styles.preview}>
      {gains.length > 0 && (
        <section aria-label="Gains">
          <h4>
            <Plus size={16} aria-hidden /> Gains {gains.length}
          </h4>
          <p>{gains.join(" · ")}</p>
        </section>
      )}
      {loses.length > 0 && (
        <section aria-label="Loses">
          <h4>
            <Minus size={16} aria-hidden /> Loses {loses.length}
          </h4>
          <p>{loses.join(" · ")}</p>
        </section>
      )}
      <p>It counts for everybody of this role at once.</p>
    </div>
  );
}

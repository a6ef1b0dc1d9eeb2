import { Check } from "lucide-react";
import { STEPS } from "./campaign";
import styles from "./campaign-rail.module.css";

/**
 * Where the campaign is: what is done, what is to be done now, and what follows.
 * @param current beyond the last, all is done; null while it is not known: no step is lit then
 */
export function CampaignRail({ current, isLoading }: { current: number | null; isLoading: boolean }) {
  return (
    <ol className={styles.rail} aria-label="Steps of the campaign" aria-busy={isLoading || undefined}>
      {STEPS.map((step, index) => {
        const state = current === null || index > current ? "later" : index < current ? "done" : "now";
        return (
          <li key={step} className={styles.step} data-state={state} aria-current={state === "now" ? "step" : undefined}>
            <span className={styles.dot}>
              {state === "done" ? <Check size={16} strokeWidth={2} role="img" aria-label="Done:" /> : index + 1}
            </span>
            <span className={styles.name}>{step}</span>
          </li>
        );
      })}
    </ol>
  );
}

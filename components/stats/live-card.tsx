import { UnstyledButton } from "@mantine/core";
import { useId } from "react";
import { useAppSettings } from "@/components/app-base/app-settings";
import { BranchMark } from "@/components/ui/branch-mark";
import { inList } from "@/components/ui/counted";
import { timeOfDay } from "@/components/ui/local-times";
import { branchName } from "@/lib/known-branches";
import type { BranchNow, LiveFigures } from "@/lib/stats/contract";
import { LIVE_MEASURE_KEYS, LIVE_MEASURES } from "@/lib/stats/live-measures";
import { compareInWords, isEmptyEvening, isShown, shownFigure, whyUnknown } from "./figures-in-words";
import styles from "./live-card.module.css";
import type { OpenFigure } from "./queries";

interface Props {
  /** Null for all branches together. */
  branch: BranchNow | null;
  figures: LiveFigures | null;
  /** Of all together: the branches that are not in it. */
  missing: readonly string[];
  day: string;
  onFigure: (figure: OpenFigure) => void;
}

/** One branch's evening; each figure opens the rows that it counts. */
export function LiveCard({ branch, figures, missing, day, onFigure }: Props) {
  const title = useId();
  const of = branch?.branch ?? null;
  return (
    <section className={styles.card} aria-labelledby={title} data-group={of === null || undefined}>
      <h3 id={title} className={styles.title}>
        {of === null ? "Group" : <BranchMark branch={of} />}
      </h3>
      {figures && branch && isEmptyEvening(figures) ? (
        <p className="note">Nothing saved or sent yet tonight.</p>
      ) : figures ? (
        <ul className={styles.figures}>
          {LIVE_MEASURE_KEYS.filter((measure) => isShown(measure, figures)).map((measure) => {
            const { value, note } = shownFigure(measure, figures);
            return (
              <li key={measure}>
                <UnstyledButton className={styles.figure} onClick={() => onFigure({ measure, of })}>
                  <span className={styles.label}>{LIVE_MEASURES[measure].label}</span>
                  <span className={styles.value}>{value}</span>
                  {note && <span className={styles.note}>{note}</span>}
                </UnstyledButton>
              </li>
            );
          })}
        </ul>
      ) : (
        branch && <p className="note">{whyUnknown(branch)}</p>
      )}
      {missing.length > 0 && <p className="note">Without {inList(missing.map(branchName))}: not known here.</p>}
      {branch?.figures && <Foot branch={branch} day={day} />}
    </section>
  );
}

function Foot({ branch, day }: { branch: BranchNow; day: string }) {
  const { timeZone } = useAppSettings();
  const compared = compareInWords(branch, day);
  return (
    <div className={styles.foot}>
      {compared && <p className="note">{compared}</p>}
      <p className="note">{endOfDayInWords(branch, timeZone)}</p>
    </div>
  );
}

function endOfDayInWords({ end_of_day, end_of_day_known }: BranchNow, timeZone: string): string {
  if (!end_of_day_known) return "Whether End of Day ran is not known: the guest book cannot be read.";
  return end_of_day ? `End of Day ran at ${timeOfDay(end_of_day, timeZone)}.` : "End of Day has not run yet.";
}

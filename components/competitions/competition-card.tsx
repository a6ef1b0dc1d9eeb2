import { useAppSettings } from "@/components/app-base/app-settings";
import { useServerClock } from "@/components/app-base/server-clock";
import { counted } from "@/components/ui/counted";
import { dayAndTime } from "@/components/ui/local-times";
import { STATE_NAMES } from "@/lib/competitions/competition-texts";
import type { InShort } from "@/lib/competitions/shapes";
import { type CompetitionState, isBeforeLock } from "@/lib/competitions/states";
import { branchName } from "@/lib/known-branches";
import styles from "./competitions.module.css";
import { leftInWords } from "./countdown";

/** One competition in the list: what, where, how many, and what comes next. */
export function CompetitionCard({ competition, onOpen }: { competition: InShort; onOpen: () => void }) {
  const { timeZone } = useAppSettings();
  const now = useServerClock();
  const { title, prize, branches, state, entries, opens_at, closes_at } = competition;
  return (
    <button type="button" className={styles.card} onClick={onOpen}>
      <span className={styles.cardHead}>
        <bdi className={styles.title}>{title}</bdi>
        <StateMark state={state} />
      </span>
      <span>
        <bdi>{prize}</bdi>
      </span>
      <span className={styles.facts}>
        {placesInWords(branches)} · {counted(entries, entriesNoun(state))}
      </span>
      <span className={styles.facts}>
        {dayAndTime(opens_at, timeZone)} – {dayAndTime(closes_at, timeZone)}
      </span>
      <span className={styles.facts}>{leftInWords(competition, now)}</span>
    </button>
  );
}

export const placesInWords = (branches: readonly string[]): string =>
  branches.length === 0 ? "Every restaurant" : branches.map(branchName).join(", ");

/** Before the lock they are comments: whether one takes part is known then. */
export const entriesNoun = (state: CompetitionState): string =>
  isBeforeLock(state) || state === "CANCELLED" ? "comment" : "locked comment";

const TONES: Partial<Record<CompetitionState, "good" | "bad">> = { OPEN: "good", DRAWN: "good", VERIFIED: "good", CANCELLED: "bad" };

export function StateMark({ state }: { state: CompetitionState }) {
  return (
    <span className={styles.state} data-tone={TONES[state]}>
      {STATE_NAMES[state]}
    </span>
  );
}

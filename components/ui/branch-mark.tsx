import { branchName, restaurants } from "@/lib/known-branches";
import styles from "./branch-mark.module.css";

/** As many as there are `--branch-…` colours. */
const COLOURS = 8;

/** Of later ones the hues lie far from their neighbours', and begin between those of the first. */
const FIRST_HUE = 210;
const TURN = 137.508;

/** The colour of a restaurant, by its place among them, which no other one has; of a key that is none of them the neutral one. */
export function branchColour(key: string): string {
  const place = restaurants().indexOf(key);
  if (place < 0) return "var(--neutral)";
  if (place < COLOURS) return `var(--branch-${place + 1})`;
  const hue = Math.round((FIRST_HUE + (place - COLOURS) * TURN) % 360);
  return `oklch(var(--branch-lightness) 0.09 ${hue})`;
}

/** The name of a branch behind its colour: it says which one it is where two colours look alike. */
export function BranchMark({ branch }: { branch: string }) {
  return (
    <span className={styles.mark}>
      <span className={styles.colour} style={{ background: branchColour(branch) }} aria-hidden />
      {branchName(branch)}
    </span>
  );
}

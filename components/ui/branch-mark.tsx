import { branchName, restaurants } from "@/lib/known-branches";
import styles from "./branch-mark.module.css";

/** As many as there are `--branch-…` colours. */
const COLOURS = 8;

/** The colour of a restaurant, by its place among them; of a key that is none of them the neutral one. */
export function branchColour(key: string): string {
  const place = restaurants().indexOf(key);
  return place < 0 ? "var(--neutral)" : `var(--branch-${(place % COLOURS) + 1})`;
}

/** The name of a branch behind its colour: two branches may have the same colour, and the name always says which it is. */
export function BranchMark({ branch }: { branch: string }) {
  return (
    <span className={styles.mark}>
      <span className={styles.colour} style={{ background: branchColour(branch) }} aria-hidden />
      {branchName(branch)}
    </span>
  );
}

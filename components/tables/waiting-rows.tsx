import { Skeleton } from "@mantine/core";
import classes from "./contact-search.module.css";

/** Guests who are on their way. */
export function WaitingRows() {
  return (
    <div className={classes.waiting} aria-hidden>
      {[0, 1, 2].map((row) => (
        <div key={row} className={classes.waitingRow}>
          <Skeleton circle height={40} />
          <div className={classes.waitingText}>
            <Skeleton height={14} width="55%" />
            <Skeleton height={12} width="38%" mt={8} />
          </div>
        </div>
      ))}
    </div>
  );
}

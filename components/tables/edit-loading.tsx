import { Skeleton, VisuallyHidden } from "@mantine/core";
import classes from "./edit-loading.module.css";

const ROWS = ["a", "b", "c", "d"];

/** The rows as they come: the grid of a wide screen, the cards of a phone. */
export function EditLoading() {
  return (
    <div className={classes.loading} role="status">
      <VisuallyHidden>Loading table</VisuallyHidden>
      <div className={classes.head} />
      {ROWS.map((row) => (
        <div key={row} className={classes.row}>
          <Skeleton circle height={40} className={classes.avatar} />
          <Skeleton height="0.875rem" className={classes.name} />
          <Skeleton height="0.875rem" className={classes.phone} />
          <Skeleton height="0.875rem" className={classes.rest} />
        </div>
      ))}
    </div>
  );
}

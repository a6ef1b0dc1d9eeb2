import styles from "./live-dot.module.css";

/** Whether the feed follows what happens. */
export function LiveDot({ failing }: { failing: boolean }) {
  return (
    <span className={styles.live} data-failing={failing || undefined}>
      <span className={styles.dot} aria-hidden="true" />
      {failing ? "not live: the server does not answer" : "live · 5 s"}
    </span>
  );
}

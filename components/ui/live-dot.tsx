import styles from "./live-dot.module.css";

/** Whether a list follows what happens, and how often it looks. */
export function LiveDot({ every, failing }: { every: string; failing: boolean }) {
  return (
    <span className={styles.live} data-failing={failing || undefined}>
      <span className={styles.dot} aria-hidden="true" />
      {failing ? "not live: the server does not answer" : `live · ${every}`}
    </span>
  );
}

import styles from "./live-dot.module.css";

/** Whether a list follows what happens, and how often it looks; null where the server says by itself what changes. */
export function LiveDot({ every, failing }: { every: string | null; failing: boolean }) {
  return (
    <span className={styles.live} data-failing={failing || undefined}>
      <span className={styles.dot} aria-hidden="true" />
      {failing ? "not live: the server does not answer" : every === null ? "live" : `live · ${every}`}
    </span>
  );
}

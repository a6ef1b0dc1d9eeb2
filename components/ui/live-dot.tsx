import { isApiError } from "@/lib/api/api-error";
import styles from "./live-dot.module.css";

interface Props {
  /** Null where the server says by itself what changes. */
  every: string | null;
  /** Whether it fails, or how. */
  failing: boolean | Error | null;
}

/** Whether a list follows what happens, and how often it looks. */
export function LiveDot({ every, failing }: Props) {
  return (
    <span className={styles.live} data-failing={Boolean(failing) || undefined}>
      <span className={styles.dot} aria-hidden="true" />
      {failing ? `not live: ${notLive(failing)}` : every === null ? "live" : `live · ${every}`}
    </span>
  );
}

/** Why what is shown may be old: a server that answers with a fault of its own has answered. */
export function notLive(failing: boolean | Error): string {
  return isApiError(failing) && failing.status >= 500 ? `the server failed (HTTP ${failing.status})` : "the server does not answer";
}

import { ListChecks } from "lucide-react";
import { isApiError } from "@/lib/api/api-error";
import { EVENING_TEXTS } from "@/lib/evening/evening-texts";
import styles from "./evening.module.css";

/** What to look at when Merge All failed, as a list to go through. */
export function MergeHints({ error }: { error: unknown }) {
  return (
    <>
      <p className={styles.hintsHead}>
        <ListChecks size={18} aria-hidden /> Check these:
      </p>
      <ul className={styles.hints}>
        {EVENING_TEXTS.mergeHints.map((hint) => (
          <li key={hint}>{hint}</li>
        ))}
      </ul>
      <RawError error={error} />
    </>
  );
}

/** The technical cause, folded. */
export function RawError({ error }: { error: unknown }) {
  const status = isApiError(error) && error.status > 0 ? `HTTP ${error.status} ${error.statusText}`.trim() : "";
  const message = error instanceof Error ? error.message : String(error);
  return (
    <details className={styles.details}>
      <summary>Details</summary>
      <p>{status && !message.startsWith(status) ? `${status}: ${message}` : message}</p>
    </details>
  );
}

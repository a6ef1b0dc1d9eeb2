import { Button } from "@mantine/core";
import { CircleAlert, RefreshCw } from "lucide-react";
import { type ReactNode, useEffect } from "react";
import { isApiError, limitOf, saidOf } from "@/lib/api/api-error";
import styles from "./notice.module.css";
import { useSameCallback } from "./same-callback";
import { SpecifiedWords } from "./specified-words";

/** Nothing to show: the specification's line first, then a hint and what to do. */
export function EmptyNotice({ title, children }: { title: string; children?: ReactNode }) {
  return (
    <div className={styles.empty}>
      <p className={styles.emptyTitle}>
        <SpecifiedWords text={title} />
      </p>
      {children}
    </div>
  );
}

interface ErrorProps {
  title: string;
  error?: unknown;
  onRetry?: () => void;
  /** A search: asked too often, it is asked once more when it may be. What changes something waits for a press. */
  isSearch?: boolean;
}

/** A plain sentence, the technical cause folded under it, and a way to try again. */
export function ErrorNotice({ title, error, onRetry, isSearch = false }: ErrorProps) {
  const limit = limitOf(error);
  useRetryAfter(isSearch ? error : null, onRetry);
  return (
    <div className={styles.error} role="alert">
      <p className={styles.errorTitle}>
        <CircleAlert size={20} strokeWidth={1.75} aria-hidden />
        <SpecifiedWords text={limit ? limit.said : title} />
      </p>
      {!limit && error !== undefined && error !== null && (
        <details className={styles.details}>
          <summary>Details</summary>
          <p>{causeOf(error)}</p>
        </details>
      )}
      {onRetry && (
        <Button variant="default" leftSection={<RefreshCw size={16} aria-hidden />} onClick={onRetry}>
          Retry
        </Button>
      )}
    </div>
  );
}

/** What was asked too often is asked once more when it may be. */
function useRetryAfter(error: unknown, onRetry: (() => void) | undefined): void {
  const retry = useSameCallback(onRetry ?? (() => {}));
  useEffect(() => {
    const limit = limitOf(error);
    if (!limit) return;
    const timer = window.setTimeout(retry, limit.seconds * 1_000);
    return () => window.clearTimeout(timer);
  }, [error, retry]);
}

/** `HTTP 503 Service Unavailable: …`, and the sentence alone where nobody answered. */
export function causeOf(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  if (!isApiError(error) || error.status === 0) return message;
  const line = `HTTP ${error.status} ${error.statusText}`.trim();
  return message.startsWith(line) ? message : `${line}: ${message}`;
}

/** `HTTP 409 Conflict`, for those who look after the server, behind the server's own words; "" where these lack, and the cause says it. */
export function statusBehind(error: unknown): string {
  return isApiError(error) && saidOf(error) !== "" ? `HTTP ${error.status} ${error.statusText}`.trim() : "";
}

/** The server's own words of a failure alone, and the cause with its technical part where it gave none. */
export function plainCause(error: unknown): string {
  return saidOf(error) || causeOf(error);
}

/** The server's own words of a failure; where it gave none, the specification's sentence, and after it what went wrong. */
export function failureText(error: unknown, sentence: string): string {
  return saidOf(error) || `${sentence} ${causeOf(error)}`;
}

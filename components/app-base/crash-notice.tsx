import { useState } from "react";
import { FRAME_TEXTS } from "@/lib/frame-texts";
import styles from "./crash-notice.module.css";
import { isMissingCode, leaveFor, useOpenedAgain } from "./navigate-away";

/** How long "Copied" stays. */
const COPIED_MS = 1200;

/** Plain elements only: whatever broke may be the very thing that a prettier screen needs. */
export function CrashNotice({ error }: { error: Error & { digest?: string } }) {
  const [copied, setCopied] = useState(false);
  const [stays, setStays] = useState(false);
  const isMissing = isMissingCode(error);
  useOpenedAgain(isMissing);
  const reload = async () => setStays(!(await leaveFor(window.location.href)));
  const details = [error.message, error.digest && `Digest: ${error.digest}`, error.stack].filter(Boolean).join("\n");
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(details);
      setCopied(true);
      window.setTimeout(() => setCopied(false), COPIED_MS);
    } catch {
      setCopied(false);
    }
  };
  return (
    <div className={styles.page} role="alert">
      <h1 className={styles.title}>{isMissing ? FRAME_TEXTS.pageNotLoaded : FRAME_TEXTS.crashed}</h1>
      <p className={styles.message}>{isMissing ? FRAME_TEXTS.opensByItself : error.message || "No message was given."}</p>
      {!isMissing && <p className={styles.safe}>Tables that you were recording are kept on this device.</p>}
      {stays && <p className={styles.safe}>{FRAME_TEXTS.staysHere}</p>}
      <div className={styles.actions}>
        <button type="button" className={styles.primary} onClick={() => void reload()}>
          Reload
        </button>
        <button type="button" className={styles.secondary} onClick={copy}>
          {copied ? "Copied" : "Copy details"}
        </button>
      </div>
      <details className={styles.details}>
        <summary>Details</summary>
        <pre>{details}</pre>
      </details>
    </div>
  );
}

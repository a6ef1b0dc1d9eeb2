import { WifiOff } from "lucide-react";
import { useSyncExternalStore } from "react";
import { isApiError } from "@/lib/api/client";
import { isWaiting, readDrafts, watchDrafts } from "@/lib/drafts";
import styles from "./offline-strip.module.css";
import { useHealth } from "./queries";

/** Under the bar while the server does not answer: what was typed is kept on this device. */
export function OfflineStrip() {
  const { error } = useHealth();
  const unreachable = isApiError(error) && error.status === 0;
  const waiting = useSyncExternalStore(watchDrafts, countWaiting, () => 0);
  return (
    <div role="status">
      {unreachable && (
        <p className={styles.strip}>
          <WifiOff size={18} strokeWidth={1.75} aria-hidden />
          Offline. {waitingText(waiting)}
        </p>
      )}
    </div>
  );
}

function countWaiting(): number {
  return readDrafts().filter(isWaiting).length;
}

function waitingText(count: number): string {
  if (count === 0) return "Tables that you record are kept on this device.";
  return `${count} ${count === 1 ? "table" : "tables"} waiting to send.`;
}

import { WifiOff } from "lucide-react";
import { useHealth } from "@/components/app-base/queries";
import { isApiError } from "@/lib/api/client";
import styles from "./offline-strip.module.css";

/** Under the bar while the server does not answer. What waits to be sent is told by the strip of the drafts. */
export function OfflineStrip() {
  const { error } = useHealth();
  const unreachable = isApiError(error) && error.status === 0;
  return (
    <div role="status">
      {unreachable && (
        <p className={styles.strip}>
          <WifiOff size={18} strokeWidth={1.75} aria-hidden />
          Offline. Tables that you record are kept on this device.
        </p>
      )}
    </div>
  );
}

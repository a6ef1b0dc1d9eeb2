import { Button } from "@mantine/core";
import { RefreshCw } from "lucide-react";
import { useAppSettings, useBackend } from "@/components/app-base/app-settings";
import { useOfflineReady } from "@/components/app-base/offline-ready";
import { useCheckHistory, useHealth } from "@/components/app-base/server-health";
import { AnchoredPopover } from "@/components/ui/anchored";
import type { PanelProps } from "@/components/ui/opens-panel";
import styles from "./health-badge.module.css";
import { HealthHistory } from "./health-history";

/**
 * How fast the server answers, when it did not in the last hour, and where it is. Times are in the restaurants' time zone and by the
 * server's clock, as on every screen.
 */
export function HealthPanel(place: PanelProps) {
  const check = useHealth();
  const { timeZone } = useAppSettings();
  const backend = useBackend();
  const isReady = useOfflineReady();
  const history = useCheckHistory();
  const ahead = check.data?.clockOffset ?? 0;
  const latest = Math.max(check.dataUpdatedAt, check.errorUpdatedAt);
  return (
    <AnchoredPopover {...place} label="Server health" position="bottom-end" width={300}>
      <p className={styles.says}>
        <strong>{check.isError ? "Does not answer" : check.data ? `Answered in ${check.data.latency} ms` : "Not checked yet"}</strong>
        <span className={styles.address}>{backend?.base}</span>
      </p>
      <HealthHistory history={history} now={latest || Date.now()} ahead={ahead} />
      <dl className={styles.facts}>
        <dt>Last check</dt>
        <dd className="tabular">{latest ? new Date(latest + ahead).toLocaleTimeString("en-GB", { timeZone }) : "none yet"}</dd>
        <dt>Without network</dt>
        <dd>{isReady ? "this device is ready" : "not ready yet: it is still loading"}</dd>
        {check.data && (
          <>
            <dt>Version</dt>
            <dd>{check.data.health.version}</dd>
          </>
        )}
      </dl>
      {check.isError && <p className={styles.error}>{check.error.message}</p>}
      <Button
        variant="default"
        fullWidth
        leftSection={<RefreshCw size={16} aria-hidden />}
        loading={check.isFetching}
        onClick={() => check.refetch()}
      >
        Check now
      </Button>
    </AnchoredPopover>
  );
}

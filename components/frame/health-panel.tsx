import { Button } from "@mantine/core";
import { RefreshCw } from "lucide-react";
import { useAppSettings, useBackend } from "@/components/app-base/app-settings";
import { useOfflineReady } from "@/components/app-base/offline-ready";
import { useHealth, useLatencies } from "@/components/app-base/server-health";
import { AnchoredPopover } from "@/components/ui/anchored";
import type { PanelProps } from "@/components/ui/opens-panel";
import styles from "./health-badge.module.css";

/** Where the server is, and how fast it answers. */
export function HealthPanel(place: PanelProps) {
  const check = useHealth();
  const { timeZone } = useAppSettings();
  const backend = useBackend();
  const isReady = useOfflineReady();
  return (
    <AnchoredPopover {...place} label="Server health" position="bottom-end" width={300}>
      <dl className={styles.facts}>
        <dt>Server</dt>
        <dd>{backend?.base}</dd>
        {check.data && (
          <>
            <dt>Version</dt>
            <dd>{check.data.health.version}</dd>
            <dt>Answered in</dt>
            <dd className={styles.latency}>
              <Sparkline />
              {check.data.latency} ms
            </dd>
          </>
        )}
        <dt>Without network</dt>
        <dd>{isReady ? "this device is ready" : "not ready yet: it is still loading"}</dd>
        <dt>Last check</dt>
        <dd className="tabular">{lastCheck(timeZone, check.data?.clockOffset ?? 0, check.dataUpdatedAt, check.errorUpdatedAt)}</dd>
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

/**
 * In the restaurants' time zone, by the server's clock, like every time on the screens. @param ahead how far the server's clock is ahead,
 * in milliseconds
 */
function lastCheck(timeZone: string, ahead: number, ...times: number[]): string {
  const latest = Math.max(...times);
  return latest ? new Date(latest + ahead).toLocaleTimeString("en-GB", { timeZone }) : "none yet";
}

function Sparkline() {
  const latencies = useLatencies();
  const highest = Math.max(...latencies, 1);
  if (latencies.length < 2) return null;
  const bars = latencies.map((latency, index) => {
    const height = Math.max(2, (latency / highest) * 20).toFixed(1);
    return `M${index * 4} 20v-${height}h3v${height}z`;
  });
  return (
    <svg className={styles.sparkline} viewBox="0 0 96 20" aria-hidden="true">
      <path d={bars.join("")} />
    </svg>
  );
}

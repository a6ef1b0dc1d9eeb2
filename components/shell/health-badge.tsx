import { Button, Popover } from "@mantine/core";
import { CircleCheck, CircleDashed, CircleX, RefreshCw } from "lucide-react";
import { useState } from "react";
import { useBackend } from "@/components/app-base/app-settings";
import { useHealth, useLatencies, useServerState } from "@/components/app-base/queries";
import { useLayer } from "@/components/ui/layers";
import { FRAME_TEXTS } from "@/lib/texts";
import styles from "./health-badge.module.css";

const STATES = {
  ok: { words: FRAME_TEXTS.apiOk, icon: CircleCheck },
  off: { words: FRAME_TEXTS.apiOff, icon: CircleX },
  pending: { words: "API pending", icon: CircleDashed },
} as const;

/** Whether the server answers and can open its stores; a press tells where it is and how fast. */
export function HealthBadge() {
  const check = useHealth();
  const backend = useBackend();
  const state = useServerState();
  const [opened, setOpened] = useState(false);
  useLayer(opened, () => setOpened(false));
  const { words, icon: Icon } = STATES[state];

  return (
    <Popover opened={opened} onChange={setOpened} width={300} position="bottom-end" withArrow shadow="md" trapFocus returnFocus>
      <Popover.Target>
        <button type="button" className={styles.badge} data-state={state} onClick={() => setOpened(!opened)}>
          <span className={styles.pill}>
            <Icon size={16} aria-hidden />
            <span aria-live="polite">{words}</span>
          </span>
        </button>
      </Popover.Target>
      <Popover.Dropdown aria-label="Server health">
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
          <dt>Last check</dt>
          <dd className="tabular">{lastCheck(check.dataUpdatedAt, check.errorUpdatedAt)}</dd>
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
      </Popover.Dropdown>
    </Popover>
  );
}

function lastCheck(...times: number[]): string {
  const latest = Math.max(...times);
  return latest ? new Date(latest).toLocaleTimeString("en-GB") : "none yet";
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

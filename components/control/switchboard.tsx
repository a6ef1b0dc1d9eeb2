import { Skeleton } from "@mantine/core";
import { HeartPulse } from "lucide-react";
import { useHealth } from "@/components/app-base/server-health";
import { counted } from "@/components/ui/counted";
import { ErrorNotice } from "@/components/ui/notice";
import type { ControlFact } from "@/lib/control/contract";
import { CONTROL_TEXTS } from "@/lib/control/control-texts";
import styles from "./control.module.css";
import { PeopleTile } from "./people-tile";
import { useControl } from "./queries";
import { RulesTile } from "./rules-tile";
import { SwitchesTile } from "./switches-tile";
import { Fact, Tile } from "./tile";

/** The manager's switchboard: what is true of every part of the house, and the way to where it is changed (docs/design/open-screens.md 2.3). */
export function Switchboard() {
  const { data, error, refetch } = useControl();
  if (!data) {
    if (error) return <ErrorNotice title={CONTROL_TEXTS.failed} error={error} onRetry={() => void refetch()} />;
    return (
      <div className={styles.board} role="status" aria-label="Loading how the house stands">
        {[220, 220, 260, 260].map((height, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: four places that never move
          <Skeleton key={at} height={height} radius="md" />
        ))}
      </div>
    );
  }
  return (
    <>
      {error && <ErrorNotice title={CONTROL_TEXTS.failed} error={error} onRetry={() => void refetch()} />}
      <div className={styles.board}>
        <Tile title={CONTROL_TEXTS.health} icon={HeartPulse}>
          <ServerFact />
          {data.health.map((fact) => (
            <Fact key={fact.key} fact={fact} />
          ))}
        </Tile>
        <SwitchesTile state={data} />
        <RulesTile state={data} />
        <PeopleTile state={data} />
      </div>
    </>
  );
}

/** From so many milliseconds on a device's own clock misleads whoever reads it. */
const CLOCK_OFF = 60_000;

/** What this device knows by itself: whether the server answers, and how far its clock is from the server's. */
function ServerFact() {
  const check = useHealth();
  return <Fact fact={serverFact(check.isError, check.data)} />;
}

function serverFact(isAway: boolean, data: ReturnType<typeof useHealth>["data"]): Omit<ControlFact, "key"> {
  const name = "Server";
  if (isAway)
    return { name, tone: "bad", says: "It does not answer.", todo: "What you type is kept on this device. Ask whoever keeps the server." };
  if (!data) return { name, tone: "look", says: "It is being asked.", todo: null };
  const { latency, clockOffset, health } = data;
  const answered = `It answered in ${latency} ms, version ${health.version}.`;
  if (Math.abs(clockOffset) < CLOCK_OFF) return { name, tone: "good", says: `${answered} This device’s clock agrees with it.`, todo: null };
  const says = `${answered} This device’s clock is ${lengthInWords(Math.abs(clockOffset))} ${clockOffset > 0 ? "behind" : "ahead"}.`;
  return { name, tone: "look", says, todo: "Set the clock of this device: Daftar goes by the server’s." };
}

function lengthInWords(ms: number): string {
  const minutes = Math.round(ms / 60_000);
  if (minutes < 120) return counted(minutes, "minute");
  const hours = Math.round(minutes / 60);
  return hours < 48 ? counted(hours, "hour") : counted(Math.round(hours / 24), "day");
}

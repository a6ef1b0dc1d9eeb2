import { useAppSettings } from "@/components/app-base/app-settings";
import { useToday } from "@/components/app-base/server-clock";
import type { TaskKind } from "@/lib/queue/contract";
import type { Forecast } from "@/lib/queue/forecast/contract";
import styles from "./forecast-note.module.css";
import { forecastInWords, orderInWords, restInWords } from "./forecast-words";
import { TemplateWay } from "./obstacle-note";
import { useSendingPauseState, useWorkers } from "./queries";
import { obstacleFor } from "./senders-for";

interface Props {
  /** Null where nothing is known. */
  forecast: Forecast | null | undefined;
  kind: TaskKind;
  /** Of birthdays, YYYY-MM-DD. */
  date?: string;
}

/** Before something is queued: how many of it go today and by whom, what would let more go, and what becomes of the rest. */
export function ForecastNote({ forecast, kind, date }: Props) {
  const today = useToday();
  const { timeZone } = useAppSettings();
  const { data } = useWorkers(true);
  const isStopped = useSendingPauseState(true).data?.cancelled ?? false;
  if (!forecast || forecast.total === 0) return null;
  // What keeps all of them from going stands above, with the way to mend that.
  const isSaid = data !== undefined && obstacleFor(data, kind) !== null;
  const template = forecast.ways.find(({ what }) => what === "template");
  return (
    <div className={styles.note} data-short={forecast.today < forecast.total || undefined}>
      <p role="status">
        {isStopped && "Once sending is resumed: "}
        <bdi>{forecastInWords(forecast, kind, timeZone)}</bdi> {restInWords(forecast, kind, date === today)}{" "}
        <bdi>{orderInWords(forecast, kind, timeZone)}</bdi>
      </p>
      {template && !isSaid && <TemplateWay kind={kind} who={template.who} />}
    </div>
  );
}

import { Button } from "@mantine/core";
import { ChevronRight } from "lucide-react";
import { useAppSettings } from "@/components/app-base/app-settings";
import { ForSupport } from "@/components/queue/support-details";
import { FactChip } from "@/components/ui/fact-chip";
import { dayAndTime, longDate, timeOfDay } from "@/components/ui/local-times";
import type { AuditEntry } from "@/lib/audit/contract";
import { branchName } from "@/lib/known-branches";
import { localDate } from "@/lib/local-time";
import styles from "./audit-entries.module.css";

interface Props {
  entries: readonly AuditEntry[];
  /** Asks for everything that the same call did. */
  onRequest: (request: string) => void;
}

/** The entries, day by day; each opens to whatever was kept of it. */
export function AuditEntries({ entries, onRequest }: Props) {
  const { timeZone } = useAppSettings();
  const days = new Map<string, AuditEntry[]>();
  for (const entry of entries) {
    const day = localDate(new Date(entry.at), timeZone);
    days.set(day, [...(days.get(day) ?? []), entry]);
  }
  return [...days].map(([day, ofDay]) => (
    <section key={day} aria-label={longDate(day)}>
      <h2 className={styles.day}>{longDate(day)}</h2>
      <ul className={styles.list}>
        {ofDay.map((entry) => (
          <li key={entry.id}>
            <Entry entry={entry} timeZone={timeZone} onRequest={onRequest} />
          </li>
        ))}
      </ul>
    </section>
  ));
}

function Entry({ entry, timeZone, onRequest }: { entry: AuditEntry; timeZone: string; onRequest: Props["onRequest"] }) {
  const { who, what, where, result, at } = entry;
  return (
    <details className={styles.entry}>
      <summary className={styles.summary}>
        <ChevronRight className={styles.arrow} size={16} aria-hidden />
        <time dateTime={at} className={styles.time}>
          {timeOfDay(at, timeZone)}
        </time>
        <span className={styles.what}>
          <bdi>{what}</bdi>
          <span className={styles.who}>
            <bdi>{who.name}</bdi> · {where === "hub" ? "the whole group" : branchName(where)}
          </span>
        </span>
        {result === "refused" && (
          <FactChip tone="warning" small>
            Refused
          </FactChip>
        )}
      </summary>
      <Details entry={entry} timeZone={timeZone} onRequest={onRequest} />
    </details>
  );
}

/** A date or a moment as every screen shows it; whatever else was kept as it is. */
function inWords(value: string, timeZone: string): string {
  if (/^\d{4}-\d\d-\d\d$/.test(value)) return longDate(value);
  return /^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(value) ? dayAndTime(value, timeZone) : value;
}

function Details({ entry, timeZone, onRequest }: { entry: AuditEntry; timeZone: string; onRequest: Props["onRequest"] }) {
  const { details, subjects, kind, request_id, at } = entry;
  const lines = [...details, { name: "when", value: at }];
  return (
    <div className={styles.details}>
      <dl>
        {lines.map(({ name, value }) => (
          <div key={name}>
            <dt>{name.replaceAll(/[._]/g, " ")}</dt>
            <dd>
              <bdi>{inWords(value, timeZone)}</bdi>
            </dd>
          </div>
        ))}
      </dl>
      <div className={styles.after}>
        <ForSupport>
          Entry <bdi>{kind}</bdi>, request <bdi>{request_id}</bdi>
          {subjects.length > 0 && (
            <>
              , about <bdi>{subjects.join(", ")}</bdi>
            </>
          )}
        </ForSupport>
        <Button variant="default" size="xs" onClick={() => onRequest(request_id)}>
          All that was done with it
        </Button>
      </div>
    </div>
  );
}

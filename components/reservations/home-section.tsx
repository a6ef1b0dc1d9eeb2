import { Button, Skeleton, VisuallyHidden } from "@mantine/core";
import { CalendarClock, TriangleAlert } from "lucide-react";
import Link from "next/link";
import { useAppSettings } from "@/components/app-base/app-settings";
import { counted } from "@/components/ui/counted";
import { timeOfDay } from "@/components/ui/local-times";
import { EmptyNotice, ErrorNotice } from "@/components/ui/notice";
import { branchName } from "@/lib/known-branches";
import { RESERVATION_TEXTS } from "@/lib/reservations/screen-words";
import styles from "./home-section.module.css";
import { type Tonight, toDoInWords, tonightInWords, useTonight } from "./tonight";

/** Tonight in one glance, of each restaurant that somebody works in: people by half hour beside the seats, who is late, who waits. */
export function ReservationsSection() {
  const { timeZone } = useAppSettings();
  const { data, isPending, error, refetch } = useTonight();
  if (isPending) return <Loading />;
  if (!data) return <ErrorNotice title={RESERVATION_TEXTS.notLoaded} error={error} onRetry={() => void refetch()} />;
  return (
    <div className={styles.section}>
      <p className="note tabular">as of {timeOfDay(data.at, timeZone)}</p>
      {data.branches.length === 0 && <EmptyNotice title="There is no restaurant whose reservations you may see here." />}
      <div className={styles.branches}>
        {data.branches.map((one) => (
          <BranchTonight key={one.branch} tonight={one} />
        ))}
      </div>
      {data.unavailable.map((branch) => (
        <p key={branch} className="note">
          {branchName(branch)}: {data.elsewhere.includes(branch) ? "kept on another server." : "cannot be read now."}
        </p>
      ))}
    </div>
  );
}

function BranchTonight({ tonight }: { tonight: Tonight }) {
  const { branch, late, waiting, next, closed } = tonight;
  const toDo = toDoInWords(tonight);
  return (
    <article className={styles.branch} aria-label={branchName(branch)}>
      <div className={styles.head}>
        <h3 className={styles.name}>{branchName(branch)}</h3>
        <Button
          component={Link}
          href={`/reservations?branch=${branch}`}
          variant="light"
          leftSection={<CalendarClock size={18} strokeWidth={1.75} aria-hidden />}
        >
          Open
        </Button>
      </div>
      <p className={styles.line}>{closed === null ? tonightInWords(tonight) : `Closed tonight: ${closed}`}</p>
      {toDo !== "" && (
        <Link className={styles.toDo} href={`/reservations?branch=${branch}`}>
          <TriangleAlert size={18} strokeWidth={1.75} aria-hidden />
          {toDo}
        </Link>
      )}
      <HalfHours tonight={tonight} />
      <People
        title="Not here yet"
        isBad={late.some(({ overdue }) => overdue)}
        people={late.map(({ id, name, time, party, minutes, said, overdue }) => ({
          id,
          name,
          facts: `${time} · ${party} people · ${minutes} min${said ? ", they said so" : ""}`,
          isBad: overdue,
        }))}
      />
      <People
        title="Waiting for a table"
        people={waiting.map(({ id, name, party, minutes, quoted, called }) => ({
          id,
          name,
          facts: `${party} people · ${minutes} min${quoted === null ? "" : ` of ${quoted}`}${called ? " · called" : ""}`,
          isBad: quoted !== null && minutes > quoted,
        }))}
      />
      <People
        title="Coming next"
        people={next.map(({ id, name, time, party, tables }) => ({
          id,
          name,
          facts: `${time} · ${party} people${tables.length > 0 ? ` · table ${tables.join(" + ")}` : ""}`,
        }))}
      />
    </article>
  );
}

/** People at tables in each half hour, beside how many seats there are. */
function HalfHours({ tonight: { half_hours, capacity } }: { tonight: Tonight }) {
  const first = half_hours.findIndex(({ present }) => present > 0);
  if (first < 0) return null;
  // From the first guest to the last: a house that opens at noon has empty hours on both sides.
  const shown = half_hours.slice(first, half_hours.findLastIndex(({ present }) => present > 0) + 1);
  const most = Math.max(1, capacity ?? 0, ...shown.map(({ present }) => present));
  const said = shown.map(({ time, present, arriving }) => `${time}: ${present} at tables, ${arriving} arriving`).join("; ");
  return (
    <figure className={styles.chart}>
      <figcaption className="note">People at tables by half hour{capacity === null ? "" : `, of ${capacity} seats`}</figcaption>
      <div className={styles.bars} role="img" aria-label={`${said}${capacity === null ? "" : `. Seats: ${capacity}`}`}>
        {capacity !== null && (
          <span className={styles.capacity} style={{ bottom: `calc(1.25rem + (100% - 2.5rem) * ${capacity / most})` }} />
        )}
        {shown.map(({ time, present }) => (
          <span key={time} className={styles.half}>
            <span className={styles.value}>{present > 0 && present}</span>
            <span className={styles.track}>
              <span
                className={styles.bar}
                data-full={(capacity !== null && present > capacity) || undefined}
                style={{ height: `${(present / most) * 100}%` }}
              />
            </span>
            <span className={styles.time}>{time.endsWith(":00") && time.slice(0, 2)}</span>
          </span>
        ))}
      </div>
    </figure>
  );
}

interface PeopleProps {
  title: string;
  isBad?: boolean;
  people: { id: string; name: string; facts: string; isBad?: boolean }[];
}

function People({ title, isBad = false, people }: PeopleProps) {
  if (people.length === 0) return null;
  return (
    <section aria-label={title}>
      <h4 className={styles.title} data-bad={isBad || undefined}>
        {title} <span className="note tabular">{counted(people.length, "party").replace("partys", "parties")}</span>
      </h4>
      <ul className={styles.people}>
        {people.map((one) => (
          <li key={one.id} data-bad={one.isBad || undefined}>
            <bdi>{one.name}</bdi> <span className={styles.facts}>{one.facts}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}

function Loading() {
  return (
    <div className={styles.branches} role="status">
      <VisuallyHidden>Loading tonight’s reservations</VisuallyHidden>
      {["a", "b"].map((key) => (
        <Skeleton key={key} height={220} radius="md" />
      ))}
    </div>
  );
}

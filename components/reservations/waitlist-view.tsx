import { Button } from "@mantine/core";
import { useServerClock } from "@/components/app-base/server-clock";
import { EmptyNotice } from "@/components/ui/notice";
import { RESERVATION_TEXTS } from "@/lib/reservations/screen-words";
import { groupOf } from "@/lib/reservations/states";
import { durationInWords, minutesSince } from "./durations";
import type { ShownReservation } from "./kept/with-kept";
import { ReservationCard } from "./reservation-card";
import styles from "./waitlist-view.module.css";

interface Props {
  waitlist: readonly ShownReservation[];
  onAdd: (() => void) | null;
}

/** Who waits for a table tonight, the longest first: since when, of how many minutes they were told, in red once that is over. */
export function WaitlistView({ waitlist, onAdd }: Props) {
  const waiting = waitlist.filter(({ status }) => groupOf(status) === "waitlist");
  const left = waitlist.filter(({ status }) => groupOf(status) !== "waitlist");
  return (
    <div className={styles.view}>
      {waiting.length === 0 ? (
        <EmptyNotice title={RESERVATION_TEXTS.nobodyWaits}>
          {onAdd && <Button onClick={onAdd}>Put a party on the waitlist</Button>}
        </EmptyNotice>
      ) : (
        <ol className={styles.list}>
          {waiting.map((one) => (
            <Waiting key={one.id} party={one} />
          ))}
        </ol>
      )}
      {left.length > 0 && (
        <section aria-label="Left the list">
          <h2 className={styles.left}>Left the list tonight</h2>
          <ol className={styles.list}>
            {left.map((one) => (
              <Waiting key={one.id} party={one} />
            ))}
          </ol>
        </section>
      )}
    </div>
  );
}

function Waiting({ party }: { party: ShownReservation }) {
  const now = useServerClock();
  const minutes = minutesSince(party.waiting_since ?? party.created_at, now);
  const { quoted_minutes, calls } = party;
  const isOver = party.over_quoted || (quoted_minutes !== null && minutes > quoted_minutes);
  const waits = groupOf(party.status) === "waitlist";
  return (
    <li className={styles.party} data-over={(waits && isOver) || undefined}>
      {waits && (
        <p className={styles.minutes}>
          <span className={styles.count}>{durationInWords(minutes)}</span>
          <span>
            {quoted_minutes === null ? "no time was said" : `of ${quoted_minutes} min`}
            {isOver && quoted_minutes !== null && ", longer than said"}
          </span>
          {calls > 0 && <span>called {calls === 1 ? "once" : `${calls} times`}</span>}
        </p>
      )}
      <ReservationCard reservation={party} />
    </li>
  );
}

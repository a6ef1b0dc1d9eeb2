import { Button } from "@mantine/core";
import { useState } from "react";
import { counted } from "@/components/ui/counted";
import { EmptyNotice } from "@/components/ui/notice";
import { RESERVATION_TEXTS } from "@/lib/reservations/screen-words";
import { groupOf } from "@/lib/reservations/states";
import type { ShownReservation } from "./kept/with-kept";
import styles from "./list-view.module.css";
import { ReservationCard } from "./reservation-card";

interface Props {
  reservations: readonly ShownReservation[];
  query: string;
  isFiltered: boolean;
  onClear: () => void;
  /** Takes the first one; null for whoever may book none. */
  onBook: (() => void) | null;
}

const isOver = (one: ShownReservation) => groupOf(one.status) === "finished" || groupOf(one.status) === "removed";
const covers = (list: readonly ShownReservation[]) => list.reduce((sum, { party }) => sum + party, 0);

/** The day by its hours; what is over stands below, folded, and an undo of today with it. */
export function ListView({ reservations, query, isFiltered, onClear, onBook }: Props) {
  const open = reservations.filter((one) => !isOver(one));
  const over = reservations.filter(isOver);
  const [isOverShown, setOverShown] = useState(false);
  if (reservations.length === 0) return <Nothing {...{ isFiltered, onClear, onBook }} />;
  const hours = [...new Set(open.map(({ time }) => time.slice(0, 2)))];
  return (
    <div className={styles.view}>
      {hours.map((hour) => {
        const list = open.filter(({ time }) => time.startsWith(hour));
        return (
          <section key={hour} aria-label={hour === "" ? "Now" : `From ${hour}:00`}>
            <h2 className={styles.hour}>
              <span>{hour === "" ? "Now" : `${hour}:00`}</span>
              <span className="note tabular">
                {counted(list.length, "booking")} · {counted(covers(list), "guest")}
              </span>
            </h2>
            <Cards list={list} query={query} />
          </section>
        );
      })}
      {open.length === 0 && <p className="note">All of them are over.</p>}
      {over.length > 0 && (
        <section aria-label="Over">
          <Button variant="subtle" color="neutral" aria-expanded={isOverShown || isFiltered} onClick={() => setOverShown(!isOverShown)}>
            {isOverShown ? "Hide" : "Show"} {over.length} finished, cancelled or not come
          </Button>
          {(isOverShown || isFiltered) && <Cards list={over} query={query} />}
        </section>
      )}
    </div>
  );
}

export function Cards({ list, query = "" }: { list: readonly ShownReservation[]; query?: string }) {
  return (
    <ul className={styles.cards}>
      {list.map((one) => (
        <li key={one.id}>
          <ReservationCard reservation={one} query={query} />
        </li>
      ))}
    </ul>
  );
}

function Nothing({ isFiltered, onClear, onBook }: Pick<Props, "isFiltered" | "onClear" | "onBook">) {
  return (
    <EmptyNotice title={isFiltered ? RESERVATION_TEXTS.noneFiltered : RESERVATION_TEXTS.noneThatDay}>
      {isFiltered ? (
        <Button variant="default" onClick={onClear}>
          Show all of the day
        </Button>
      ) : (
        onBook && <Button onClick={onBook}>New booking</Button>
      )}
    </EmptyNotice>
  );
}

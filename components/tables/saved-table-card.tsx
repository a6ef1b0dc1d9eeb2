import { UnstyledButton } from "@mantine/core";
import { counted } from "@/components/ui/counted";
import type { AnswerOf } from "@/lib/api/endpoint";
import { localDate, localTime } from "@/lib/local-time";
import type { listSavedTables } from "@/lib/tables/contract";
import { usePlaces } from "./places";
import classes from "./saved-tables.module.css";

type SavedTableLine = AnswerOf<typeof listSavedTables>["details"][number];

export function SavedTableCard({ table, onOpen }: { table: SavedTableLine; onOpen: () => void }) {
  const { timeZone } = usePlaces();
  const saved = new Date(table.saved_at);
  const today = localDate(saved, timeZone) === localDate(new Date(), timeZone);
  return (
    <li>
      <UnstyledButton className={classes.card} onClick={onOpen}>
        <SeatDots guests={table.guests} />
        <span className={classes.cardText}>
          <span className={classes.cardTitle}>
            Table <bdi>{table.table_number}</bdi>
          </span>
          <span className={classes.cardLine}>
            <bdi>{table.hostess}</bdi> · <bdi>{table.waiter}</bdi>
          </span>
          <span className={classes.cardLine}>
            {counted(table.guests, "guest")} · {today ? "" : `${table.business_day} `}
            {localTime(saved, timeZone)}
          </span>
          <span className={classes.cardName}>{table.name}</span>
        </span>
      </UnstyledButton>
    </li>
  );
}

/** The table from above: one dot for each guest, at most twelve around it. */
export function SeatDots({ guests }: { guests: number }) {
  const seats = Math.min(guests, 12);
  return (
    <svg className={classes.seats} viewBox="-28 -28 56 56" aria-hidden>
      <circle r="15" className={classes.tableTop} />
      {Array.from({ length: seats }, (_, seat) => {
        const angle = (2 * Math.PI * seat) / seats - Math.PI / 2;
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: a seat is nothing but its place.
          <circle key={seat} r="4" cx={(22 * Math.cos(angle)).toFixed(2)} cy={(22 * Math.sin(angle)).toFixed(2)} className={classes.seat} />
        );
      })}
      <text textAnchor="middle" dominantBaseline="central" className={classes.seatCount}>
        {guests}
      </text>
    </svg>
  );
}

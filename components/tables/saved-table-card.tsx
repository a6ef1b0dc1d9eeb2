import { UnstyledButton } from "@mantine/core";
import { counted } from "@/components/ui/counted";
import type { AnswerOf } from "@/lib/api/endpoint";
import { localDate, localTime } from "@/lib/local-time";
import type { listSavedTables } from "@/lib/tables/contract";
import { usePlaces } from "./places";
import classes from "./saved-tables.module.css";
import { SeatDots } from "./seat-dots";

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

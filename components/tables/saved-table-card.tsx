import { UnstyledButton } from "@mantine/core";
import { useBusinessDay } from "@/components/app-base/server-clock";
import { usePlaces } from "@/components/app-base/server-of-branch";
import { counted } from "@/components/ui/counted";
import { longDate, timeOfDay } from "@/components/ui/local-times";
import type { AnswerOf } from "@/lib/api/endpoint";
import { withParty } from "@/lib/party-size";
import type { listSavedTables } from "@/lib/tables/contract";
import classes from "./saved-tables.module.css";
import { SeatDots } from "./seat-dots";

type SavedTableLine = AnswerOf<typeof listSavedTables>["details"][number];

export function SavedTableCard({ table, onOpen }: { table: SavedTableLine; onOpen: () => void }) {
  const { timeZone } = usePlaces();
  const evening = useBusinessDay();
  return (
    <li>
      <UnstyledButton className={classes.card} onClick={onOpen}>
        <SeatDots guests={table.guests} />
        <span className={classes.cardText}>
          <span className={classes.cardTitle}>
            Table <bdi>{table.table_number}</bdi>
          </span>
          <span className="note tabular">
            <bdi>{table.hostess}</bdi> · <bdi>{table.waiter}</bdi>
          </span>
          <span className="note tabular">
            {withParty(counted(table.guests, "guest"), table.party_size)} · {timeOfDay(table.saved_at, timeZone)}
          </span>
          {table.business_day !== evening && <span className={classes.cardName}>{longDate(table.business_day)}</span>}
        </span>
      </UnstyledButton>
    </li>
  );
}

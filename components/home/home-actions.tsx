import { Badge, Button } from "@mantine/core";
import { Plus } from "lucide-react";
import { type ActionName, type HouseAction, useHouseActions } from "@/components/app-base/house-actions";
import { useWaitingTables } from "@/components/evening/queries";
import { counted } from "@/components/ui/counted";
import styles from "./home-actions.module.css";

/** Create a table, open one, merge all, end the day (second specification, section 2); only what this person may do. */
export function HomeActions() {
  const actions = useHouseActions();
  const tables = actions.filter(({ name }) => name === "newTable" || name === "savedTables");
  const evening = actions.filter(({ name }) => name === "mergeAll" || name === "endOfDay");
  return (
    <div className={styles.actions}>
      {tables.length > 0 && (
        <div className={styles.row}>
          {tables.map((action) => (
            <ActionButton key={action.name} action={action} />
          ))}
        </div>
      )}
      {evening.length > 0 && (
        <div className={styles.row}>
          {evening.map((action) => (
            <ActionButton key={action.name} action={action} />
          ))}
        </div>
      )}
    </div>
  );
}

const PRIMARY: ActionName = "newTable";

function ActionButton({ action }: { action: HouseAction }) {
  const { name, label, icon, run } = action;
  const Icon = name === PRIMARY ? Plus : icon;
  return (
    <Button
      size="lg"
      variant={name === PRIMARY ? "filled" : "default"}
      leftSection={<Icon size={20} strokeWidth={1.75} aria-hidden />}
      rightSection={name === "savedTables" && <WaitingTables />}
      onClick={run}
    >
      {label}
    </Button>
  );
}

function WaitingTables() {
  const waiting = useWaitingTables().data?.tables.length;
  if (waiting === undefined) return null;
  return (
    <Badge color="neutral" variant="light" size="lg" circle={waiting < 10} className="tabular" aria-label={counted(waiting, "saved table")}>
      {waiting}
    </Badge>
  );
}

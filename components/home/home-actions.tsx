import { Badge, Button } from "@mantine/core";
import { FolderOpen, type LucideIcon, Merge, MoonStar } from "lucide-react";
import { type ActionName, type HouseAction, useHouseActions } from "@/components/app-base/house-actions";
import { useWaitingTables } from "@/components/evening/queries";
import { counted } from "@/components/ui/counted";
import styles from "./home-actions.module.css";

/** What is beside tonight's cards (docs/design/spec-guests.md 2): all saved tables, and apart from them the evening's end. */
export function HomeActions() {
  const actions = useHouseActions();
  const tables = actions.filter(({ name }) => name === "savedTables");
  const evening = actions.filter(({ name }) => name === "mergeAll" || name === "endOfDay");
  if (tables.length + evening.length === 0) return null;
  return (
    <div className={styles.actions}>
      {tables.map((action) => (
        <ActionButton key={action.name} action={action} />
      ))}
      {evening.length > 0 && (
        <div className={styles.evening}>
          {evening.map((action) => (
            <ActionButton key={action.name} action={action} />
          ))}
        </div>
      )}
    </div>
  );
}

const ICONS: Partial<Record<ActionName, LucideIcon>> = { savedTables: FolderOpen, mergeAll: Merge, endOfDay: MoonStar };

function ActionButton({ action: { name, label, run } }: { action: HouseAction }) {
  const isTables = name === "savedTables";
  const Icon = ICONS[name];
  return (
    <Button
      variant={isTables ? "default" : "subtle"}
      color={isTables ? undefined : "neutral"}
      px="sm"
      leftSection={Icon && <Icon size={18} strokeWidth={1.75} aria-hidden />}
      rightSection={isTables && <WaitingTables />}
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

import { Button, Skeleton, UnstyledButton, VisuallyHidden } from "@mantine/core";
import { Plus } from "lucide-react";
import { type HouseAction, useHouseActions } from "@/components/app-base/house-actions";
import { counted } from "@/components/ui/counted";
import { Mark } from "@/components/ui/logo";
import { ErrorNotice } from "@/components/ui/notice";
import { HomeActions } from "./home-actions";
import { FloorCard } from "./table-card";
import type { FloorTable } from "./tables-in-order";
import styles from "./tables-tonight.module.css";
import { useFloor } from "./use-tables-tonight";

/** Tonight's tables of this branch, in one line of figures and a card for each. */
export function Floor({ today }: { today: string }) {
  const { tables, pending, error, retry } = useFloor(today);
  const newTable = useHouseActions().find(({ name }) => name === "newTable");
  return (
    <section className={styles.floor} aria-labelledby="floor-title">
      <div className={styles.line}>
        <h2 id="floor-title" className={styles.figures}>
          <VisuallyHidden>Tonight’s tables: </VisuallyHidden>
          {!pending && !error && <Figures tables={tables} />}
        </h2>
        <HomeActions />
      </div>
      {error ? (
        <ErrorNotice title="Tonight’s tables could not be loaded." error={error} onRetry={retry} />
      ) : pending ? (
        <Loading />
      ) : tables.length === 0 ? (
        <EmptyEvening newTable={newTable} />
      ) : (
        <ul className={styles.cards}>
          {newTable && <NewTableCard action={newTable} />}
          {tables.map((table) => (
            <li key={table.key}>
              <FloorCard table={table} />
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

/** Only what is saved counts; what is on this device alone stands marked among the cards. */
function Figures({ tables }: { tables: FloorTable[] }) {
  const saved = tables.filter(({ name }) => name !== "");
  const guests = saved.reduce((sum, table) => sum + table.guests, 0);
  const celebrating = saved.reduce((sum, table) => sum + table.celebrating.length, 0);
  return (
    <>
      <b>{counted(saved.length, "table")}</b> · <b>{counted(guests, "guest")}</b>
      {celebrating > 0 && <span className={styles.celebrating}> · {celebrating} of them with a birthday in the next 7 days</span>}
    </>
  );
}

function NewTableCard({ action }: { action: HouseAction }) {
  return (
    <li className={styles.newTable}>
      <UnstyledButton className={styles.newCard} onClick={action.run}>
        <Plus size={28} strokeWidth={1.75} aria-hidden />
        {action.label}
      </UnstyledButton>
    </li>
  );
}

function EmptyEvening({ newTable }: { newTable: HouseAction | undefined }) {
  return (
    <div className={styles.empty}>
      <Mark size={56} />
      <p className={styles.emptyTitle}>No tables yet tonight.</p>
      <p className={styles.emptyText}>
        {newTable
          ? "Begin with the first one: its number, who serves it, and the guests. It stands here as soon as it is saved."
          : "A table stands here as soon as it is saved."}
      </p>
      {newTable && (
        <Button size="lg" leftSection={<Plus size={20} strokeWidth={1.75} aria-hidden />} onClick={newTable.run}>
          {newTable.label}
        </Button>
      )}
    </div>
  );
}

/** As high as the cards that come. */
function Loading() {
  return (
    <div className={styles.cards} role="status">
      <VisuallyHidden>Loading tonight’s tables</VisuallyHidden>
      {["a", "b", "c"].map((key) => (
        <Skeleton key={key} className={styles.skeleton} />
      ))}
    </div>
  );
}

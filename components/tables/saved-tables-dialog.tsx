import { Button, Skeleton, TextInput, VisuallyHidden } from "@mantine/core";
import { Plus, Search } from "lucide-react";
import { useState } from "react";
import { usePlaces } from "@/components/app-base/server-of-branch";
import { useSession } from "@/components/app-base/session";
import { ChoiceChips } from "@/components/ui/choice-chips";
import { DialogFrame } from "@/components/ui/dialog-frame";
import { AUTO_DIR } from "@/components/ui/input-direction";
import { foldText } from "@/lib/fold-text";
import { branchName, isBranchKey, openRestaurants } from "@/lib/known-branches";
import { localTime } from "@/lib/local-time";
import { TABLE_TEXTS } from "@/lib/tables/table-texts";
import { DraftList } from "./draft-list";
import { failureOf, type Place, useSavedTables } from "./queries";
import { SavedTableCard } from "./saved-table-card";
import classes from "./saved-tables.module.css";
import type { TableView } from "./table-view";

interface Props {
  onView: (view: TableView) => void;
}

/** The tables of this evening, and before them those that are still on this device only. */
export function SavedTablesDialog({ onView }: Props) {
  const { here, tablesOf } = usePlaces();
  const session = useSession();
  const [branch, setBranch] = useState<string>(here ?? openRestaurants()[0] ?? "");
  const [filter, setFilter] = useState("");
  const base = tablesOf(branch);
  const place: Place = { base, branch: isBranchKey(branch) ? branch : null };
  const open = (name: string) => onView({ kind: "edit", name, branch, draft: null, from: "saved" });

  return (
    <DialogFrame
      size="wide"
      title="Saved tables"
      onClose={() => onView({ kind: "none" })}
      action={
        <Button variant="subtle" color="neutral" onClick={() => onView({ kind: "none" })}>
          Close
        </Button>
      }
    >
      <div className={classes.tools}>
        <TextInput
          data-autofocus
          aria-label="Find a saved table"
          placeholder="Table, hostess or waiter"
          leftSection={<Search size={20} strokeWidth={1.75} aria-hidden />}
          autoComplete="off"
          {...AUTO_DIR}
          value={filter}
          onChange={(event) => setFilter(event.currentTarget.value)}
        />
        <ChoiceChips
          label="Branch"
          choices={openRestaurants().map((key) => ({ value: key, label: branchName(key), disabled: tablesOf(key) === "" }))}
          value={branch}
          onChange={setBranch}
        />
      </div>
      <div className={classes.scroll}>
        <DraftList onView={onView} />
        <TableList
          place={place}
          filter={filter}
          onOpen={open}
          onNew={session.can("create_table") ? () => onView({ kind: "info", draft: null }) : null}
        />
      </div>
    </DialogFrame>
  );
}

interface ListProps {
  place: Place;
  filter: string;
  onOpen: (name: string) => void;
  onNew: (() => void) | null;
}

function TableList({ place, filter, onOpen, onNew }: ListProps) {
  const { timeZone } = usePlaces();
  const saved = useSavedTables(place);
  const wanted = foldText(filter).split(" ").filter(Boolean);
  const tables = (saved.data?.details ?? []).filter((table) => {
    const words = foldText(`${table.name} ${table.hostess} ${table.waiter}`);
    return wanted.every((word) => words.includes(word));
  });

  if (saved.isPending) {
    return (
      <div className={classes.grid} role="status">
        <VisuallyHidden>Loading saved tables</VisuallyHidden>
        {[0, 1, 2].map((card) => (
          <Skeleton key={card} height={112} radius="md" className={classes.late} />
        ))}
      </div>
    );
  }
  if (!saved.data) {
    return (
      <div className={classes.message} role="alert">
        <strong>{TABLE_TEXTS.loadTableFailed}</strong>
        <span>{failureOf(saved.error).message}</span>
        <Button onClick={() => void saved.refetch()}>Try again</Button>
      </div>
    );
  }
  if (saved.data.details.length === 0) {
    return (
      <div className={classes.message}>
        <strong>No saved tables yet</strong>
        <span>A table appears here as soon as its guests are saved.</span>
        {onNew && (
          <Button size="lg" leftSection={<Plus size={20} aria-hidden />} onClick={onNew}>
            New table
          </Button>
        )}
      </div>
    );
  }
  return (
    <>
      {saved.isError && (
        <p className={classes.count} role="alert">
          The server does not answer. These are the tables as of {localTime(new Date(saved.dataUpdatedAt), timeZone)}.
        </p>
      )}
      <p className={classes.count} role="status">
        {tables.length === saved.data.details.length ? `${tables.length} saved` : `${tables.length} of ${saved.data.details.length} saved`}
      </p>
      {tables.length === 0 && (
        <div className={classes.message}>
          <strong>No saved table matches “{filter.trim()}”</strong>
        </div>
      )}
      <ul className={classes.grid}>
        {tables.map((table) => (
          <SavedTableCard key={table.name} table={table} onOpen={() => onOpen(table.name)} />
        ))}
      </ul>
    </>
  );
}

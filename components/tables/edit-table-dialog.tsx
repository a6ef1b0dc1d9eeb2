import { Button } from "@mantine/core";
import { useRef, useState } from "react";
import { useServerState } from "@/components/app-base/server-health";
import { usePlaces } from "@/components/app-base/server-of-branch";
import { useTableMenu } from "@/components/menus/use-table-menu";
import { QueueServerContext } from "@/components/queue/queries";
import { DialogFrame } from "@/components/ui/dialog-frame";
import { type Draft, draftOfTable, readDrafts } from "@/lib/drafts";
import { localTime } from "@/lib/local-time";
import { TABLE_TEXTS } from "@/lib/tables/table-texts";
import { EditLoading } from "./edit-loading";
import { EditTable } from "./edit-table";
import classes from "./edit-table.module.css";
import { failureOf, placeOf, useSavedTable } from "./queries";
import { tableApi } from "./remembered-choices";
import type { Place as FocusPlace } from "./row-focus";
import type { OpenedFrom, TableView } from "./table-view";

interface Props {
  name: string;
  branch: string | null;
  kept: Draft | null;
  from: OpenedFrom;
  onView: (view: TableView) => void;
  onActiveDraft: (id: string | null) => void;
}

/** Opens a saved table on the server on which it was saved; changes that were left on this device come back with it. */
export function EditTableDialog({ name, branch, kept, from, onView, onActiveDraft }: Props) {
  const { here, tablesOf } = usePlaces();
  const at = branch ?? here ?? "";
  const base = kept?.info.api_base || tableApi(at, name) || tablesOf(at);
  const place = placeOf({ api_base: base, branch: at });
  const opened = useSavedTable(place, name);
  const [round, setRound] = useState(0);
  const [unfinished, setUnfinished] = useState(() => kept ?? unfinishedChanges(name, at));
  // Newer than what was read, when the table could not be read back after its save.
  const [known, setKnown] = useState<Draft | null>(null);
  const [note, setNote] = useState("");
  const focused = useRef<FocusPlace | null>(null);
  // Here and not in the table: that is drawn anew when what was typed has been saved, and then the menu goes out.
  const menu = useTableMenu(place, name);
  const { table, keptFrom } = useShownTable(opened);
  const shown = useShownVersion(table?.version, () => unfinishedChanges(name, at) !== null);
  const back = () => onView({ kind: from === "saved" ? "saved" : "none" });

  if (unfinished || known || table) {
    return (
      <QueueServerContext value={place}>
        <EditTable
          key={`${round}-${shown ?? 0}-${unfinished?.id ?? ""}`}
          from={() => unfinished ?? known ?? draftOfTable(table as NonNullable<typeof table>, { branch: at, api_base: base })}
          restored={unfinished !== null}
          closed={table?.metadata.closed ?? false}
          note={note}
          keptFrom={keptFrom}
          onBack={back}
          onActiveDraft={onActiveDraft}
          menu={menu}
          place={focused}
          onReload={async (newer, said = "") => {
            setNote(said);
            const { isError } = await opened.refetch();
            setKnown((isError && newer) || null);
            setUnfinished(null);
            setRound((count) => count + 1);
          }}
        />
      </QueueServerContext>
    );
  }
  return <Opening opened={opened} onBack={back} />;
}

/** Until the table is there, or why it is not. */
function Opening({ opened, onBack }: { opened: ReturnType<typeof useSavedTable>; onBack: () => void }) {
  return (
    <DialogFrame
      size="full"
      title={opened.isError ? TABLE_TEXTS.loadTableFailed : TABLE_TEXTS.editTable}
      onClose={onBack}
      action={
        <Button variant="default" onClick={onBack} data-autofocus>
          {TABLE_TEXTS.back}
        </Button>
      }
    >
      {opened.isError ? (
        <div className={classes.message} role="alert">
          <p>{failureOf(opened.error).message}</p>
          <Button onClick={() => void opened.refetch()} loading={opened.isFetching}>
            Try again
          </Button>
        </div>
      ) : (
        <EditLoading />
      )}
    </DialogFrame>
  );
}

/** The table as the server has it now; where nobody answers, as it was when this device read it last, with the time of that. */
function useShownTable(opened: ReturnType<typeof useSavedTable>) {
  const { timeZone } = usePlaces();
  const isOff = useServerState() === "off";
  const { data, isError, isFetchedAfterMount, dataUpdatedAt } = opened;
  const table = isFetchedAfterMount || isOff ? data : undefined;
  const isKept = table !== undefined && (isError || !isFetchedAfterMount);
  return { table, keptFrom: isKept ? localTime(new Date(dataUpdatedAt), timeZone) : null };
}

/**
 * The version of the table that is drawn. It is read again whenever anything is sent; what somebody is typing must not be
 * drawn anew under their hands, nor what they typed before and are saving while the table is still being read.
 */
function useShownVersion(read: number | undefined, isTypedIn: () => boolean): number | undefined {
  const [shown, setShown] = useState(read);
  if (read !== undefined && read !== shown && !isTypedIn()) setShown(read);
  return shown;
}

function unfinishedChanges(name: string, branch: string): Draft | null {
  return readDrafts().find((draft) => draft.table_name === name && draft.info.branch === branch && draft.step !== "awarding") ?? null;
}

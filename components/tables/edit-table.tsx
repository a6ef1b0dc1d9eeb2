import { Button } from "@mantine/core";
import { useDebouncedValue, useMediaQuery } from "@mantine/hooks";
import { ArrowLeft } from "lucide-react";
import { type ReactNode, type RefObject, useRef, useState } from "react";
import { useToday } from "@/components/app-base/server-clock";
import { QueueBox } from "@/components/menus/queue-box";
import type { TableMenu } from "@/components/menus/use-table-menu";
import { useOptOuts, useUnsure } from "@/components/opt-outs/queries";
import { counted } from "@/components/ui/counted";
import { DialogFrame } from "@/components/ui/dialog-frame";
import { type Draft, dropDraft } from "@/lib/drafts";
import { TABLE_TEXTS } from "@/lib/tables/table-texts";
import { ConflictPanel } from "./conflict-panel";
import { EditCards } from "./edit-cards";
import { changeCount, changesText } from "./edit-changes";
import { EditGrid, type RowsProps } from "./edit-grid";
import { EditNotes } from "./edit-notes";
import { EditSaveBar } from "./edit-save-bar";
import classes from "./edit-table.module.css";
import { LeaveDialog } from "./leave-dialog";
import { MenuQuestion } from "./menu-question";
import { EditPartySize } from "./party-size-field";
import { placeOf } from "./queries";
import { isSentByItself } from "./resend-timing";
import { type Place, useSamePlace } from "./row-focus";
import { ServerSaid, TableTeam } from "./table-heading";
import { useDraft, useLeavingAsks } from "./use-draft";
import { useEditedRows } from "./use-edited-rows";
import { type Reload, useTableSave } from "./use-table-save";

interface Props {
  from: () => Draft;
  /** The changes were left on this device and came back. */
  restored: boolean;
  closed: boolean;
  /** What another tablet did, which the last save kept. */
  note: string;
  /** When it was read, while the server does not answer. */
  keptFrom: string | null;
  onBack: () => void;
  /** Shows the table as the server has it; `known` when the server cannot be asked just now. */
  onReload: Reload;
  onActiveDraft: (id: string | null) => void;
  /** The table's menu; null for whoever may not send it. */
  menu: TableMenu | null;
  /** Where somebody was when a save began, over the drawing anew that ends it. */
  place: RefObject<Place | null>;
}

/** Edit Table: who sat there, as a table on wide screens and as cards on phones. */
export function EditTable({ from, restored, closed, note, keptFrom, onBack, onReload, onActiveDraft, menu, place }: Props) {
  const state = useDraft(from, onActiveDraft);
  const rows = useRef<HTMLDivElement>(null);
  const { draft } = state;
  const edited = useEditedRows(state, rows);
  const saving = useTableSave(state, closed, onReload);
  const [leaving, setLeaving] = useState(false);
  const [asking, setAsking] = useState(false);
  const changes = changeCount(draft);
  const busy = saving.progress !== null;
  useLeavingAsks(changes > 0);
  const rememberPlace = useSamePlace(place, rows, busy);

  const save = () => {
    rememberPlace();
    edited.forget();
    edited.showWrong();
    return saving.save();
  };
  const edit: RowsProps["onEdit"] = (key, fields) => {
    saving.clearProblem();
    edited.edit(key, fields);
  };
  const leave = () => {
    if (busy) return;
    if (changes > 0) return setLeaving(true);
    dropDraft(draft.id);
    onBack();
  };
  const discardMine = () => void saving.discardMine();
  const forMenu = { isSendingMenu: menu?.sending.isSending ?? false, onSendMenu: menu && (() => setAsking(true)) };
  const bar = { changes, ...saving, ...forMenu, kept: state.kept, locked: busy || closed, onAddBlank: edited.addBlank };
  return (
    <>
      <EditFrame draft={draft} busy={busy} onLeave={leave} onSave={save} footer={<EditSaveBar {...bar} onSave={save} />}>
        <EditNotes closed={closed} restored={restored} note={note} keptFrom={keptFrom} busy={busy} onDiscard={discardMine} />
        <EditPartySize state={state} disabled={busy || closed} onEdit={saving.clearProblem} />
        {menu && <QueueBox {...menu} />}
        <div className={classes.rows} ref={rows}>
          {saving.together && <ConflictPanel draft={draft} together={saving.together} onSave={save} onDiscardMine={discardMine} />}
          <Rows {...edited} draft={draft} disabled={busy || closed} onEdit={edit} onRemove={edited.remove} onUndo={edited.undo} />
        </div>
      </EditFrame>
      {asking && menu && <MenuQuestion menu={menu} draft={draft} save={save} onClose={() => setAsking(false)} />}
      {leaving && <LeaveEdit draft={draft} onStay={() => setLeaving(false)} onBack={onBack} />}
    </>
  );
}

interface FrameProps {
  draft: Draft;
  busy: boolean;
  onLeave: () => void;
  onSave: () => void;
  footer: ReactNode;
  children: ReactNode;
}

/** Which table it is, the way back, and the keys that save. */
function EditFrame({ draft: { info }, busy, onLeave, onSave, footer, children }: FrameProps) {
  return (
    <DialogFrame
      size="full"
      title={`Table ${info.table_number}`}
      subtitle={
        <>
          <TableTeam info={info} />
          <span>
            On <ServerSaid base={info.api_base} />
          </span>
        </>
      }
      action={
        <Button variant="default" leftSection={<ArrowLeft size={18} aria-hidden />} onClick={onLeave} disabled={busy} data-autofocus>
          {TABLE_TEXTS.back}
        </Button>
      }
      onClose={onLeave}
      locked={busy}
      onKey={(event) => {
        const saves = event.key.toLowerCase() === "s" || event.key === "Enter";
        if (!saves || !(event.ctrlKey || event.metaKey)) return;
        event.preventDefault();
        onSave();
      }}
      footer={footer}
    >
      {children}
    </DialogFrame>
  );
}

function Rows(props: Omit<RowsProps, "today" | "saidNo" | "unsure">) {
  const today = useToday();
  const noes = useNoesAt(props.draft);
  const isPhone = useMediaQuery("(max-width: 639px)", false, { getInitialValueInEffect: false });
  const Shape = isPhone ? EditCards : EditGrid;
  return (
    <>
      <Shape {...props} today={today} {...noes} />
      {props.draft.guests.length === 0 && <p className={classes.empty}>Nobody at this table. {TABLE_TEXTS.addBlank} starts a new row.</p>}
    </>
  );
}

/** Asked for when somebody stops typing, and not at each digit. */
const PAUSE_MS = 450;

/** Who of a table wants no messages, or may have said so, as its own server knows. */
function useNoesAt({ guests, info }: Draft): Pick<RowsProps, "saidNo" | "unsure"> {
  const [phones] = useDebouncedValue(guests.map((guest) => guest.phones).join("\n"), PAUSE_MS);
  const asked = phones.split("\n");
  const place = placeOf(info);
  return { saidNo: useOptOuts(asked, place), unsure: useUnsure(asked, place) };
}

function LeaveEdit({ draft, onStay, onBack }: { draft: Draft; onStay: () => void; onBack: () => void }) {
  const waits = isSentByItself(draft);
  return (
    <LeaveDialog
      title={`Leave with ${changesText(changeCount(draft))}?`}
      keepLabel={waits ? "Leave it to be sent" : "Keep as draft"}
      discardLabel="Discard changes"
      onStay={onStay}
      onKeep={onBack}
      onDiscard={() => {
        dropDraft(draft.id);
        onBack();
      }}
    >
      Table {draft.info.table_number} has {counted(draft.guests.length, "guest")}.{" "}
      {waits
        ? "Its save got no answer: it waits on this device and is sent by itself as soon as the server answers."
        : "A draft stays on this device and is found in Saved Tables."}
    </LeaveDialog>
  );
}

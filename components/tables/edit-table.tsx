import { Button } from "@mantine/core";
import { useMediaQuery } from "@mantine/hooks";
import { ArrowLeft, Check, UserPlus } from "lucide-react";
import { useRef, useState } from "react";
import { counted } from "@/components/ui/counted";
import { toast } from "@/components/ui/toast";
import { type Draft, type DraftGuest, draftOfTable, dropDraft, type GuestFields, isBlank, newGuest } from "@/lib/drafts";
import { localDate } from "@/lib/local-time";
import { TABLE_TEXTS } from "@/lib/texts";
import { RemovedNote } from "./added-list";
import { type Conflict, ConflictPanel, conflictOf } from "./conflict-panel";
import { DialogFrame } from "./dialog-frame";
import { EditCards } from "./edit-cards";
import { changeCount, changesText, namelessRow, rebased, settled } from "./edit-changes";
import { EditGrid } from "./edit-grid";
import classes from "./edit-table.module.css";
import { LeaveDialog } from "./leave-dialog";
import { shortAddress, usePlaces } from "./places";
import { placeOf, useFreshTable, useRefreshAll } from "./queries";
import { sayOutcome } from "./say-outcome";
import type { SendProgress, SendResult } from "./send-draft";
import { sendKept } from "./send-kept";
import { TableTeam } from "./table-heading";
import { useDraft, useLeavingAsks } from "./use-draft";

interface Props {
  from: () => Draft;
  /** The changes were left on this device and came back. */
  restored: boolean;
  closed: boolean;
  onBack: () => void;
  /** Shows the table as the server has it; `known` when the server cannot be asked just now. */
  onReload: (known?: Draft) => Promise<void>;
  onActiveDraft: (id: string | null) => void;
}

/** Edit Table: who sat there, as a table on wide screens and as cards on phones. */
export function EditTable({ from, restored, closed, onBack, onReload, onActiveDraft }: Props) {
  const { draft, change, kept } = useDraft(from, onActiveDraft);
  const { timeZone } = usePlaces();
  const refresh = useRefreshAll();
  const freshTable = useFreshTable();
  const isPhone = useMediaQuery("(max-width: 639px)", false, { getInitialValueInEffect: false });
  const today = localDate(new Date(), timeZone);

  const [removed, setRemoved] = useState<{ guest: DraftGuest; at: number } | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const [progress, setProgress] = useState<SendProgress | null>(null);
  const [conflict, setConflict] = useState<Conflict | null>(null);
  const [leaving, setLeaving] = useState(false);
  const [cameBack, setCameBack] = useState(restored);
  const rows = useRef<HTMLDivElement>(null);

  const { info, guests } = draft;
  const changes = changeCount(draft);
  const saving = progress !== null;
  const locked = saving || closed;
  useLeavingAsks(changes > 0);

  const edit = (key: string, fields: Partial<GuestFields>) => {
    setProblem(null);
    change((now) => ({ ...now, guests: now.guests.map((guest) => (guest.key === key ? { ...guest, ...fields } : guest)) }));
  };
  const remove = (guest: DraftGuest) => {
    // A blank row has nothing to bring back.
    setRemoved(isBlank(guest) ? null : { guest, at: guests.indexOf(guest) });
    change((now) => ({ ...now, guests: now.guests.filter((other) => other.key !== guest.key) }));
  };
  const undo = () => {
    if (removed) change((now) => ({ ...now, guests: now.guests.toSpliced(removed.at, 0, removed.guest) }));
    setRemoved(null);
  };
  const addBlank = () => {
    const guest = newGuest({});
    change((now) => ({ ...now, guests: [...now.guests, guest] }));
    requestAnimationFrame(() => rows.current?.querySelector<HTMLElement>(`[data-guest="${guest.key}"] input`)?.focus());
  };

  const failed = async (result: Extract<SendResult, { outcome: "failed" }>) => {
    const { failure } = result;
    change(() => result.draft);
    if (failure.code === "conflict" && draft.table_name !== null) {
      const found = conflictOf(failure.fields.current) ?? conflictOf(await freshTable(placeOf(info), draft.table_name).catch(() => null));
      if (found && !found.table.metadata.closed) {
        setConflict(found);
        rows.current?.scrollTo({ top: 0, left: 0 });
        return;
      }
    }
    const cause = failure.message || (failure.status > 0 ? `HTTP ${failure.status}` : "");
    setProblem(cause ? `${TABLE_TEXTS.saveFailed}: ${cause}` : TABLE_TEXTS.saveFailed);
  };

  const save = async (of: Draft = draft) => {
    if (locked) return;
    const nameless = namelessRow(of);
    if (nameless >= 0) return setProblem(`Guest ${nameless + 1} has no name and no phone.`);
    if (of.guests.every(isBlank)) return setProblem(TABLE_TEXTS.addAtLeastOne);
    setProblem(null);
    setConflict(null);
    setRemoved(null);
    setProgress({ step: "saving" });
    try {
      const result = await sendKept(of, setProgress);
      if (result.outcome === "failed") return await failed(result);
      toast.success(TABLE_TEXTS.tableSaved);
      if (Object.keys(result.draft.awards).length > 0 || result.loyaltyBroke) sayOutcome(result);
      void refresh();
      await onReload(settled(result.draft));
    } catch {
      setProblem(TABLE_TEXTS.saveFailed);
    } finally {
      setProgress(null);
    }
  };

  const keepMine = () => {
    if (!conflict) return;
    const mine = rebased(draft, conflict.guests, conflict.table.version);
    change(() => mine);
    void save(mine);
  };
  const takeTheirs = async () => {
    dropDraft(draft.id);
    setConflict(null);
    await onReload(conflict ? draftOfTable(conflict.table, info) : undefined);
  };
  const leave = () => {
    if (saving) return;
    if (changes > 0) return setLeaving(true);
    dropDraft(draft.id);
    onBack();
  };

  const Rows = isPhone ? EditCards : EditGrid;
  return (
    <>
      <DialogFrame
        size="full"
        title={`Table ${info.table_number}`}
        subtitle={
          <>
            <TableTeam info={info} />
            <span dir="ltr">{shortAddress(info.api_base)}</span>
          </>
        }
        action={
          <Button variant="default" leftSection={<ArrowLeft size={18} aria-hidden />} onClick={leave} disabled={saving} data-autofocus>
            {TABLE_TEXTS.back}
          </Button>
        }
        onClose={leave}
        locked={saving}
        onKey={(event) => {
          const saves = event.key.toLowerCase() === "s" || event.key === "Enter";
          if (!saves || !(event.ctrlKey || event.metaKey)) return;
          event.preventDefault();
          void save();
        }}
        footer={
          <div className={classes.bar}>
            <div className={classes.says}>
              <p role="status" className={classes.changes} data-changed={changes > 0 || undefined}>
                {progress
                  ? progress.step === "saving"
                    ? "Saving table…"
                    : `Awarding points ${progress.done}/${progress.total}`
                  : changesText(changes)}
              </p>
              <p role="alert" className={classes.problem}>
                {problem}
              </p>
              {!kept && <p className={classes.problem}>This device cannot keep drafts. Save before you close this page.</p>}
            </div>
            <Button size="lg" variant="default" leftSection={<UserPlus size={18} aria-hidden />} onClick={addBlank} disabled={locked}>
              {TABLE_TEXTS.addBlank}
            </Button>
            <Button
              size="lg"
              leftSection={<Check size={20} aria-hidden />}
              onClick={() => void save()}
              disabled={locked || changes === 0}
              loading={saving}
              title="Ctrl S"
            >
              {TABLE_TEXTS.saveChanges}
            </Button>
          </div>
        }
      >
        {closed && <p className={classes.note}>This table was closed by End of Day and can no longer be changed.</p>}
        {cameBack && (
          <div className={classes.note} role="status">
            <span>The changes that were not saved are here again.</span>
            <Button
              variant="subtle"
              disabled={saving}
              onClick={() => {
                setCameBack(false);
                void takeTheirs();
              }}
            >
              Discard them
            </Button>
          </div>
        )}
        <RemovedNote guest={removed?.guest ?? null} onUndo={undo} />
        <div className={classes.rows} ref={rows}>
          {conflict && <ConflictPanel conflict={conflict} mine={guests} onTheirs={() => void takeTheirs()} onMine={keepMine} />}
          <Rows draft={draft} today={today} disabled={locked} onEdit={edit} onRemove={remove} />
          {guests.length === 0 && <p className={classes.empty}>Nobody at this table. {TABLE_TEXTS.addBlank} starts a new row.</p>}
        </div>
      </DialogFrame>
      {leaving && (
        <LeaveDialog
          title={`Leave with ${changesText(changes)}?`}
          keepLabel="Keep as draft"
          discardLabel="Discard changes"
          onStay={() => setLeaving(false)}
          onKeep={onBack}
          onDiscard={() => {
            dropDraft(draft.id);
            onBack();
          }}
        >
          Table {info.table_number} has {counted(guests.length, "guest")}. A draft stays on this device and is found in Saved Tables.
        </LeaveDialog>
      )}
    </>
  );
}

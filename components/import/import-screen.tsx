"use client";

import { Button, Progress, Skeleton, VisuallyHidden } from "@mantine/core";
import { FileInput as FileIcon, Undo2 } from "lucide-react";
import { useState } from "react";
import { useAppSettings, useBranch } from "@/components/app-base/app-settings";
import { useServerClock } from "@/components/app-base/server-clock";
import { counted } from "@/components/ui/counted";
import { useDialogs } from "@/components/ui/dialogs";
import { dayAndTime } from "@/components/ui/local-times";
import { ErrorNotice } from "@/components/ui/notice";
import { NumberRow } from "@/components/ui/number-row";
import { PageHead } from "@/components/ui/page-head";
import { toast } from "@/components/ui/toast";
import { ToldGuests, useUndo } from "@/components/undo-loss/use-undo";
import { isApiError } from "@/lib/api/api-error";
import type { ImportAnswer } from "@/lib/import/contract";
import { IMPORT_TEXTS } from "@/lib/import/import-texts";
import { branchName } from "@/lib/known-branches";
import type { ToldGuest } from "@/lib/undo-loss";
import { FileDrop } from "./file-drop";
import styles from "./import-screen.module.css";
import { type Undoable as CanBeUndone, undoable, useLastImport } from "./last-import";
import { numbersOf, Told, Trial } from "./preview";
import { type FileChoice, useImport, useImportProgress, useIsUndoing, useLastOfBranch, useTrial, useUndoImport } from "./queries";
import { Unfinished } from "./unfinished";

/** A contact file is looked at, brought in, and undone. */
export function ImportScreen() {
  const branch = useBranch();
  const now = useServerClock();
  const [choice, setChoice] = useState<FileChoice | null>(null);
  const [own, setLast] = useLastImport();
  const bring = useImport();
  const isUndoing = useIsUndoing();
  const ofBranch = useLastOfBranch(bring.isPending || isUndoing).data;
  const last = undoable(ofBranch?.import, own, now);
  const unfinished = ofBranch?.unfinished ?? null;
  const ownFile = unfinished && own?.import_id === unfinished.import_id ? own.file : "";
  const trial = useTrial(choice);
  const change = (changed: Partial<FileChoice>) => setChoice(choice && { ...choice, ...changed });
  const run = async () => {
    if (!choice || !trial.data) return;
    try {
      const { import_id, inserted, filled } = await bring.mutateAsync(asTried(choice, trial.data));
      if (import_id) setLast({ import_id, file: choice.file.name, at: now.toISOString(), inserted, filled });
      setChoice(null);
      window.scrollTo({ top: 0 });
    } catch {
      // Said under the button, where somebody looks who pressed it; the file stays chosen.
    }
  };
  const undone = () => {
    setLast(null);
    bring.reset(); // its figures are true no more
  };
  return (
    <div className={styles.column}>
      <PageHead title={IMPORT_TEXTS.title}>
        Into the guest book of {branchName(branch)}. Nothing changes before you have seen what comes.
      </PageHead>
      <FileDrop
        chosen={choice?.file.name ?? null}
        disabled={bring.isPending || unfinished !== null}
        onFile={(file) => {
          bring.reset();
          setChoice({ file, columns: {}, wrong: {}, dates: undefined });
        }}
      />
      {unfinished && <Unfinished unfinished={unfinished} file={unfinished.file || ownFile} />}
      {bring.data && !choice && !unfinished && <Done answer={bring.data} />}
      {last && !choice && !unfinished && <Undoable last={last} onOver={undone} />}
      {/* How far it is, is what somebody wants to see now: what was shown before stands at its place again if it comes to nothing. */}
      {unfinished && bring.error && <Failed message={bring.error.message} onRetry={run} />}
      {choice && !unfinished && (
        <Tried choice={choice} trial={trial} bring={bring} onChange={change} onRun={run} onCancel={() => setChoice(null)} />
      )}
    </div>
  );
}

interface TriedProps {
  choice: FileChoice;
  trial: ReturnType<typeof useTrial>;
  bring: Pick<ReturnType<typeof useImport>, "isPending" | "error">;
  onChange: (changed: Partial<FileChoice>) => void;
  onRun: () => void;
  onCancel: () => void;
}

/** What the file would bring, what is said of how it is read, and the button that brings it in. */
function Tried({ choice, trial, bring, onChange, onRun, onCancel }: TriedProps) {
  if (!trial.data) return <Awaited trial={trial} />;
  return (
    <>
      <Trial
        trial={trial.data}
        onColumn={(column, as) => onChange({ columns: { ...choice.columns, [column]: as } })}
        choice={choice}
        onWrong={(wrong) => onChange({ wrong: { ...choice.wrong, ...wrong } })}
        onDates={(dates) => onChange({ dates })}
        disabled={bring.isPending}
      />
      {bring.error && <Failed message={bring.error.message} onRetry={onRun} />}
      <Bring trial={trial.data} isLooking={trial.isPlaceholderData} isRunning={bring.isPending} onRun={onRun} onCancel={onCancel} />
    </>
  );
}

function Failed({ message, onRetry }: { message: string; onRetry: () => void }) {
  return <ErrorNotice title={`${message} ${IMPORT_TEXTS.failedSafe}`} onRetry={onRetry} />;
}

/** A file that is being looked at, while its figures are not there yet. */
function Awaited({ trial }: { trial: ReturnType<typeof useTrial> }) {
  if (trial.isFetching) return <Looking />;
  if (!trial.error) return null;
  const isFinal = isApiError(trial.error) && trial.error.status === 422;
  return <ErrorNotice title={trial.error.message} onRetry={isFinal ? undefined : () => trial.refetch()} />;
}

/** Every column as it was read in the trial run: what somebody chooses on another device meanwhile changes nothing here. */
function asTried(choice: FileChoice, { columns = [] }: ImportAnswer): FileChoice {
  return { ...choice, columns: { ...Object.fromEntries(columns.map(({ column, chosen }) => [column, chosen])), ...choice.columns } };
}

function Looking() {
  return (
    <div className={styles.card} role="status">
      <VisuallyHidden>Looking at the file</VisuallyHidden>
      <Skeleton height={84} />
      <Skeleton height={180} />
    </div>
  );
}

interface BringProps {
  trial: ImportAnswer;
  /** Its figures are still those of another way to read the file. */
  isLooking: boolean;
  isRunning: boolean;
  onRun: () => void;
  onCancel: () => void;
}

/** The button, and how far it is. */
function Bring({ trial, isLooking, isRunning, onRun, onCancel }: BringProps) {
  const progress = useImportProgress(isRunning);
  const { inserted, filled, question } = trial;
  const nothing = inserted + filled === 0;
  if (isRunning) {
    const share = progress && progress.total > 0 ? (progress.done / progress.total) * 100 : 0;
    return (
      <div className={styles.bring} role="status">
        <p>
          {share > 0 ? `Bringing in ${progress?.done.toLocaleString("en")} of ${progress?.total.toLocaleString("en")}` : "Reading the file"}
        </p>
        <Progress value={share > 0 ? share : 100} animated={share === 0} aria-label="Import" />
        <p className={styles.help}>It goes on by itself, all of it or nothing. Stay here to see its end.</p>
      </div>
    );
  }
  return (
    <div className={styles.bring}>
      <div className={styles.buttons}>
        <Button size="lg" variant="default" onClick={onCancel}>
          Cancel
        </Button>
        <Button
          size="lg"
          onClick={onRun}
          loading={isLooking}
          disabled={Boolean(question) || nothing}
          leftSection={<FileIcon size={20} strokeWidth={1.75} aria-hidden />}
        >
          {nothing ? "Nobody new in this file" : `Import ${counted(inserted + filled, "guest")}`}
        </Button>
      </div>
      {question && <p className={styles.help}>{IMPORT_TEXTS.answerFirst}</p>}
    </div>
  );
}

function Done({ answer }: { answer: ImportAnswer }) {
  return (
    <section className={styles.card} aria-label="Imported">
      <NumberRow numbers={numbersOf(answer)} />
      <Told answer={answer} />
    </section>
  );
}

/** The last file, and its way back. Below the file's box: it comes a moment later, and must not push that away under a finger. */
function Undoable({ last, onOver }: { last: CanBeUndone; onOver: () => void }) {
  const { timeZone } = useAppSettings();
  const dialogs = useDialogs();
  const undo = useUndoImport();
  const sendUndo = useUndo();
  const takeBack = async () => {
    const asking = {
      title: last.file ? `Undo the import of ${last.file}?` : `Undo the import by ${last.by}?`,
      confirmLabel: "Undo the import",
    };
    const body =
      "Whoever came with it goes again, and what it filled in goes too. Guests who were changed since, or who visited, got a voucher or points since, stay as they are.";
    // Of a late one the server says by name what it takes away.
    if (!last.is_late && !(await dialogs.confirm({ ...asking, body, tone: "danger" }))) return;
    try {
      const done = await sendUndo(asking, (accept_loss) => undo.mutateAsync({ import_id: last.import_id, accept_loss }));
      if (!done) return;
      toast.success(done.message);
      onOver();
      if (done.kept > 0) await dialogs.alert("These guests stay as they are", <Kept guests={done.kept_guests} count={done.kept} />);
    } catch (error) {
      toast.error(error instanceof Error ? error.message : String(error));
      if (isApiError(error) && (error.status === 404 || error.status === 409)) onOver();
    }
  };
  return (
    <section className={styles.last} aria-label="Last import">
      <p>
        <bdi>{last.file ?? `A file that ${last.by} brought in`}</bdi>: {last.inserted.toLocaleString("en")} new
        {last.filled > 0 && `, ${last.filled.toLocaleString("en")} completed`}
        <small>{dayAndTime(last.at, timeZone)}</small>
      </p>
      <Button variant="default" size="sm" loading={undo.isPending} onClick={takeBack} leftSection={<Undo2 size={16} aria-hidden />}>
        {last.is_late ? "Undo…" : "Undo"}
      </Button>
    </section>
  );
}

const NAMES_TOLD = 12;

function Kept({ guests, count }: { guests: readonly ToldGuest[]; count: number }) {
  const told = guests.slice(0, NAMES_TOLD);
  return (
    <>
      <ToldGuests guests={told} />
      {count > told.length && `and ${(count - told.length).toLocaleString("en")} more`}
    </>
  );
}

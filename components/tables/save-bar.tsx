import { Button, Loader } from "@mantine/core";
import { Check } from "lucide-react";
import { useTransition } from "react";
import { counted } from "@/components/ui/counted";
import { TABLE_TEXTS } from "@/lib/tables/table-texts";
import classes from "./save-bar.module.css";
import type { SendProgress } from "./send-draft";

interface Props {
  count: number;
  table: string;
  progress: SendProgress | null;
  problem: string | null;
  /** Whether the device holds what was typed. */
  kept: boolean;
  onSave: () => void;
  /** Where the header has no Cancel. */
  onCancel?: () => void;
}

/** The one primary action, named by its result, with what it is doing and what it lacks. */
export function SaveBar({ count, table, progress, problem, kept, onSave, onCancel }: Props) {
  // The button answers before everything else in the dialog is drawn anew, which takes a slow phone long enough to be tapped twice.
  const [isPressed, press] = useTransition();
  const isBusy = isPressed || progress !== null;
  return (
    <div className={classes.bar}>
      <div className={classes.says}>
        <p role="status" className={classes.progress}>
          {progress && (
            <>
              <Loader size={16} aria-hidden />
              {progressText(progress)}
            </>
          )}
        </p>
        <p role="alert" className={classes.problem}>
          {problem}
        </p>
        {!kept && <p className={classes.problem}>{TABLE_TEXTS.notKept}</p>}
      </div>
      {onCancel && (
        <Button size="lg" variant="default" onClick={onCancel} disabled={isBusy}>
          Cancel
        </Button>
      )}
      <Button
        size="lg"
        className={classes.save}
        onClick={() => press(onSave)}
        disabled={isBusy}
        leftSection={<Check size={20} aria-hidden />}
        title="Ctrl Enter"
      >
        {count === 0 ? `Save table ${table}` : `Save ${counted(count, "guest")} to table ${table}`}
      </Button>
    </div>
  );
}

/** What a save is doing, step by step. */
export function progressText(progress: SendProgress): string {
  return progress.step === "saving" ? "Saving table…" : `Awarding points ${progress.done}/${progress.total}`;
}

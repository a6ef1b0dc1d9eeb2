import { Button } from "@mantine/core";
import { Check, Send, UserPlus } from "lucide-react";
import { MENU_TEXTS } from "@/lib/menus/menu-texts";
import { TABLE_TEXTS } from "@/lib/tables/table-texts";
import { changesText } from "./edit-changes";
import classes from "./edit-table.module.css";
import { progressText } from "./save-bar";
import type { SendProgress } from "./send-draft";

/** The specification's words, and their technical end. */
const [SEND_MENU = "", ENQUEUE = ""] = MENU_TEXTS.send.split(/ (?=\()/);

interface Props {
  changes: number;
  progress: SendProgress | null;
  problem: string | null;
  /** Whether the device holds what was typed. */
  kept: boolean;
  locked: boolean;
  /** The menu is going into the queue. */
  isSendingMenu: boolean;
  onAddBlank: () => void;
  /** Null for whoever may not send it. */
  onSendMenu: (() => void) | null;
  onSave: () => void;
}

/** What is not saved yet, and the buttons of Edit Table. */
export function EditSaveBar({ changes, progress, problem, kept, locked, isSendingMenu, onAddBlank, onSendMenu, onSave }: Props) {
  return (
    <div className={classes.bar}>
      <div className={classes.says}>
        <p role="status" className={classes.changes} data-changed={changes > 0 || undefined}>
          {progress ? progressText(progress) : changesText(changes)}
        </p>
        <p role="alert" className={classes.problem} data-kept={problem?.startsWith(TABLE_TEXTS.keptAndSent) || undefined}>
          {problem}
        </p>
        {!kept && <p className={classes.problem}>{TABLE_TEXTS.notKept}</p>}
      </div>
      <Button size="lg" variant="default" leftSection={<UserPlus size={18} aria-hidden />} onClick={onAddBlank} disabled={locked}>
        {TABLE_TEXTS.addBlank}
      </Button>
      {onSendMenu && (
        <Button
          size="lg"
          variant="default"
          leftSection={<Send size={18} aria-hidden />}
          onClick={onSendMenu}
          disabled={progress !== null}
          loading={isSendingMenu}
        >
          <span>
            {SEND_MENU} <small>{ENQUEUE}</small>
          </span>
        </Button>
      )}
      <Button
        size="lg"
        className={classes.save}
        leftSection={<Check size={20} aria-hidden />}
        onClick={onSave}
        disabled={locked || changes === 0}
        loading={progress !== null}
        title="Ctrl S"
      >
        {TABLE_TEXTS.saveChanges}
      </Button>
    </div>
  );
}

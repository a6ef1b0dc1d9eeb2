import { Button } from "@mantine/core";
import { Copy, Undo2 } from "lucide-react";
import { copyText } from "@/components/ui/copy-text";
import { toast } from "@/components/ui/toast";
import { isApiError } from "@/lib/api/api-error";
import styles from "./date-actions.module.css";
import type { LastChange } from "./last-change";

interface Props {
  label: string;
  done: LastChange;
  /** Null where somebody would rather not. */
  undo: (id: string) => Promise<{ message: string } | null>;
  /** It shows first what it takes away. */
  isLate?: boolean;
  /** It was undone, or cannot be any more. */
  onOver: () => void;
  busy: boolean;
}

/** What was done to the whole date, where the backup lies, and the way back: it stays until the next one. */
export function ChangeNotice({ label, done, undo, isLate, onOver, busy }: Props) {
  const bringBack = async () => {
    try {
      const answer = await undo(done.undo_id);
      if (!answer) return;
      toast.success(answer.message);
      onOver();
    } catch (error) {
      toast.error(error instanceof Error ? error.message : String(error));
      // Somebody undid it already, or another one came after it: this way back leads nowhere now.
      if (isApiError(error) && (error.status === 409 || error.status === 404)) onOver();
    }
  };
  const copy = async () => {
    if (await copyText(done.backup)) toast.success("Path copied");
    else toast.error("The path could not be copied.");
  };
  return (
    <section className={styles.done} aria-label={label}>
      <p className={styles.figures}>{done.figures}</p>
      {done.backup && (
        <>
          <p>A backup was made first.</p>
          <small className={styles.backup}>Backup: {done.backup}</small>
          <Button variant="subtle" size="sm" leftSection={<Copy size={16} aria-hidden />} onClick={copy}>
            Copy
          </Button>
        </>
      )}
      <Button variant="default" size="sm" leftSection={<Undo2 size={16} aria-hidden />} loading={busy} onClick={bringBack}>
        {isLate ? "Undo…" : "Undo"}
      </Button>
    </section>
  );
}

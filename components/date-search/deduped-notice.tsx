import { Button } from "@mantine/core";
import { Copy, Undo2 } from "lucide-react";
import { copyText } from "@/components/ui/copy-text";
import { counted } from "@/components/ui/counted";
import { toast } from "@/components/ui/toast";
import type { Deduped } from "./date-actions";
import styles from "./date-actions.module.css";
import { useUndoDedupe } from "./queries";

/** How many rows stayed and how many went, where the backup lies, and the way back. */
export function DedupedNotice({ done, onUndone }: { done: Deduped; onUndone: () => void }) {
  const undo = useUndoDedupe();
  const { undo_id } = done;
  const bringBack = async (id: string) => {
    try {
      const { message } = await undo.mutateAsync(id);
      toast.success(message);
      onUndone();
    } catch (error) {
      toast.error(error instanceof Error ? error.message : String(error));
    }
  };
  const copy = async () => {
    if (await copyText(done.backup)) toast.success("Path copied");
    else toast.error("The path could not be copied.");
  };
  return (
    <section className={styles.done} aria-label="Duplicates">
      <p className={styles.figures}>
        <b>{counted(done.kept_rows, "row")}</b> kept · <b>{counted(done.deleted_rows, "row")}</b> deleted
      </p>
      <p className={styles.backup}>Backup: {done.backup}</p>
      <Button variant="subtle" size="sm" leftSection={<Copy size={16} aria-hidden />} onClick={copy}>
        Copy
      </Button>
      {undo_id && (
        <Button
          variant="default"
          size="sm"
          leftSection={<Undo2 size={16} aria-hidden />}
          loading={undo.isPending}
          onClick={() => bringBack(undo_id)}
        >
          Undo
        </Button>
      )}
    </section>
  );
}

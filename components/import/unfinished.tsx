import { Button, Progress } from "@mantine/core";
import { Undo2 } from "lucide-react";
import { counted } from "@/components/ui/counted";
import { useDialogs } from "@/components/ui/dialogs";
import { toast } from "@/components/ui/toast";
import type { Unfinished as LargeImport } from "@/lib/import/contract";
import styles from "./import-screen.module.css";
import { useUndoImport } from "./queries";

/** A large file of which not all is in, or not all is out again: how far it is, that nobody has to do anything, and its way back. */
export function Unfinished({ unfinished: { import_id, rows, done, direction }, file }: { unfinished: LargeImport; file: string }) {
  const dialogs = useDialogs();
  const undo = useUndoImport();
  const takeBack = async () => {
    const body = "Whoever came with it goes again. Guests to whom something happened meanwhile stay as they are.";
    const asking = {
      title: `Take back what is in of ${file || "this file"}?`,
      body,
      confirmLabel: "Take it back",
      tone: "danger" as const,
    };
    if (!(await dialogs.confirm(asking))) return;
    try {
      toast.success((await undo.mutateAsync({ import_id, accept_loss: undefined })).message);
    } catch (error) {
      toast.error(error instanceof Error ? error.message : String(error));
    }
  };
  const isIn = direction === "in";
  return (
    <section className={styles.card} aria-label="Unfinished import">
      <p role="status">
        {isIn ? (
          <>
            <bdi>{file || "A file"}</bdi>: {done.toLocaleString("en")} of {counted(rows, "row")} are in.
          </>
        ) : (
          <>
            <bdi>{file || "A file"}</bdi> is being taken back: {counted(done, "row")} to go.
          </>
        )}
      </p>
      <Progress value={rows > 0 ? (done / rows) * 100 : 0} aria-label="Rows that are in" />
      <p className={styles.help}>It goes on by itself, also when the server starts again. The next file can come in once it has ended.</p>
      {isIn && (
        <Button
          className={styles.takeBack}
          variant="default"
          size="sm"
          loading={undo.isPending}
          onClick={takeBack}
          leftSection={<Undo2 size={16} aria-hidden />}
        >
          Take it back
        </Button>
      )}
    </section>
  );
}

import { Button } from "@mantine/core";
import { Building2, CopyMinus, Download } from "lucide-react";
import { useState } from "react";
import { counted } from "@/components/ui/counted";
import { useDialogs } from "@/components/ui/dialogs";
import { longDate } from "@/components/ui/local-times";
import { saveFile } from "@/components/ui/save-file";
import { toast } from "@/components/ui/toast";
import { DATE_SEARCH_TEXTS } from "@/lib/date-search/date-search-texts";
import styles from "./date-actions.module.css";
import { useLastChange } from "./last-change";
import { fetchVcf, useDedupe } from "./queries";

/** What is done with everybody of a date that has somebody. */
export function DateActions({ date, onSetCompany }: { date: string; onSetCompany: () => void }) {
  const dialogs = useDialogs();
  const dedupe = useDedupe();
  const [, setLast] = useLastChange("dedupe");
  const [fetching, setFetching] = useState(false);
  const download = async () => {
    setFetching(true);
    try {
      saveFile(await fetchVcf(date));
    } catch (error) {
      toast.error(error instanceof Error ? error.message : String(error));
    } finally {
      setFetching(false);
    }
  };
  const run = async () => {
    const body =
      "Guests whose numbers have the same last 8 digits are one guest: what their lines say becomes one, and the duplicates are removed. A backup is made first, and it can be undone until the next time.";
    const title = `Remove duplicates of ${longDate(date)}?`;
    if (!(await dialogs.confirm({ title, body, confirmLabel: "Remove duplicates", tone: "danger" }))) return;
    try {
      const { kept_rows, deleted_rows, backup, undo_id } = await dedupe.mutateAsync(date);
      const figures = `${counted(kept_rows, "guest")} kept · ${counted(deleted_rows, "duplicate")} removed`;
      if (undo_id) setLast({ date, figures, backup, undo_id });
      else toast.info(`No duplicates among ${counted(kept_rows, "guest")}.`);
    } catch (error) {
      toast.error(error instanceof Error ? error.message : String(error));
    }
  };
  return (
    <div className={styles.actions}>
      <Button
        variant="default"
        className={styles.action}
        loading={fetching}
        onClick={download}
        leftSection={<Download size={18} strokeWidth={1.75} aria-hidden />}
      >
        <span className={styles.word}>{DATE_SEARCH_TEXTS.exportVcf}</span>
      </Button>
      <Button
        variant="default"
        className={styles.action}
        loading={dedupe.isPending}
        onClick={run}
        leftSection={<CopyMinus size={18} strokeWidth={1.75} aria-hidden />}
      >
        <span className={styles.word}>{DATE_SEARCH_TEXTS.dedupe}</span>
      </Button>
      <Button
        variant="default"
        className={`${styles.action} ${styles.narrowOnly}`}
        onClick={onSetCompany}
        leftSection={<Building2 size={18} strokeWidth={1.75} aria-hidden />}
      >
        <span className={styles.word}>Set company</span>
      </Button>
    </div>
  );
}

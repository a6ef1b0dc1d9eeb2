import { Button } from "@mantine/core";
import { CopyMinus, Download } from "lucide-react";
import { useState } from "react";
import { counted } from "@/components/ui/counted";
import { useDialogs } from "@/components/ui/dialogs";
import { longDate } from "@/components/ui/local-times";
import { saveFile } from "@/components/ui/save-file";
import { toast } from "@/components/ui/toast";
import { DATE_SEARCH_TEXTS } from "@/lib/texts";
import styles from "./date-actions.module.css";
import { fetchVcf, useDedupe } from "./queries";

interface Props {
  date: string;
  onDeduped: (answer: Deduped) => void;
}

/** What a dedupe did, until the next one. */
export interface Deduped {
  date: string;
  kept_rows: number;
  deleted_rows: number;
  backup: string;
  undo_id: string | null;
}

/** What is done with everybody of a date that has somebody. */
export function DateActions({ date, onDeduped }: Props) {
  const dialogs = useDialogs();
  const dedupe = useDedupe();
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
      "Guests whose numbers end in the same 8 digits are one: their rows become one, and the duplicates are deleted. A backup is made first, and it can be undone until the next time.";
    const title = `Remove duplicates of ${longDate(date)}?`;
    if (!(await dialogs.confirm({ title, body, confirmLabel: "Remove duplicates", tone: "danger" }))) return;
    try {
      const answer = await dedupe.mutateAsync(date);
      onDeduped({ date, ...answer });
      if (answer.deleted_rows === 0) toast.info(`No duplicates: ${counted(answer.kept_rows, "row")} kept.`);
    } catch (error) {
      toast.error(error instanceof Error ? error.message : String(error));
    }
  };
  return (
    <div className={styles.actions}>
      <Button variant="default" loading={fetching} onClick={download} leftSection={<Download size={18} strokeWidth={1.75} aria-hidden />}>
        {DATE_SEARCH_TEXTS.exportVcf}
      </Button>
      <Button
        variant="default"
        loading={dedupe.isPending}
        onClick={run}
        leftSection={<CopyMinus size={18} strokeWidth={1.75} aria-hidden />}
      >
        {DATE_SEARCH_TEXTS.dedupe}
      </Button>
    </div>
  );
}

import { Button, Textarea } from "@mantine/core";
import { type FormEvent, useState } from "react";
import { useSession } from "@/components/app-base/session";
import { ChoiceChips } from "@/components/ui/choice-chips";
import { counted } from "@/components/ui/counted";
import { AUTO_DIR } from "@/components/ui/input-direction";
import { NativeDialog } from "@/components/ui/native-dialog";
import { failureText } from "@/components/ui/notice";
import { saveFile } from "@/components/ui/save-file";
import { toast } from "@/components/ui/toast";
import { ALL_DATA_TEXTS } from "@/lib/all-data/all-data-texts";
import { EXPORT_FORMATS, type ExportFormat, FORMAT_NAMES, LARGE_EXPORT, LONGEST_REASON } from "@/lib/export-formats";
import { useAllDataCount, useExportAllData, type Wanted } from "./queries";

/** As short as a reason may be. */
const SHORTEST = 3;

/** Asks as what and why the guests that are shown go out, and says who hears of it before they do. */
export function ExportDialog({ wanted: { filters, sort }, onClose }: { wanted: Wanted; onClose: () => void }) {
  const [format, setFormat] = useState<ExportFormat>("csv");
  const [reason, setReason] = useState("");
  const [problem, setProblem] = useState<string | null>(null);
  const seesPhones = useSession().can("see_all_phones");
  const counting = useAllDataCount(filters);
  const count = counting.isWhole ? counting.sum : null;
  const making = useExportAllData();
  const isReady = count !== 0 && reason.trim().length >= SHORTEST;
  const submit = async (event?: FormEvent) => {
    event?.preventDefault();
    if (!isReady || making.isPending) return;
    setProblem(null);
    try {
      const file = await making.mutateAsync({ filters, sort, format, reason: reason.trim() });
      saveFile(file);
      toast.success(`Saved as ${file.name}.`);
      onClose();
    } catch (error) {
      setProblem(failureText(error, ALL_DATA_TEXTS.notExported));
    }
  };
  return (
    <NativeDialog
      opened
      role="dialog"
      title={count === null ? "Export these guests" : `Export ${counted(count, "guest")}`}
      onClose={onClose}
      actions={
        <>
          <Button size="lg" variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button size="lg" disabled={!isReady} loading={making.isPending} onClick={() => void submit()}>
            {`Export as ${FORMAT_NAMES[format].label}`}
          </Button>
        </>
      }
    >
      <form onSubmit={(event) => void submit(event)} className="stack">
        <ChoiceChips
          label="File"
          choices={EXPORT_FORMATS.map((value) => ({ value, label: FORMAT_NAMES[value].label }))}
          value={format}
          onChange={(value) => setFormat(value as ExportFormat)}
        />
        <Textarea
          label="Why do you need it?"
          description="It stands in the audit trail with your name."
          data-autofocus
          {...AUTO_DIR}
          autosize
          minRows={2}
          maxLength={LONGEST_REASON}
          value={reason}
          onChange={(event) => setReason(event.currentTarget.value)}
        />
        {!seesPhones && <p>{format === "vcf" ? ALL_DATA_TEXTS.noNumbers : ALL_DATA_TEXTS.maskedFile}</p>}
        {(count === null || count > LARGE_EXPORT) && <p>{ALL_DATA_TEXTS.told}</p>}
        {problem && <p role="alert">{problem}</p>}
      </form>
    </NativeDialog>
  );
}

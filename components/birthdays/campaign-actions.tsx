import { ActionIcon, Button } from "@mantine/core";
import { useMediaQuery } from "@mantine/hooks";
import { ChartColumn, Download, EllipsisVertical, Ticket } from "lucide-react";
import { type ComponentProps, useState } from "react";
import { later } from "@/components/ui/later";
import { useNotesAbove } from "@/components/ui/notes-above";
import { OpensPanel } from "@/components/ui/opens-panel";
import { saveFile } from "@/components/ui/save-file";
import { toast } from "@/components/ui/toast";
import { BIRTHDAY_TEXTS } from "@/lib/texts";
import type { ActionsMenu as Menu } from "./actions-menu";
import styles from "./campaign-actions.module.css";
import { fetchBirthdays } from "./queries";

interface Props {
  date: string;
  onGenerate: () => void;
  isGenerating: boolean;
  /** Everybody who can have a voucher has one: nothing more is to be done first. */
  isComplete: boolean;
  onStatistics: () => void;
}

export type ExportKind = "csv" | "vcf";

const ICON = { size: 18, strokeWidth: 1.75, "aria-hidden": true } as const;

/** What is done with everybody of a date; on a phone the next step stands under the thumb, and the others behind a button. */
export function CampaignActions(props: Props) {
  const isPhone = useMediaQuery("(max-width: 639px)", undefined, { getInitialValueInEffect: false });
  const { fetching, save } = useExport(props.date);
  if (isPhone) return <PhoneBar {...props} onExport={save} />;
  return (
    <div className={styles.actions}>
      {(["csv", "vcf"] as const).map((kind) => (
        <Button key={kind} variant="default" loading={fetching === kind} onClick={() => save(kind)} leftSection={<Download {...ICON} />}>
          {kind === "csv" ? BIRTHDAY_TEXTS.exportCsv : BIRTHDAY_TEXTS.exportVcf}
        </Button>
      ))}
      <Button variant="default" aria-keyshortcuts="T" onClick={props.onStatistics} leftSection={<ChartColumn {...ICON} />}>
        {BIRTHDAY_TEXTS.showStatistics}
      </Button>
      <Generate {...props} />
    </div>
  );
}

/** It keeps the focus while the making runs, so it is never the browser's own `disabled`. */
function Generate({ onGenerate, isGenerating, isComplete }: Props) {
  return (
    <Button
      className={styles.generate}
      variant={isComplete && !isGenerating ? "default" : "filled"}
      aria-keyshortcuts="V"
      aria-disabled={isGenerating || undefined}
      data-disabled={isGenerating || undefined}
      onClick={onGenerate}
      leftSection={<Ticket {...ICON} />}
    >
      {BIRTHDAY_TEXTS.generate}
    </Button>
  );
}

const ActionsMenu = later<ComponentProps<typeof Menu>>(() => import("./actions-menu").then((module) => module.ActionsMenu), {
  onClose: (props) => props.onClose,
});

function PhoneBar({ onExport, ...props }: Props & { onExport: (kind: ExportKind) => void }) {
  const bar = useNotesAbove();
  return (
    <div className={styles.bar} ref={bar}>
      <Generate {...props} />
      <OpensPanel
        kind="menu"
        button={(opener) => (
          <ActionIcon size={48} variant="default" aria-label="More to do with this date" {...opener}>
            <EllipsisVertical size={20} strokeWidth={1.75} aria-hidden />
          </ActionIcon>
        )}
        panel={(place) => <ActionsMenu {...place} onExport={onExport} onStatistics={props.onStatistics} />}
      />
    </div>
  );
}

function useExport(date: string) {
  const [fetching, setFetching] = useState<ExportKind | null>(null);
  const save = async (kind: ExportKind) => {
    setFetching(kind);
    try {
      saveFile(await fetchBirthdays(date, kind));
    } catch (error) {
      toast.error(error instanceof Error ? error.message : String(error));
    } finally {
      setFetching(null);
    }
  };
  return { fetching, save };
}

import { Menu } from "@mantine/core";
import { ChartColumn, Download } from "lucide-react";
import { AnchoredMenu } from "@/components/ui/anchored";
import type { PanelProps } from "@/components/ui/opens-panel";
import { BIRTHDAY_TEXTS } from "@/lib/texts";
import type { ExportKind } from "./campaign-actions";

interface Props extends PanelProps {
  onExport: (kind: ExportKind) => void;
  onStatistics: () => void;
}

const ICON = { size: 20, strokeWidth: 1.75, "aria-hidden": true } as const;

/** On a phone: what is not the next step. */
export function ActionsMenu({ onExport, onStatistics, ...place }: Props) {
  return (
    <AnchoredMenu {...place} label="This date" position="bottom-end" width={230}>
      <Menu.Item leftSection={<Download {...ICON} />} onClick={() => onExport("csv")}>
        {BIRTHDAY_TEXTS.exportCsv}
      </Menu.Item>
      <Menu.Item leftSection={<Download {...ICON} />} onClick={() => onExport("vcf")}>
        {BIRTHDAY_TEXTS.exportVcf}
      </Menu.Item>
      <Menu.Item leftSection={<ChartColumn {...ICON} />} onClick={onStatistics}>
        {BIRTHDAY_TEXTS.showStatistics}
      </Menu.Item>
    </AnchoredMenu>
  );
}

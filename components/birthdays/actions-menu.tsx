import { Menu } from "@mantine/core";
import type { LucideIcon } from "lucide-react";
import { AnchoredMenu } from "@/components/ui/anchored";
import type { PanelProps } from "@/components/ui/opens-panel";

/** Something that is done with everybody of a date. */
export interface Action {
  key: "csv" | "vcf" | "statistics" | "retry" | "generate" | "send";
  label: string;
  icon: LucideIcon;
  run: () => void;
  /** The single key that does it too. */
  shortcut?: string;
  isBusy?: boolean;
  /** Why it cannot be done now, in words; it stays where it is and keeps the focus. */
  off?: string | false;
}

interface Props extends PanelProps {
  actions: readonly Action[];
}

/** On a phone: what is not the next step. */
export function ActionsMenu({ actions, ...place }: Props) {
  return (
    <AnchoredMenu {...place} label="This date" position="bottom-end" width={270}>
      {actions.map(({ key, label, icon: Icon, run, off }) => (
        <Menu.Item key={key} leftSection={<Icon size={20} strokeWidth={1.75} aria-hidden />} disabled={Boolean(off)} onClick={run}>
          {label}
        </Menu.Item>
      ))}
    </AnchoredMenu>
  );
}

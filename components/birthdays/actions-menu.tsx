import { Menu } from "@mantine/core";
import { AnchoredMenu } from "@/components/ui/anchored";
import type { PanelProps } from "@/components/ui/opens-panel";
import type { Action } from "./campaign-actions";

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

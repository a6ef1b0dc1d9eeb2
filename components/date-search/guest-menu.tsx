import { Menu } from "@mantine/core";
import { Pencil, Trash2 } from "lucide-react";
import { RowMenu } from "@/components/ui/anchored";
import type { PanelProps } from "@/components/ui/opens-panel";

const ICON = { size: 20, strokeWidth: 1.75, "aria-hidden": true } as const;

export function GuestMenu({ onEdit, onRemove, ...place }: PanelProps & { onEdit: () => void; onRemove: () => void }) {
  return (
    <RowMenu {...place} label="Guest" position="bottom-end" width={200}>
      <Menu.Item leftSection={<Pencil {...ICON} />} onClick={onEdit}>
        Edit
      </Menu.Item>
      <Menu.Item color="danger" leftSection={<Trash2 {...ICON} />} onClick={onRemove}>
        Delete
      </Menu.Item>
    </RowMenu>
  );
}

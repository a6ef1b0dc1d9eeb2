import type { ReactNode } from "react";
import { HeldButton } from "./held-button";
import { NativeDialog } from "./native-dialog";

interface Props {
  opened: boolean;
  /** The exact sentence. */
  title: string;
  /** Help on further lines. */
  children?: ReactNode;
  onClose: () => void;
}

/** What docs/design/spec-shell.md 8 calls an alert: one sentence, one button. */
export function AlertDialog({ opened, title, children, onClose }: Props) {
  return (
    <NativeDialog
      opened={opened}
      role="alertdialog"
      title={title}
      onClose={onClose}
      actions={
        <HeldButton size="lg" onClick={onClose} data-autofocus data-mantine-stop-propagation="true">
          OK
        </HeldButton>
      }
    >
      {children}
    </NativeDialog>
  );
}

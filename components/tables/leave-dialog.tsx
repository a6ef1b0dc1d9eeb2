import { Button } from "@mantine/core";
import type { ReactNode } from "react";
import { HeldButton } from "@/components/ui/held-button";
import { NativeDialog } from "@/components/ui/native-dialog";

interface Props {
  title: string;
  children: ReactNode;
  keepLabel: string;
  discardLabel: string;
  onKeep: () => void;
  onDiscard: () => void;
  onStay: () => void;
}

/** Asked before something typed goes out of sight: keep it for later, throw it away, or stay. */
export function LeaveDialog({ title, children, keepLabel, discardLabel, onKeep, onDiscard, onStay }: Props) {
  return (
    <NativeDialog
      opened
      role="alertdialog"
      title={title}
      onClose={onStay}
      actions={
        <>
          <Button size="lg" variant="default" onClick={onStay} data-mantine-stop-propagation="true">
            Stay
          </Button>
          <HeldButton size="lg" variant="outline" color="danger" onClick={onDiscard} data-mantine-stop-propagation="true">
            {discardLabel}
          </HeldButton>
          <HeldButton size="lg" onClick={onKeep} data-autofocus data-mantine-stop-propagation="true">
            {keepLabel}
          </HeldButton>
        </>
      }
    >
      {children}
    </NativeDialog>
  );
}

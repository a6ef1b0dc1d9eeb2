import { Button } from "@mantine/core";
import type { ReactNode } from "react";
import { HeldButton } from "./held-button";
import { NativeDialog } from "./native-dialog";
import { SpecifiedWords } from "./specified-words";

export interface ConfirmDialogProps {
  opened: boolean;
  title: string;
  body?: ReactNode;
  /** Verb and object: "Delete Rami Khoury", never "Yes". */
  confirmLabel: string;
  cancelLabel?: string;
  tone?: "primary" | "danger" | "accent";
  onConfirm: () => void;
  onClose: () => void;
}

/** A question before something that cannot be undone. */
export function ConfirmDialog({
  opened,
  title,
  body,
  confirmLabel,
  cancelLabel = "Cancel",
  tone = "primary",
  onConfirm,
  onClose,
}: ConfirmDialogProps) {
  return (
    <NativeDialog
      opened={opened}
      role="alertdialog"
      title={<SpecifiedWords text={title} />}
      onClose={onClose}
      actions={
        <>
          <Button size="lg" variant="default" onClick={onClose} data-mantine-stop-propagation="true">
            {cancelLabel}
          </Button>
          <HeldButton
            size="lg"
            color={tone}
            onClick={onConfirm}
            data-autofocus={tone !== "danger" || undefined}
            data-mantine-stop-propagation="true"
          >
            {confirmLabel}
          </HeldButton>
        </>
      }
    >
      {body}
    </NativeDialog>
  );
}

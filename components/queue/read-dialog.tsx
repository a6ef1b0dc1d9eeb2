import { Button, Skeleton } from "@mantine/core";
import type { ReactNode } from "react";
import { DialogFrame } from "@/components/ui/dialog-frame";
import { ErrorNotice } from "@/components/ui/notice";
import styles from "./read-dialog.module.css";

interface Props {
  title: ReactNode;
  subtitle?: ReactNode;
  /** Said where nothing came: `The replies could not be loaded.` */
  failed: string;
  asked: { data: unknown; error: Error | null; isPending: boolean; refetch: () => unknown };
  /** In place of the usual distances. */
  body?: string;
  onClose: () => void;
  children: ReactNode;
}

/** The frame of a dialog that shows one answer of the server: while it comes, when it is there, or why it is not. */
export function ReadDialog({ title, subtitle, failed, asked: { data, error, isPending, refetch }, body, onClose, children }: Props) {
  return (
    <DialogFrame
      size="wide"
      title={title}
      subtitle={subtitle}
      onClose={onClose}
      action={
        <Button variant="subtle" color="neutral" onClick={onClose}>
          Close
        </Button>
      }
    >
      <div className={body ?? styles.body}>
        {isPending && <Skeleton height={200} radius="md" />}
        {error !== null && data === undefined && <ErrorNotice title={failed} error={error} onRetry={() => refetch()} />}
        {children}
      </div>
    </DialogFrame>
  );
}

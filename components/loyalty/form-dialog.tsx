import { Button } from "@mantine/core";
import type { ReactNode } from "react";
import { NativeDialog } from "@/components/ui/native-dialog";
import styles from "./loyalty.module.css";

interface Props {
  title: string;
  /** What the button does. */
  submit: string;
  isReady: boolean;
  isSaving: boolean;
  /** How it failed, in a sentence. */
  problem: string | null;
  onSubmit: () => void;
  onClose: () => void;
  children: ReactNode;
}

/** Fields, and one thing that is done with them; a failure stands below them. */
export function FormDialog({ title, submit, isReady, isSaving, problem, onSubmit, onClose, children }: Props) {
  return (
    <NativeDialog
      opened
      role="dialog"
      title={title}
      onClose={onClose}
      actions={
        <>
          <Button size="lg" variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button size="lg" disabled={!isReady} loading={isSaving} onClick={onSubmit}>
            {submit}
          </Button>
        </>
      }
    >
      <div className={styles.body}>
        {children}
        {problem && <p role="alert">{problem}</p>}
      </div>
    </NativeDialog>
  );
}

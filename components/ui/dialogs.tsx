import { createContext, type ReactNode, useCallback, useContext, useMemo, useState } from "react";
import { AlertDialog } from "./alert-dialog";
import { ConfirmDialog, type ConfirmDialogProps } from "./confirm-dialog";

interface AlertRequest {
  title: string;
  body?: ReactNode;
}
type ConfirmRequest = Pick<ConfirmDialogProps, "title" | "body" | "confirmLabel" | "cancelLabel" | "tone">;

export interface Dialogs {
  /** Shows one sentence, and resolves when it is closed. */
  alert: (title: string, body?: ReactNode) => Promise<void>;
  /** Asks and resolves with the answer; closing the dialog is a no. */
  confirm: (request: ConfirmRequest) => Promise<boolean>;
}

type Waiting =
  | { kind: "alert"; id: number; request: AlertRequest; answer: (yes: boolean) => void }
  | { kind: "confirm"; id: number; request: ConfirmRequest; answer: (yes: boolean) => void };

const DialogsContext = createContext<Dialogs | null>(null);

/** Shows dialogs one after the other: the second waits until the first is answered. */
export function DialogsProvider({ children }: { children: ReactNode }) {
  const [waiting, setWaiting] = useState<Waiting[]>([]);

  const open = useCallback(
    (entry: { kind: "alert"; request: AlertRequest } | { kind: "confirm"; request: ConfirmRequest }) =>
      new Promise<boolean>((answer) => {
        setWaiting((list) => [...list, { ...entry, id: (list.at(-1)?.id ?? 0) + 1, answer } as Waiting]);
      }),
    [],
  );
  const dialogs = useMemo<Dialogs>(
    () => ({
      alert: async (title, body) => void (await open({ kind: "alert", request: { title, body } })),
      confirm: (request) => open({ kind: "confirm", request }),
    }),
    [open],
  );
  const current = waiting[0];
  const answer = (yes: boolean) => {
    current?.answer(yes);
    setWaiting((list) => list.slice(1));
  };

  return (
    <DialogsContext value={dialogs}>
      {children}
      {current?.kind === "alert" && (
        <AlertDialog key={current.id} opened title={current.request.title} onClose={() => answer(false)}>
          {current.request.body}
        </AlertDialog>
      )}
      {current?.kind === "confirm" && (
        <ConfirmDialog key={current.id} opened {...current.request} onConfirm={() => answer(true)} onClose={() => answer(false)} />
      )}
    </DialogsContext>
  );
}

export function useDialogs(): Dialogs {
  const dialogs = useContext(DialogsContext);
  if (!dialogs) throw new Error("useDialogs needs DialogsProvider around it.");
  return dialogs;
}

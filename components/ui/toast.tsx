import { Button } from "@mantine/core";
import { type NotificationData, notifications } from "@mantine/notifications";
import { CircleAlert, CircleCheck, Info } from "lucide-react";
import type { MouseEvent, ReactNode } from "react";
import { focusOr } from "./return-focus";
import { asSpecified } from "./specified-words";
import styles from "./toast.module.css";

/** How long an undo stays within reach. */
const UNDO_MS = 8000;

const CLOSE = { "aria-label": "Close this note" };

function show(note: NotificationData): void {
  // A newer word about the same thing takes the place of the older one.
  if (note.id) notifications.hide(note.id);
  notifications.show({ closeButtonProps: CLOSE, ...note, message: asSpecified(note.message) });
}

/**
 * Short notes at the bottom edge: gone after 3 s, except for errors and notices, which stay until they are closed. What is said is kept
 * until what draws them is there.
 */
export const toast = {
  success(message: ReactNode, id?: string): void {
    show({ id, message, color: "success", icon: <CircleCheck size={20} aria-hidden /> });
  },
  info(message: ReactNode, id?: string): void {
    show({ id, message, color: "info", icon: <Info size={20} aria-hidden /> });
  },
  /** For what somebody should look at when there is time: it stays until it is closed. */
  notice(message: ReactNode, id?: string): void {
    show({ id, message, color: "info", icon: <Info size={20} aria-hidden />, autoClose: false });
  },
  error(message: ReactNode, id?: string): void {
    show({ id, message, color: "danger", icon: <CircleAlert size={20} aria-hidden />, autoClose: false, role: "alert" });
  },
  undo(message: ReactNode, onUndo: () => void): void {
    const id = `undo-${performance.now()}`;
    let from: Element | null = null;
    const undo = ({ detail }: MouseEvent) => {
      notifications.hide(id);
      onUndo();
      // The button disappears: the focus of a key press goes back to where it was.
      if (detail === 0) focusOr(from);
    };
    show({
      id,
      color: "neutral",
      autoClose: UNDO_MS,
      withCloseButton: false,
      message: (
        <div className={styles.undo}>
          <span>{message}</span>
          <Button
            variant="light"
            size="xs"
            onFocus={({ relatedTarget }) => {
              from = relatedTarget;
            }}
            onClick={undo}
          >
            Undo
          </Button>
        </div>
      ),
    });
  },
};

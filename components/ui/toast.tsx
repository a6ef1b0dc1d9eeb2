import { Button, Group } from "@mantine/core";
import type { NotificationData } from "@mantine/notifications";
import { CircleAlert, CircleCheck, Info } from "lucide-react";
import type { ReactNode } from "react";

/** How long an undo stays within reach. */
const UNDO_MS = 8000;

/** No page needs it before the first note. */
const load = () => import("@mantine/notifications");

function show(note: NotificationData): void {
  void load().then(({ notifications }) => notifications.show({ closeButtonProps: CLOSE, ...note }));
}

const CLOSE = { "aria-label": "Close this note" };

/** Short notes at the bottom edge: gone after 3 s, except for errors, which stay until they are closed. */
export const toast = {
  success(message: ReactNode): void {
    show({ message, color: "success", icon: <CircleCheck size={20} aria-hidden /> });
  },
  info(message: ReactNode): void {
    show({ message, color: "info", icon: <Info size={20} aria-hidden /> });
  },
  error(message: ReactNode): void {
    show({
      message,
      color: "danger",
      icon: <CircleAlert size={20} aria-hidden />,
      autoClose: false,
      role: "alert",
    });
  },
  undo(message: ReactNode, onUndo: () => void): void {
    const id = `undo-${performance.now()}`;
    const undo = () => {
      void load().then(({ notifications }) => notifications.hide(id));
      onUndo();
    };
    show({
      id,
      color: "neutral",
      autoClose: UNDO_MS,
      withCloseButton: false,
      message: (
        <Group justify="space-between" wrap="nowrap">
          <span>{message}</span>
          <Button variant="light" size="xs" onClick={undo}>
            Undo
          </Button>
        </Group>
      ),
    });
  },
};

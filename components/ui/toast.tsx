import { Button, Group } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import { CircleAlert, CircleCheck, Info } from "lucide-react";
import type { ReactNode } from "react";

/** How long an undo stays within reach. */
const UNDO_MS = 8000;

/** Short notes at the bottom edge: gone after 3 s, except for errors, which stay until they are closed. */
export const toast = {
  success(message: ReactNode): void {
    notifications.show({ message, color: "success", icon: <CircleCheck size={20} aria-hidden /> });
  },
  info(message: ReactNode): void {
    notifications.show({ message, color: "info", icon: <Info size={20} aria-hidden /> });
  },
  error(message: ReactNode): void {
    notifications.show({ message, color: "danger", icon: <CircleAlert size={20} aria-hidden />, autoClose: false, role: "alert" });
  },
  undo(message: ReactNode, onUndo: () => void): void {
    const id = `undo-${performance.now()}`;
    const undo = () => {
      notifications.hide(id);
      onUndo();
    };
    notifications.show({
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

import { Button, type ButtonProps } from "@mantine/core";
import type { ComponentPropsWithRef } from "react";
import { useIgnoreDoublePress } from "./ignore-double-press";

interface Props extends ButtonProps, Omit<ComponentPropsWithRef<"button">, keyof ButtonProps> {
  /** Held anew when this is another value. */
  since?: unknown;
}

/**
 * A button that sends, deletes, confirms, or closes what is shown once, and that may come to stand under a finger or under
 * the focus: for its first moment it takes no press, and never one of a key that is held down. It looks the same meanwhile.
 */
export function HeldButton({ since, onClick, onKeyDown, ...props }: Props) {
  const isHeld = useIgnoreDoublePress(since);
  return (
    <Button
      {...props}
      aria-disabled={isHeld || undefined}
      onClick={(event) => {
        if (isHeld) event.preventDefault();
        else onClick?.(event);
      }}
      onKeyDown={(event) => {
        if (event.repeat && (event.key === "Enter" || event.key === " ")) event.preventDefault();
        onKeyDown?.(event);
      }}
    />
  );
}

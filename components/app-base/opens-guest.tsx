import { UnstyledButton } from "@mantine/core";
import type { ReactNode } from "react";
import { useOpenGuest } from "./open-guest";
import styles from "./opens-guest.module.css";

interface Props {
  /** As of `GuestToOpen`; without one the name opens nobody. */
  id: string | undefined;
  branch?: string | undefined;
  children: ReactNode;
}

/** A guest's name in a list, which opens the guest for whoever may. */
export function OpensGuest({ id, branch, children }: Props) {
  const open = useOpenGuest();
  if (open === null || !id) return children;
  return (
    <UnstyledButton className={styles.name} aria-haspopup="dialog" onClick={() => open(id, branch)}>
      {children}
    </UnstyledButton>
  );
}

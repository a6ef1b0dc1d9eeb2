import { UnstyledButton } from "@mantine/core";
import { type ReactNode, useState } from "react";
import styles from "./support-details.module.css";

/** What only support needs, one tap away. Within a sentence, so that it is no `details`. */
export function ForSupport({ children }: { children: ReactNode }) {
  const [isOpen, setIsOpen] = useState(false);
  if (isOpen) return <small className={styles.said}>{children}</small>;
  return (
    <UnstyledButton component="button" type="button" className={styles.button} aria-expanded={false} onClick={() => setIsOpen(true)}>
      For support
    </UnstyledButton>
  );
}

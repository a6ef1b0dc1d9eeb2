import { useMediaQuery } from "@mantine/hooks";
import type { ReactNode } from "react";
import styles from "./fold-on-narrow-screen.module.css";

/** Whether there is so little room that what nobody has to do anything about is folded away. */
export const useIsPhone = () => useMediaQuery("(max-width: 639px)", undefined, { getInitialValueInEffect: false });

/** Folded away on a phone; elsewhere there is room for it. */
export function NarrowScreenFold({ summary, children }: { summary: string; children: ReactNode }) {
  if (!useIsPhone()) return children;
  return (
    <details className={styles.fold}>
      <summary>{summary}</summary>
      {children}
    </details>
  );
}

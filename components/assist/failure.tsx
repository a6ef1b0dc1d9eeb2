import { CircleX } from "lucide-react";
import type { ReactNode } from "react";
import styles from "./assist.module.css";

/** What failed, behind a red cross (docs/design/spec-shell.md 8). */
export function Cross({ children }: { children: ReactNode }) {
  return (
    <p className={styles.problem} role="alert">
      {children && (
        <>
          <CircleX size={20} strokeWidth={1.75} aria-label="Error:" /> <span>{children}</span>
        </>
      )}
    </p>
  );
}

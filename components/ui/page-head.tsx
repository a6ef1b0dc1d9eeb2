import type { ReactNode } from "react";
import styles from "./page-head.module.css";

export function PageHead({ title, children }: { title: string; children?: ReactNode }) {
  return (
    <header className={styles.head}>
      <h1 className={styles.title}>{title}</h1>
      {children && <p className={styles.help}>{children}</p>}
    </header>
  );
}

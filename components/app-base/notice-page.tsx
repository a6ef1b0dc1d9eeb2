import type { ReactNode } from "react";
import styles from "./notice-page.module.css";

/** One icon, one sentence, what to do next: for pages that have nothing else to show. */
export function NoticePage({ icon, title, children }: { icon: ReactNode; title: string; children?: ReactNode }) {
  return (
    <section className={styles.page}>
      <span className={styles.icon}>{icon}</span>
      <h1 className={styles.title}>{title}</h1>
      {children}
    </section>
  );
}

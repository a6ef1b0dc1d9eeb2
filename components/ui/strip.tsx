import type { LucideIcon } from "lucide-react";
import type { ReactNode } from "react";
import styles from "./strip.module.css";

interface Props {
  icon: LucideIcon;
  /** Read out when they change; without any, nothing is shown. */
  words: string;
  tone: "calm" | "waiting";
  /** Buttons. */
  children?: ReactNode;
}

/** A line under the bar about the whole app; its words begin where the page's begin. */
export function Strip({ icon: Icon, words, tone, children }: Props) {
  return (
    <div className={styles.strip} data-empty={words === "" || undefined} data-tone={tone}>
      {words && <Icon size={20} strokeWidth={1.75} aria-hidden />}
      <p className={styles.text} role="status">
        {words}
      </p>
      {words && children && <span className={styles.buttons}>{children}</span>}
    </div>
  );
}

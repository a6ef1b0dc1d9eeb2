import type { LucideIcon } from "lucide-react";
import type { ReactNode } from "react";
import styles from "./strip.module.css";

/** From so many letters on a button beside the words would leave them a narrow column on a phone: it stands below. */
const LONG = 90;

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
    <div className={styles.strip} data-empty={words === "" || undefined} data-long={words.length > LONG || undefined} data-tone={tone}>
      {words && <Icon size={20} strokeWidth={1.75} aria-hidden />}
      <p className={styles.text} role="status">
        {words}
      </p>
      {words && children && <span className={styles.buttons}>{children}</span>}
    </div>
  );
}

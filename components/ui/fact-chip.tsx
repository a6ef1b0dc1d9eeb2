import type { LucideIcon } from "lucide-react";
import type { ReactNode } from "react";
import styles from "./fact-chip.module.css";

interface Props {
  tone?: "neutral" | "primary" | "success" | "warning" | "danger" | "info";
  icon?: LucideIcon;
  children: ReactNode;
}

/** One fact about what is shown: a date, a count, a message. */
export function FactChip({ tone = "neutral", icon: Icon, children }: Props) {
  return (
    <span className={styles.chip} style={{ background: `var(--${tone}-soft)`, color: `var(--on-${tone}-soft)` }}>
      {Icon && <Icon size={14} strokeWidth={1.75} aria-hidden />}
      {children}
    </span>
  );
}

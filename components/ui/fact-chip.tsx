import type { LucideIcon } from "lucide-react";
import type { ReactNode } from "react";
import styles from "./fact-chip.module.css";

interface Props {
  tone?: "neutral" | "primary" | "accent" | "plum" | "success" | "warning" | "danger" | "info";
  icon?: LucideIcon;
  /** Beside a guest, where several stand in a row of a list. */
  small?: boolean;
  children: ReactNode;
}

/** One fact about what is shown: a date, a count, a message. */
export function FactChip({ tone = "neutral", icon: Icon, small = false, children }: Props) {
  const colours = { background: `var(--${tone}-soft)`, color: `var(--on-${tone}-soft)` };
  return (
    <span className={styles.chip} data-small={small || undefined} style={colours}>
      {Icon && <Icon size={14} strokeWidth={1.75} aria-hidden />}
      <span>{children}</span>
    </span>
  );
}

import { CircleCheck, Info, TriangleAlert } from "lucide-react";
import type { ComponentProps } from "react";
import styles from "./ending-note.module.css";

const ICONS = { success: CircleCheck, info: Info, warning: TriangleAlert };

/** How something long has ended: well, in part, or in another way that is no failure. */
export function EndingNote({ tone, children, ...rest }: ComponentProps<"p"> & { tone: keyof typeof ICONS }) {
  const Icon = ICONS[tone];
  return (
    <p {...rest} className={styles.note} data-tone={tone}>
      <Icon size={18} strokeWidth={1.75} aria-hidden />
      {children}
    </p>
  );
}

import { CircleCheck, Info } from "lucide-react";
import type { ComponentProps } from "react";
import styles from "./ending-note.module.css";

/** How something long has ended: well, or in another way that is no failure. */
export function EndingNote({ tone, children, ...rest }: ComponentProps<"p"> & { tone: "success" | "info" }) {
  const Icon = tone === "success" ? CircleCheck : Info;
  return (
    <p {...rest} className={styles.note} data-tone={tone}>
      <Icon size={18} strokeWidth={1.75} aria-hidden />
      {children}
    </p>
  );
}

import { useEffect, useState } from "react";
import styles from "./assist.module.css";
import type { HostView } from "./host-session";

/** The mark goes away so long after the last word of it, in milliseconds. */
const STAYS = 3_000;

interface Props {
  pointer: HostView["pointer"];
  /** Where a part of the picture is, in CSS pixels of the page; without it the mark stands in its box by parts of it. */
  place?: (x: number, y: number) => { left: number; top: number } | null;
}

/** Where the viewer points. It is drawn in our own page and moves nothing. */
export function PointerMark({ pointer, place }: Props) {
  const [goneAt, setGoneAt] = useState(0);
  useEffect(() => {
    if (!pointer) return;
    const timer = window.setTimeout(() => setGoneAt(pointer.at), STAYS);
    return () => window.clearTimeout(timer);
  }, [pointer]);
  if (!pointer || pointer.at <= goneAt) return null;
  const at = place ? place(pointer.x, pointer.y) : { left: `${pointer.x * 100}%`, top: `${pointer.y * 100}%` };
  if (!at) return null;
  return <span className={styles.pointer} data-fixed={place ? true : undefined} style={at} aria-hidden data-testid="viewer-pointer" />;
}

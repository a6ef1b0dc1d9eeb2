import { type ReactNode, type RefObject, useRef, useState } from "react";
import { useLayer } from "./layers";
import styles from "./opens-panel.module.css";

/** What a panel is given: where it hangs, and how it is left. */
export interface PanelProps {
  anchor: RefObject<HTMLElement | null>;
  onClose: () => void;
}

/** What the button must take over. */
interface OpenerProps {
  "aria-haspopup": "menu" | "dialog";
  "aria-expanded": boolean;
  onClick: () => void;
}

interface Props {
  kind: OpenerProps["aria-haspopup"];
  button: (props: OpenerProps) => ReactNode;
  panel: (props: PanelProps) => ReactNode;
}

/**
 * A button and what hangs from it while it is open; the browser's Back closes it, as it closes every layer. The button
 * alone is drawn with the page: what places a panel on the screen is more code than the whole frame, and comes by `lazyComponent`.
 */
export function OpensPanel({ kind, button, panel }: Props) {
  const [opened, setOpened] = useState(false);
  const box = useRef<HTMLSpanElement>(null);
  const close = () => {
    setOpened(false);
    box.current?.querySelector("button")?.focus({ preventScroll: true });
  };
  useLayer(opened, close);
  return (
    <span ref={box} className={styles.box}>
      {button({ "aria-haspopup": kind, "aria-expanded": opened, onClick: () => (opened ? close() : setOpened(true)) })}
      {opened && panel({ anchor: box, onClose: close })}
    </span>
  );
}

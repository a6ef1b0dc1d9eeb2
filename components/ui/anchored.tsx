import { Menu, Popover } from "@mantine/core";
import { useClickOutside } from "@mantine/hooks";
import { ChevronDown } from "lucide-react";
import { type ReactNode, useEffect, useRef, useState } from "react";
import styles from "./anchored.module.css";
import { holdStill } from "./hold-while-pressed";
import type { PanelProps } from "./opens-panel";

interface Props extends PanelProps {
  label: string;
  width: number;
  position: "bottom-start" | "bottom-end";
  children: ReactNode;
}

/** The menu of an `OpensPanel`. */
export function AnchoredMenu({ label, children, ...place }: Props) {
  const { setPanel, common } = useAnchored(place);
  return (
    // Reached by Tab too: of what scrolls, something must be (the arrow keys move among them all the same).
    <Menu {...common} menuItemTabIndex={0}>
      <Menu.Target>
        <span className={styles.anchor} />
      </Menu.Target>
      <Menu.Dropdown ref={setPanel} aria-label={label} aria-labelledby={undefined}>
        <Scrolls>{children}</Scrolls>
      </Menu.Dropdown>
    </Menu>
  );
}

/** As long as somebody takes to choose. One that is left open must not leave the page behind it old. */
const MENU_MS = 10_000;

/** The menu of a row, which would take it along when it moves or goes: until something is chosen, the press goes on. */
export function RowMenu(props: Props) {
  useEffect(() => holdStill(MENU_MS), []);
  return <AnchoredMenu {...props} />;
}

/** The panel of an `OpensPanel` that is no menu. */
export function AnchoredPopover({ label, children, ...place }: Props) {
  const { setPanel, common } = useAnchored(place);
  return (
    <Popover {...common} trapFocus>
      <Popover.Target>
        <span className={styles.anchor} />
      </Popover.Target>
      <Popover.Dropdown ref={setPanel} role="dialog" aria-label={label} aria-labelledby={undefined}>
        <Scrolls>{children}</Scrolls>
      </Popover.Dropdown>
    </Popover>
  );
}

/** What is higher than its room scrolls, and says that there is more below. */
function Scrolls({ children }: { children: ReactNode }) {
  const box = useRef<HTMLDivElement>(null);
  const content = useRef<HTMLDivElement>(null);
  const [hasMore, setHasMore] = useState(false);
  const look = () => {
    const { current } = box;
    // A pixel less than its end is its end: heights are rounded.
    if (current) setHasMore(current.scrollTop + current.clientHeight < current.scrollHeight - 1);
  };
  useEffect(() => {
    const watcher = new ResizeObserver(look);
    if (box.current) watcher.observe(box.current);
    if (content.current) watcher.observe(content.current);
    return () => watcher.disconnect();
  });
  return (
    <div ref={box} className={styles.scrolls} onScroll={look} data-has-more={hasMore || undefined}>
      <div ref={content}>{children}</div>
      <div className={styles.more} aria-hidden>
        <ChevronDown size={18} />
      </div>
    </div>
  );
}

/** Pixels that stay free at the edge of the screen. */
const EDGE = 8;

/** How high a menu may be where it hangs, in what is visible of the screen: the rest is scrolled to within it. */
function giveRoom({ availableHeight, elements }: { availableHeight: number; elements: { floating: HTMLElement } }): void {
  elements.floating.style.setProperty("--room", `${Math.floor(availableHeight)}px`);
}

function useAnchored({ anchor, onClose, width, position }: Omit<Props, "label" | "children">) {
  const [panel, setPanel] = useState<HTMLElement | null>(null);
  // The button closes what it opened by itself: a press on it is none beside the panel.
  useClickOutside(
    onClose,
    null,
    [anchor.current, panel].filter((node) => node !== null),
  );
  const onChange = (opened: boolean) => !opened && onClose();
  // The anchor takes no focus: the button itself says what it opens.
  const common = {
    opened: true,
    withRoles: false,
    onChange,
    // As wide as its words need where letters are large, and never wider than the screen.
    width: `min(${width / 16}rem, calc(100vw - 2rem))`,
    position,
    withArrow: true,
    arrowPosition: "center" as const,
    shadow: "md",
    closeOnClickOutside: false,
    middlewares: { flip: true, shift: true, size: { padding: EDGE, apply: giveRoom } },
  };
  return { setPanel, common };
}

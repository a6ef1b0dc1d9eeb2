import { Modal } from "@mantine/core";
import { useWindowEvent } from "@mantine/hooks";
import { type ReactNode, useState } from "react";
import classes from "./dialog-frame.module.css";
import { LayerTargetProvider } from "./layer-target";
import { useLayer } from "./layers";
import { useNotesAbove } from "./notes-above";
import { useStillPage } from "./still-page";

interface Props {
  /** `sheet`: a narrow form. `wide`: lists. `full`: nearly the whole screen. On phones each fills the screen. */
  size: "sheet" | "wide" | "full";
  title: ReactNode;
  /** Under the title. */
  subtitle?: ReactNode;
  /** At the end of the header: Cancel, Back. */
  action?: ReactNode;
  footer?: ReactNode;
  onClose: () => void;
  /** While something is being saved, Escape and Back do nothing. */
  locked?: boolean;
  /** The dialog's own keys, unless a field inside kept one to itself. */
  onKey?: (event: KeyboardEvent) => void;
  children: ReactNode;
}

/** The frame of the table dialogs: a header that stays, a body that scrolls, a footer under the thumb. */
export function DialogFrame({ size, title, subtitle, action, footer, onClose, locked = false, onKey, children }: Props) {
  const [layers, setLayers] = useState<HTMLElement | null>(null);
  const footerBox = useNotesAbove();
  useLayer(true, () => !locked && onClose(), true);
  useStillPage(true);
  useWindowEvent("keydown", (event) => {
    if (!event.defaultPrevented && !event.isComposing && event.key !== "Escape") onKey?.(event);
  });

  return (
    <Modal.Root
      opened
      onClose={onClose}
      closeOnEscape={false}
      closeOnClickOutside={false}
      returnFocus={false}
      lockScroll={false}
      transitionProps={{ duration: 0 }}
      padding={0}
      classNames={{ inner: classes.inner, content: classes.content }}
      data-size={size}
    >
      <Modal.Overlay className={classes.overlay} />
      <Modal.Content data-size={size}>
        <LayerTargetProvider value={layers}>
          <div className={classes.header}>
            <div className={classes.titles}>
              <Modal.Title className={classes.title}>{title}</Modal.Title>
              {subtitle && <div className={classes.subtitle}>{subtitle}</div>}
            </div>
            {action}
          </div>
          {children}
          {footer && (
            <div className={classes.footer} ref={footerBox}>
              {footer}
            </div>
          )}
        </LayerTargetProvider>
        <div ref={setLayers} />
      </Modal.Content>
    </Modal.Root>
  );
}

import { useFocusTrap, useMergedRef, useWindowEvent } from "@mantine/hooks";
import { type ReactNode, useContext, useId, useRef, useState } from "react";
import { createPortal } from "react-dom";
import { useDialogFocus } from "./dialog-focus";
import classes from "./dialog-frame.module.css";
import { AfterOpening, type DialogSize } from "./dialog-opening";
import { useEarlyKeysGiven } from "./early-keys";
import { LayerTargetProvider } from "./layer-target";
import { useLayer } from "./layers";
import { useNotesStrip } from "./notes-above";
import { useScrollLock } from "./scroll-lock";

interface Props {
  size: DialogSize;
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

/**
 * The frame of the table dialogs: a header that stays, a body that scrolls, a footer under the thumb. Mantine's modal is
 * a dozen components and several drawings more, for movements and locks that are not wanted here.
 */
export function DialogFrame({ size, title, subtitle, action, footer, onClose, locked = false, onKey, children }: Props) {
  const titleId = useId();
  const [layers, setLayers] = useState<HTMLElement | null>(null);
  const focusTrap = useFocusTrap();
  const content = useRef<HTMLElement | null>(null);
  const { lastLine, strip } = useNotesStrip();
  const isInPlace = useContext(AfterOpening);
  const box = useMergedRef(focusTrap, content);
  useLayer(true, () => !locked && onClose(), true);
  useScrollLock(true);
  useEarlyKeysGiven(content);
  useDialogFocus(content);
  useWindowEvent("keydown", (event) => {
    if (event.defaultPrevented || event.isComposing || event.key === "Escape" || isOfAnother(event.target, content.current)) return;
    // Held down, it is the press that brought the dialog here.
    if (event.repeat && event.key === "Enter") return;
    onKey?.(event);
  });

  return createPortal(
    <>
      <div className={classes.overlay} />
      <div className={classes.inner}>
        <section
          ref={box}
          role="dialog"
          aria-modal
          aria-labelledby={titleId}
          tabIndex={-1}
          className={classes.content}
          data-size={size}
          data-in-place={isInPlace || undefined}
        >
          <LayerTargetProvider value={layers}>
            <div className={classes.header}>
              <div className={classes.titles}>
                <h2 id={titleId} className={classes.title}>
                  {title}
                </h2>
                {subtitle && <div className={classes.subtitle}>{subtitle}</div>}
              </div>
              {action}
            </div>
            {children}
            {strip > 0 && <div className={classes.notes} style={{ height: strip }} />}
            <div className={footer ? classes.footer : undefined} ref={lastLine}>
              {footer}
            </div>
          </LayerTargetProvider>
          <div ref={setLayers} />
        </section>
      </div>
    </>,
    document.body,
  );
}

/** Whether a key was pressed in a dialog that stands above this one. */
function isOfAnother(target: EventTarget | null, content: HTMLElement | null): boolean {
  return target instanceof Element && !content?.contains(target) && target.closest('[role="dialog"], dialog') !== null;
}

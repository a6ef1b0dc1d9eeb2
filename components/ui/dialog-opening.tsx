import { createContext } from "react";
import { createPortal } from "react-dom";
import classes from "./dialog-frame.module.css";
import { useLayer } from "./layers";
import { useScrollLock } from "./scroll-lock";

/** `sheet`: a narrow form. `medium`: two short lists. `wide`: lists. `full`: nearly the whole screen. On phones each fills the screen. */
export type DialogSize = "sheet" | "medium" | "wide" | "full";

/** A dialog whose body is still being drawn: what it covers, and Back, are as they will be with it. */
export function DialogOpening({ size, onClose }: { size: DialogSize; onClose: () => void }) {
  useLayer(true, onClose, true);
  useScrollLock(true);
  return createPortal(
    <>
      <div className={classes.overlay} />
      <div className={classes.inner} aria-hidden>
        <section className={classes.content} data-size={size} data-opening />
      </div>
    </>,
    document.body,
  );
}

/** A dialog that was on the screen as an opening one takes its place without a movement of its own. */
export const AfterOpening = createContext(false);

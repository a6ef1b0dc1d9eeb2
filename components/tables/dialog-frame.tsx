import { Modal } from "@mantine/core";
import type { KeyboardEventHandler, ReactNode } from "react";
import classes from "./dialog-frame.module.css";

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
  /** While something is being saved, Escape and a click outside do nothing. */
  locked?: boolean;
  onKeyDown?: KeyboardEventHandler<HTMLDivElement>;
  children: ReactNode;
}

/** The frame of the table dialogs: a header that stays, a body that scrolls, a footer under the thumb. */
export function DialogFrame({ size, title, subtitle, action, footer, onClose, locked = false, onKeyDown, children }: Props) {
  return (
    <Modal.Root
      opened
      onClose={onClose}
      closeOnEscape={!locked}
      closeOnClickOutside={false}
      returnFocus={false}
      transitionProps={{ duration: 0 }}
      padding={0}
      classNames={{ inner: classes.inner, content: classes.content }}
      data-size={size}
    >
      <Modal.Overlay className={classes.overlay} />
      <Modal.Content onKeyDown={onKeyDown} data-size={size}>
        <header className={classes.header}>
          <div className={classes.titles}>
            <Modal.Title className={classes.title}>{title}</Modal.Title>
            {subtitle && <div className={classes.subtitle}>{subtitle}</div>}
          </div>
          {action}
        </header>
        {children}
        {footer && <footer className={classes.footer}>{footer}</footer>}
      </Modal.Content>
    </Modal.Root>
  );
}

import { type ReactNode, useEffect, useId, useRef } from "react";
import { useLayer } from "./layers";
import styles from "./native-dialog.module.css";
import { focusedNow, focusOr } from "./return-focus";

interface Props {
  opened: boolean;
  role: "alertdialog" | "dialog";
  title: ReactNode;
  icon?: ReactNode;
  children?: ReactNode;
  actions: ReactNode;
  onClose: () => void;
}

/**
 * The browser's own modal dialog: it keeps the focus inside, gives it back on closing and stands above every other
 * layer. Mantine's modal cannot be an `alertdialog`.
 */
export function NativeDialog({ opened, role, title, icon, children, actions, onClose }: Props) {
  const ref = useRef<HTMLDialogElement>(null);
  const id = useId();
  useLayer(opened, onClose);

  useEffect(() => {
    const dialog = ref.current;
    if (!dialog || !opened) return;
    const opener = focusedNow();
    if (!dialog.open) dialog.showModal();
    dialog.querySelector<HTMLElement>("[data-autofocus]")?.focus();
    return () => {
      dialog.close();
      // The element has left the page by now, and the browser gives the focus back from a dialog on the page only.
      focusOr(opener);
    };
  }, [opened]);

  if (!opened) return null;
  return (
    // The attribute keeps Mantine's layers underneath from closing at the same Escape.
    <dialog
      ref={ref}
      role={role}
      aria-modal="true"
      aria-labelledby={`${id}-title`}
      aria-describedby={children ? `${id}-body` : undefined}
      className={styles.dialog}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
      onKeyDown={(event) => event.stopPropagation()}
      data-mantine-stop-propagation="true"
    >
      <div className={styles.head}>
        {icon}
        <h2 id={`${id}-title`} className={styles.title}>
          {title}
        </h2>
      </div>
      {children && (
        <div id={`${id}-body`} className={styles.body}>
          {children}
        </div>
      )}
      {actions && <div className={styles.actions}>{actions}</div>}
    </dialog>
  );
}

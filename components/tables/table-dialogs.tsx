"use client";

import { createContext, type ReactNode, useContext, useMemo, useRef, useState } from "react";
import { later } from "@/components/ui/later";
import type { Draft } from "@/lib/drafts";
import type { LayerProps } from "./table-dialog-layer";
import { type TableView, viewOfDraft } from "./table-view";
import type { TableInfoProps } from "./use-table-info";

const onClose =
  ({ onView }: Pick<LayerProps, "onView">) =>
  () =>
    onView({ kind: "none" });

/** What every table begins with: it comes right behind the first load. */
const TableInfoDialog = later<TableInfoProps>(() => import("./table-info-dialog").then((module) => module.TableInfoDialog), {
  onClose,
  frame: () => "sheet",
  soon: true,
});
/** The other dialogs know phones and countries, which nobody needs so early. */
const TableDialogLayer = later<LayerProps>(() => import("./table-dialog-layer").then((module) => module.default), {
  onClose,
  frame: ({ view }) => (view.kind === "saved" ? "wide" : "full"),
});

export interface TableDialogs {
  /** Table Info, then Select Contacts. */
  newTable: () => void;
  savedTables: () => void;
  /** The Edit Table view; the branch is this device's unless said. */
  openTable: (name: string, branch?: string) => void;
  /** Goes on where a table on this device was left. */
  openDraft: (draft: Draft) => void;
}

const TableDialogsContext = createContext<TableDialogs | null>(null);
/** Apart from the ways to open: whoever only opens a dialog is not drawn anew because one is open. */
const ActiveDraftContext = createContext<string | null>(null);

export function TableDialogsProvider({ children }: { children: ReactNode }) {
  const [view, setView] = useState<TableView>({ kind: "none" });
  const [activeDraft, setActiveDraft] = useState<string | null>(null);
  const opener = useRef<HTMLElement | null>(null);

  const dialogs = useMemo<TableDialogs>(() => {
    const open = (next: TableView) => {
      opener.current = document.activeElement instanceof HTMLElement ? document.activeElement : null;
      setView(next);
    };
    return {
      newTable: () => open({ kind: "info", draft: null }),
      savedTables: () => open({ kind: "saved" }),
      openTable: (name, branch) => open({ kind: "edit", name, branch: branch ?? null, draft: null }),
      openDraft: (draft) => open(viewOfDraft(draft)),
    };
  }, []);

  const show = (next: TableView) => {
    setView(next);
    if (next.kind !== "none") return;
    setActiveDraft(null);
    // The layer takes its focus trap away first; the strip or menu that opened it may be gone by now.
    window.setTimeout(() => {
      const back =
        opener.current?.isConnected && opener.current !== document.body ? opener.current : document.querySelector<HTMLElement>("main");
      back?.focus({ preventScroll: true });
    });
  };

  return (
    <TableDialogsContext value={dialogs}>
      <ActiveDraftContext value={activeDraft}>{children}</ActiveDraftContext>
      {view.kind === "info" && <TableInfoDialog from={view.draft} onView={show} onActiveDraft={setActiveDraft} />}
      {view.kind !== "none" && view.kind !== "info" && <TableDialogLayer view={view} onView={show} onActiveDraft={setActiveDraft} />}
    </TableDialogsContext>
  );
}

export function useTableDialogs(): TableDialogs {
  const dialogs = useContext(TableDialogsContext);
  if (!dialogs) throw new Error("useTableDialogs needs TableDialogsProvider around it.");
  return dialogs;
}

/** The draft that stands open in a dialog, which is not "waiting" while somebody works on it. */
export function useActiveDraft(): string | null {
  return useContext(ActiveDraftContext);
}

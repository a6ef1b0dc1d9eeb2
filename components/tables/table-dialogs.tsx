"use client";

import dynamic from "next/dynamic";
import { createContext, type ReactNode, useContext, useEffect, useMemo, useRef, useState } from "react";
import type { Draft } from "@/lib/drafts";
import { type TableView, viewOfDraft } from "./table-view";

/** The dialogs know phones and countries, which no page needs before somebody opens one of them. */
const loadLayer = () => import("./table-dialog-layer");
const TableDialogLayer = dynamic(loadLayer, { ssr: false });

/** So that a table can be opened when the network is gone by then; late enough to be in nobody's way. */
const PRELOAD_AFTER_MS = 4000;

export interface TableDialogs {
  /** Table Info, then Select Contacts. */
  newTable: () => void;
  savedTables: () => void;
  /** The Edit Table view; the branch is this device's unless said. */
  openTable: (name: string, branch?: string) => void;
  /** Goes on where a table on this device was left. */
  openDraft: (draft: Draft) => void;
  /** The draft that stands open in a dialog, which is not "waiting" while somebody works on it. */
  activeDraft: string | null;
}

const TableDialogsContext = createContext<TableDialogs | null>(null);

export function TableDialogsProvider({ children }: { children: ReactNode }) {
  const [view, setView] = useState<TableView>({ kind: "none" });
  const [activeDraft, setActiveDraft] = useState<string | null>(null);
  const opener = useRef<HTMLElement | null>(null);

  useEffect(() => {
    const timer = window.setTimeout(() => void loadLayer().catch(() => undefined), PRELOAD_AFTER_MS);
    return () => window.clearTimeout(timer);
  }, []);

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
      activeDraft,
    };
  }, [activeDraft]);

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
      {children}
      {view.kind !== "none" && <TableDialogLayer view={view} onView={show} onActiveDraft={setActiveDraft} />}
    </TableDialogsContext>
  );
}

export function useTableDialogs(): TableDialogs {
  const dialogs = useContext(TableDialogsContext);
  if (!dialogs) throw new Error("useTableDialogs needs TableDialogsProvider around it.");
  return dialogs;
}

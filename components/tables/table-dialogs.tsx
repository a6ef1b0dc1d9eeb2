"use client";

import { createContext, type ReactNode, useContext, useMemo, useState } from "react";
import { lazyComponent } from "@/components/ui/lazy-component";
import { useOpener } from "@/components/ui/return-focus";
import type { Draft } from "@/lib/drafts";
import { ActiveDraftContext } from "./active-draft";
import type { LayerProps } from "./table-dialog-layer";
import { type TableView, viewOfDraft } from "./table-view";
import type { TableInfoProps } from "./use-table-info";

const onClose =
  ({ onView }: Pick<LayerProps, "onView">) =>
  () =>
    onView({ kind: "none" });

/** What every table begins with: it comes right behind the first load. */
const TableInfoDialog = lazyComponent<TableInfoProps>(() => import("./table-info-dialog").then((module) => module.TableInfoDialog), {
  onClose,
  frame: () => "sheet",
  soon: true,
  first: true,
});
/** The other dialogs know phones and countries, which nobody needs so early. */
const TableDialogLayer = lazyComponent<LayerProps>(() => import("./table-dialog-layer").then((module) => module.default), {
  onClose,
  frame: ({ view }) => (view.kind === "saved" ? "wide" : "full"),
  first: true,
});

export interface TableDialogs {
  /** Table Info, then Select Contacts. */
  newTable: () => void;
  /** The same, filled with what is known already: a reservation's table, people and booker. */
  beginTable: (draft: Draft) => void;
  savedTables: () => void;
  /** The Edit Table view; the branch is this device's unless said. */
  openTable: (name: string, branch?: string) => void;
  /** Goes on where a table on this device was left. */
  openDraft: (draft: Draft) => void;
}

const TableDialogsContext = createContext<TableDialogs | null>(null);

export function TableDialogsProvider({ children }: { children: ReactNode }) {
  const [view, setView] = useState<TableView>({ kind: "none" });
  const [activeDraft, setActiveDraft] = useState<string | null>(null);
  const opener = useOpener();

  const dialogs = useMemo<TableDialogs>(() => {
    const open = (next: TableView) => {
      opener.remember();
      setView(next);
    };
    return {
      newTable: () => open({ kind: "info", draft: null }),
      beginTable: (draft) => open({ kind: "info", draft, isBegun: true }),
      savedTables: () => open({ kind: "saved" }),
      openTable: (name, branch) => open({ kind: "edit", name, branch: branch ?? null, draft: null, from: "page" }),
      openDraft: (draft) => open(viewOfDraft(draft, "page")),
    };
  }, [opener]);

  const show = (next: TableView) => {
    setView(next);
    if (next.kind !== "none") return;
    setActiveDraft(null);
    opener.giveBack();
  };

  return (
    <TableDialogsContext value={dialogs}>
      <ActiveDraftContext value={activeDraft}>{children}</ActiveDraftContext>
      {view.kind === "info" && <TableInfoDialog from={view.draft} isBegun={view.isBegun} onView={show} onActiveDraft={setActiveDraft} />}
      {view.kind !== "none" && view.kind !== "info" && <TableDialogLayer view={view} onView={show} onActiveDraft={setActiveDraft} />}
    </TableDialogsContext>
  );
}

export function useTableDialogs(): TableDialogs {
  const dialogs = useContext(TableDialogsContext);
  if (!dialogs) throw new Error("useTableDialogs needs TableDialogsProvider around it.");
  return dialogs;
}

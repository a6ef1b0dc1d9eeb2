"use client";

import { type ComponentProps, createContext, type ReactNode, useContext, useMemo, useState } from "react";
import { useStillMay } from "@/components/app-base/session";
import type { BranchesDialog } from "@/components/branches/branches-dialog";
import { lazyComponent } from "@/components/ui/lazy-component";
import { useOpener } from "@/components/ui/return-focus";
import type { BackendFolderDialog } from "./backend-folder-dialog";
import type { OptionsDialog } from "./options-dialog";

const Options = lazyComponent<ComponentProps<typeof OptionsDialog>>(
  () => import("./options-dialog").then((module) => module.OptionsDialog),
  {
    onClose: (props) => props.onClose,
    frame: () => "sheet",
  },
);
const BackendFolder = lazyComponent<ComponentProps<typeof BackendFolderDialog>>(
  () => import("./backend-folder-dialog").then((module) => module.BackendFolderDialog),
  { onClose: (props) => props.onClose, frame: () => "full" },
);

const Branches = lazyComponent<ComponentProps<typeof BranchesDialog>>(
  () => import("@/components/branches/branches-dialog").then((module) => module.BranchesDialog),
  { onClose: (props) => props.onClose, frame: () => "wide" },
);

const NEEDED = { options: "options_open", "backend folder": "signed-in", branches: "everything" } as const;

type View = keyof typeof NEEDED;

export interface OptionsDialogs {
  options: () => void;
  backendFolder: () => void;
  branches: () => void;
}

const OptionsContext = createContext<OptionsDialogs | null>(null);

/** Options, Backend Folder and Branches, for every place that opens them. */
export function OptionsDialogsProvider({ children }: { children: ReactNode }) {
  const [view, setView] = useState<View | null>(null);
  const opener = useOpener();
  const dialogs = useMemo<OptionsDialogs>(() => {
    const open = (next: View) => () => {
      opener.remember();
      setView(next);
    };
    return { options: open("options"), backendFolder: open("backend folder"), branches: open("branches") };
  }, [opener]);
  const close = () => {
    setView(null);
    opener.giveBack();
  };
  useStillMay(view ? NEEDED[view] : "signed-in", view !== null, close);
  return (
    <OptionsContext value={dialogs}>
      {children}
      {view === "options" && <Options onClose={close} />}
      {view === "backend folder" && <BackendFolder onClose={close} />}
      {view === "branches" && <Branches onClose={close} />}
    </OptionsContext>
  );
}

export function useOptionsDialogs(): OptionsDialogs {
  const dialogs = useContext(OptionsContext);
  if (!dialogs) throw new Error("useOptionsDialogs needs OptionsDialogsProvider around it.");
  return dialogs;
}

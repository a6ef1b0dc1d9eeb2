"use client";

import { type ComponentProps, createContext, type ReactNode, useContext, useMemo, useState } from "react";
import { lazyComponent } from "@/components/ui/lazy-component";
import { useOpener } from "@/components/ui/return-focus";
import type { ManageStaffDialog } from "./manage-staff-dialog";

const Dialog = lazyComponent<ComponentProps<typeof ManageStaffDialog>>(
  () => import("./manage-staff-dialog").then((module) => module.ManageStaffDialog),
  { onClose: (props) => props.onClose, frame: () => "medium" },
);

interface ManageStaff {
  /** Opens the lists of a branch; without one, those of the branch that this device works for. */
  open: (branch?: string) => void;
}

const ManageStaffContext = createContext<ManageStaff | null>(null);

/** The dialog of a branch's hostesses and waiters, for every place that opens it. */
export function ManageStaffProvider({ children }: { children: ReactNode }) {
  const [opened, setOpened] = useState<{ branch: string | null } | null>(null);
  const opener = useOpener();
  const manage = useMemo<ManageStaff>(
    () => ({
      open: (branch) => {
        opener.remember();
        setOpened({ branch: branch || null });
      },
    }),
    [opener],
  );
  const close = () => {
    setOpened(null);
    opener.giveBack();
  };
  return (
    <ManageStaffContext value={manage}>
      {children}
      {opened && <Dialog branch={opened.branch} onClose={close} />}
    </ManageStaffContext>
  );
}

export function useManageStaff(): ManageStaff {
  const manage = useContext(ManageStaffContext);
  if (!manage) throw new Error("useManageStaff needs ManageStaffProvider around it.");
  return manage;
}

"use client";

import { type ComponentProps, createContext, type ReactNode, useContext, useMemo, useState } from "react";
import { useSameKey } from "@/components/app-base/idempotency-key";
import { useStillMay } from "@/components/app-base/session";
import { lazyComponent } from "@/components/ui/lazy-component";
import { useOpener } from "@/components/ui/return-focus";
import type { NewUserDialog } from "./new-user-dialog";
import { NO_NEW_USER } from "./new-user-draft";
import type { OwnAccountDialog } from "./own-account-dialog";
import type { UsersDialog } from "./users-dialog";
import type { VisibilityDialog } from "./visibility-dialog";

const NewUser = lazyComponent<ComponentProps<typeof NewUserDialog>>(
  () => import("./new-user-dialog").then((module) => module.NewUserDialog),
  {
    onClose: (props) => props.onClose,
    frame: () => "sheet",
  },
);
const Users = lazyComponent<ComponentProps<typeof UsersDialog>>(() => import("./users-dialog").then((module) => module.UsersDialog), {
  onClose: (props) => props.onClose,
  frame: () => "wide",
});
const Visibility = lazyComponent<ComponentProps<typeof VisibilityDialog>>(
  () => import("./visibility-dialog").then((module) => module.VisibilityDialog),
  { onClose: (props) => props.onClose, frame: () => "full" },
);
const OwnAccount = lazyComponent<ComponentProps<typeof OwnAccountDialog>>(
  () => import("./own-account-dialog").then((module) => module.OwnAccountDialog),
  { onClose: (props) => props.onClose, frame: () => "sheet" },
);

type View = "new user" | "users" | "visibility" | "own account";

export interface PeopleDialogs {
  newUser: () => void;
  users: () => void;
  visibility: () => void;
  ownAccount: () => void;
}

const PeopleContext = createContext<PeopleDialogs | null>(null);

/** New User, Users, Configure Visibility and one's own sign-ins, for every place that opens them. */
export function PeopleDialogsProvider({ children }: { children: ReactNode }) {
  const [view, setView] = useState<View | null>(null);
  // Here and not in the dialog: what was typed is there again when it is opened once more. In memory alone, for its password.
  const [draft, setDraft] = useState(NO_NEW_USER);
  // As are their keys: what nobody answered is the same when it is sent from a dialog that was opened anew.
  const makeOnce = useSameKey();
  const changeOnce = useSameKey();
  const opener = useOpener();
  const dialogs = useMemo<PeopleDialogs>(() => {
    const open = (next: View) => () => {
      opener.remember();
      setView(next);
    };
    return { newUser: open("new user"), users: open("users"), visibility: open("visibility"), ownAccount: open("own account") };
  }, [opener]);
  const close = () => {
    setView(null);
    opener.giveBack();
  };
  useStillMay(view === "own account" ? "signed-in" : "user_create", view !== null, close);
  return (
    <PeopleContext value={dialogs}>
      {children}
      {view === "new user" && (
        <NewUser sendOnce={makeOnce} draft={draft} onDraft={setDraft} onUsers={() => setView("users")} onClose={close} />
      )}
      {view === "users" && <Users onNewUser={() => setView("new user")} onClose={close} />}
      {view === "visibility" && <Visibility onClose={close} />}
      {view === "own account" && <OwnAccount sendOnce={changeOnce} onClose={close} />}
    </PeopleContext>
  );
}

export function usePeopleDialogs(): PeopleDialogs {
  const dialogs = useContext(PeopleContext);
  if (!dialogs) throw new Error("usePeopleDialogs needs PeopleDialogsProvider around it.");
  return dialogs;
}

"use client";

import { type ComponentProps, type ReactNode, useCallback, useState } from "react";
import { type GuestToOpen, OpenGuestContext } from "@/components/app-base/open-guest";
import { useStillMay } from "@/components/app-base/session";
import { lazyComponent } from "@/components/ui/lazy-component";
import { useOpener } from "@/components/ui/return-focus";
import type { GuestDrawer as Drawer } from "./guest-drawer";

const GuestDrawer = lazyComponent<ComponentProps<typeof Drawer>>(() => import("./guest-drawer").then((module) => module.GuestDrawer), {
  onClose: (props) => props.onClose,
  frame: () => "wide",
});

/** A guest over whatever list they were found in: the list stays where it was. */
export function GuestDrawerProvider({ children }: { children: ReactNode }) {
  const [shown, setShown] = useState<GuestToOpen | null>(null);
  const opener = useOpener();
  const open = useCallback(
    (who: GuestToOpen) => {
      opener.remember();
      setShown(who);
    },
    [opener],
  );
  const close = () => {
    setShown(null);
    opener.giveBack();
  };
  const isOpen = useStillMay("nav_guest_search", shown !== null, close);
  return (
    <OpenGuestContext value={open}>
      {children}
      {isOpen && shown && <GuestDrawer who={shown} onClose={close} />}
    </OpenGuestContext>
  );
}

"use client";

import { type ComponentProps, createContext, type ReactNode, useContext, useMemo, useState } from "react";
import { lazyComponent } from "@/components/ui/lazy-component";
import { useOpener } from "@/components/ui/return-focus";
import type { HostSession } from "./host-session";
import type { ShareDialog } from "./share-dialog";
import type { SharingNow } from "./sharing-now";
import { useViewOfAddress } from "./view-address";
import type { ViewDialog } from "./view-dialog";

const Share = lazyComponent<ComponentProps<typeof ShareDialog>>(() => import("./share-dialog").then((module) => module.ShareDialog), {
  onClose: (props) => props.onClose,
  frame: () => "sheet",
});
const View = lazyComponent<ComponentProps<typeof ViewDialog>>(() => import("./view-dialog").then((module) => module.ViewDialog), {
  onClose: (props) => props.onClose,
  frame: () => "sheet",
});
const Now = lazyComponent<ComponentProps<typeof SharingNow>>(() => import("./sharing-now").then((module) => module.SharingNow));

interface Assist {
  share: () => void;
  view: () => void;
}

const AssistContext = createContext<Assist | null>(null);

/** Remote Assist for every place that opens it. What is shared goes on from page to page, and every page shows it. */
export function AssistProvider({ children }: { children: ReactNode }) {
  const [opened, setOpened] = useState<"share" | "view" | null>(null);
  const [host, setHost] = useState<HostSession | null>(null);
  const opener = useOpener();
  const assist = useMemo<Assist>(() => {
    const open = (which: "share" | "view") => () => {
      opener.remember();
      setOpened(which);
    };
    return { share: open("share"), view: open("view") };
  }, [opener]);
  useViewOfAddress(assist.view);
  const close = () => {
    setOpened(null);
    opener.giveBack();
  };
  return (
    <AssistContext value={assist}>
      {host && <Now host={host} isShown={opened === "share"} onShow={assist.share} onConnected={() => opened === "share" && close()} />}
      {children}
      {opened === "share" && <Share host={host} onHost={setHost} onClose={close} />}
      {opened === "view" && <View onClose={close} />}
    </AssistContext>
  );
}

export function useAssist(): Assist {
  const assist = useContext(AssistContext);
  if (!assist) throw new Error("useAssist needs AssistProvider around it.");
  return assist;
}

"use client";

import { type ComponentProps, createContext, type ReactNode, useContext, useMemo, useState } from "react";
import { useStillMay } from "@/components/app-base/session";
import { lazyComponent } from "@/components/ui/lazy-component";
import { useOpener } from "@/components/ui/return-focus";
import type { TaskKind } from "@/lib/queue/contract";
import type { LimitsDialog } from "./limits-dialog";

const Dialog = lazyComponent<ComponentProps<typeof LimitsDialog>>(() => import("./limits-dialog").then((module) => module.LimitsDialog), {
  onClose: (props) => props.onClose,
  frame: () => "wide",
});

interface SendingLimits {
  /** @param template of which kind of messages is to be seen to */
  open: (template?: TaskKind) => void;
}

const LimitsContext = createContext<SendingLimits | null>(null);

/** The limits of sending, for every place that opens them. */
export function SendingLimitsProvider({ children }: { children: ReactNode }) {
  const [isOpen, setIsOpen] = useState(false);
  const [template, setTemplate] = useState<TaskKind | null>(null);
  const opener = useOpener();
  const limits = useMemo<SendingLimits>(
    () => ({
      open: (wanted) => {
        opener.remember();
        setTemplate(wanted ?? null);
        setIsOpen(true);
      },
    }),
    [opener],
  );
  const close = () => {
    setIsOpen(false);
    opener.giveBack();
  };
  const isShown = useStillMay("user_create", isOpen, close);
  return (
    <LimitsContext value={limits}>
      {children}
      {isShown && <Dialog template={template} onClose={close} />}
    </LimitsContext>
  );
}

export function useSendingLimits(): SendingLimits {
  const limits = useContext(LimitsContext);
  if (!limits) throw new Error("useSendingLimits needs SendingLimitsProvider around it.");
  return limits;
}

"use client";

import { Button } from "@mantine/core";
import { Store } from "lucide-react";
import { type ComponentProps, type ReactNode, useEffect, useState } from "react";
import { useAppSettings } from "@/components/app-base/app-settings";
import { draftsAt, serverName } from "@/components/app-base/backend-choice";
import {
  askSignIn,
  missingSignIn,
  putOffSignIn,
  signInStandsInPlace,
  useAskedSignIns,
  useMissingSignIn,
} from "@/components/app-base/other-server-sign-ins";
import { counted } from "@/components/ui/counted";
import { lazyComponent } from "@/components/ui/lazy-component";
import { Strip } from "@/components/ui/strip";
import { currentBackend, pagesBase } from "@/lib/api/backends";
import { listedOf } from "@/lib/api/base";
import { type BranchKey, branchKeys, branchName } from "@/lib/known-branches";
import type { SignInCard } from "./sign-in-card";
import type { SignInDialog } from "./sign-in-dialog";
import { switchBackend } from "./switching";

const Card = lazyComponent<ComponentProps<typeof SignInCard>>(() => import("./sign-in-card").then((module) => module.SignInCard));
const Dialog = lazyComponent<ComponentProps<typeof SignInDialog>>(() => import("./sign-in-dialog").then((module) => module.SignInDialog), {
  onClose: (props) => props.onClose,
});

/**
 * The page, or the chosen server's own sign-in in its place. A page that was there once stays, whatever becomes of the
 * sign-in: it may hold what somebody is typing.
 */
export function ChosenServer({ children }: { children: ReactNode }) {
  const missing = useMissingSignIn();
  const [stood, setStood] = useState(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the answer of the hook is the reason; at the first drawing it is the server's, and not yet this device's.
  useEffect(() => {
    const now = missingSignIn();
    if (now === null) setStood(true);
    signInStandsInPlace(stood ? null : now);
    // Until it was known what this device has chosen, nothing of the page's own server was shown.
    delete document.documentElement.dataset.elsewhere;
  }, [missing, stood]);
  return missing === null || stood ? children : <Card base={missing} />;
}

/** What other servers want: their own sign-in, as a dialog or, put off, as a line; and tables that wait for one of them. */
export function OtherServers() {
  const settings = useAppSettings();
  const { open, later: putOff } = useAskedSignIns();
  const [first] = putOff;
  const waiting = useTablesElsewhere();
  return (
    <>
      <Strip
        icon={Store}
        tone="waiting"
        words={first ? `${serverName(first, settings)} asks for its own sign-in. Yours here goes on.` : ""}
      >
        <Button onClick={() => first && askSignIn(first)}>Sign in</Button>
      </Strip>
      <Strip
        icon={Store}
        tone="calm"
        words={
          waiting
            ? `${counted(waiting.count, "table")} on this device ${waiting.count === 1 ? "belongs" : "belong"} to ${waiting.name}.`
            : ""
        }
      >
        <Button variant="subtle" onClick={() => waiting && void switchBackend(waiting.branch, settings)}>
          Go there
        </Button>
      </Strip>
      {open && <Dialog key={open} base={open} onClose={putOffSignIn} />}
    </>
  );
}

/** Tables that were written while another server was chosen: they are shown and sent there. */
function useTablesElsewhere() {
  const settings = useAppSettings();
  const [waiting, setWaiting] = useState<{ count: number; name: string; branch: BranchKey | null } | null>(null);
  useEffect(() => {
    const branches = [null, ...branchKeys().filter((branch) => listedOf(settings.apiBases, branch))];
    for (const branch of branches) {
      const base = branch === null ? pagesBase() : listedOf(settings.apiBases, branch);
      const count = base === currentBackend().base ? 0 : draftsAt(base);
      if (count > 0) return setWaiting({ count, name: branch === null ? "the server of this page" : branchName(branch), branch });
    }
  }, [settings]);
  return waiting;
}

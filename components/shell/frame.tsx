"use client";

import { useDisclosure } from "@mantine/hooks";
import dynamic from "next/dynamic";
import { usePathname } from "next/navigation";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { useBackend } from "@/components/app-base/app-settings";
import { useFreshSession } from "@/components/app-base/queries";
import { useMirroredLogout } from "@/components/app-base/session";
import { EveningProvider } from "@/components/evening/evening";
import { TableDialogsProvider } from "@/components/tables/table-dialogs";
import { toast } from "@/components/ui/toast";
import { BottomBar } from "./bottom-bar";
import styles from "./frame.module.css";
import { HouseActionsProvider } from "./house-actions-provider";
import { useHouseKeys } from "./keys";
import { OfflineStrip } from "./offline-strip";
import { TopBar } from "./top-bar";

const MoreSheet = dynamic(() => import("./more-sheet").then((module) => module.MoreSheet), { ssr: false });
const DraftsStrip = dynamic(() => import("@/components/tables/drafts-strip").then((module) => module.DraftsStrip), { ssr: false });
const KeyList = dynamic(() => import("./key-list").then((module) => module.KeyList), { ssr: false });

/** What stands around every page behind the sign-in. */
export function Frame({ children }: { children: ReactNode }) {
  return (
    <TableDialogsProvider>
      <EveningProvider>
        <HouseActionsProvider>
          <Bars>{children}</Bars>
        </HouseActionsProvider>
      </EveningProvider>
    </TableDialogsProvider>
  );
}

function Bars({ children }: { children: ReactNode }) {
  const [moreOpened, more] = useDisclosure(false);
  const [keysOpened, keys] = useDisclosure(false);
  const moreWasOpened = useOnceTrue(moreOpened);
  useFreshSession();
  useMirroredLogout();
  useHouseKeys(keys.open);
  useIgnoredAddresses();
  const path = usePathname();
  // Back and forward change the page under an open sheet.
  const closeMore = more.close;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the path is the reason, not an input.
  useEffect(() => closeMore(), [path, closeMore]);

  return (
    <>
      <a href="#content" className={styles.skip}>
        Skip to the content
      </a>
      <TopBar onKeys={keys.open} />
      <OfflineStrip />
      <DraftsStrip />
      <main id="content" className={styles.content} tabIndex={-1}>
        {children}
        <div id="layers" />
      </main>
      <BottomBar moreOpened={moreOpened} onMore={more.toggle} />
      {moreWasOpened && <MoreSheet opened={moreOpened} onClose={more.close} />}
      {keysOpened && <KeyList opened onClose={keys.close} />}
    </>
  );
}

/** True from the first time on: what was opened once stays in the page, for its closing movement. */
function useOnceTrue(value: boolean): boolean {
  const [was, setWas] = useState(value);
  if (value && !was) setWas(true);
  return was || value;
}

/** Says once which addresses were asked for and not taken, and forgets a choice that was reset. */
function useIgnoredAddresses(): void {
  const backend = useBackend();
  const told = useRef(false);
  useEffect(() => {
    if (!backend || told.current) return;
    told.current = true;
    for (const key of backend.cleared) window.localStorage.removeItem(key);
    if (backend.ignored.length > 0) {
      toast.error(`Not on the server's list, and not used: ${[...new Set(backend.ignored)].join(", ")}`);
    }
  }, [backend]);
}

"use client";

import { useDisclosure } from "@mantine/hooks";
import { usePathname } from "next/navigation";
import { createElement, type ReactNode, useCallback, useDeferredValue, useEffect, useRef, useState } from "react";
import { useBackend } from "@/components/app-base/app-settings";
import { useEarlyTap } from "@/components/app-base/early-taps-replay";
import { useFreshBranches, useFreshSession } from "@/components/app-base/queries";
import { useServersDate } from "@/components/app-base/server-clock";
import { useCheckOnChange } from "@/components/app-base/server-health";
import { useMirroredSignIn } from "@/components/app-base/session";
import { AssistProvider } from "@/components/assist/assist";
import { ChosenServer, OtherServers } from "@/components/backends/other-servers";
import { CustomerServiceProvider } from "@/components/customer-service/customer-service";
import { EveningProvider } from "@/components/evening/evening-provider";
import { GuestDrawerProvider } from "@/components/guest-page/guest-drawer-provider";
import { OptionsDialogsProvider } from "@/components/options/options-dialogs";
import { SendingLimitsProvider } from "@/components/queue/limits";
import { SendingPauseProvider } from "@/components/queue/sending-pause";
import { ChangesStrip } from "@/components/reservations/kept/changes-strip";
import { useKeptChanges } from "@/components/reservations/kept/use-changes";
import { ManageStaffProvider } from "@/components/staff/manage-staff";
import { DraftsStrip } from "@/components/tables/drafts-strip";
import { TableDialogsProvider } from "@/components/tables/table-dialogs";
import { lazyComponent } from "@/components/ui/lazy-component";
import { PanelBoundary } from "@/components/ui/panel-boundary";
import { useOpener } from "@/components/ui/return-focus";
import { toast } from "@/components/ui/toast";
import { PeopleDialogsProvider } from "@/components/users/people-dialogs";
import { BottomBar } from "./bottom-bar";
import { ClosedStrip } from "./closed-strip";
import { DiffersStrip } from "./differs-strip";
import styles from "./frame.module.css";
import { HouseActionsProvider } from "./house-actions-provider";
import { HouseStrip } from "./house-strip";
import { useHouseKeys } from "./keys";
import { useEverythingLoaded } from "./load-ahead";
import { MissingStrip } from "./missing-strip";
import { OpenMoreContext } from "./more-menu";
import { OpenPage } from "./open-page";
import { TopBar } from "./top-bar";
import { UpdateStrip } from "./update-strip";

const MoreSheet = lazyComponent(() => import("./more-sheet").then((module) => module.MoreSheet), {
  onClose: (props) => props.onClose,
  first: true,
});
const KeyList = lazyComponent(() => import("./key-list").then((module) => module.KeyList), { onClose: (props) => props.onClose });

/** Each brings the dialogs of its feature to every page; a later one may open those of the ones before it. */
const FEATURES = [
  SendingPauseProvider,
  ManageStaffProvider,
  TableDialogsProvider,
  EveningProvider,
  SendingLimitsProvider,
  PeopleDialogsProvider,
  GuestDrawerProvider,
  OptionsDialogsProvider,
  CustomerServiceProvider,
  AssistProvider,
  HouseActionsProvider,
];

/** What stands around every page behind the sign-in. */
export function Frame({ children }: { children: ReactNode }) {
  const page = (
    <>
      <Beside />
      <Bars>
        {/* Made here, where nothing changes: what the bars say to themselves draws no page anew. */}
        <main id="content" className={styles.content} tabIndex={-1}>
          <ChosenServer>
            <OpenPage>{children}</OpenPage>
          </ChosenServer>
          <div id="layers" />
        </main>
      </Bars>
    </>
  );
  return FEATURES.reduceRight((inner, Provider) => createElement(Provider, null, inner), page);
}

/** What runs beside every page. */
function Beside() {
  useFreshSession();
  useFreshBranches();
  useCheckOnChange();
  useServersDate();
  useMirroredSignIn();
  useIgnoredAddresses();
  useEverythingLoaded();
  return null;
}

/** What waits on this device: what is done with reservations goes before the tables of their parties. */
function KeptStrips() {
  const parties = useKeptChanges().flatMap(({ reservation, refused }) => (refused === null && reservation !== null ? [reservation] : []));
  return (
    <>
      <DraftsStrip parties={parties} />
      <ChangesStrip />
    </>
  );
}

function Bars({ children }: { children: ReactNode }) {
  const [moreOpened, more] = useMore();
  const [keysOpened, keys] = useDisclosure(false);
  // The bar answers the finger before the sheet, which is the heavier of the two, is drawn. It goes at once: a press of Back
  // that still finds it there would be answered by an entry for it.
  const isMoreDrawn = useDeferredValue(moreOpened) && moreOpened;
  const moreWasOpened = useOnceTrue(isMoreDrawn);
  useHouseKeys(keys.open);
  const path = usePathname();
  // Back and forward change the page under an open sheet.
  const closeMore = more.close;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the path is the reason, not an input.
  useEffect(() => closeMore(), [path, closeMore]);
  useEarlyTap(); // after the line above, which would close again what it opens

  return (
    <>
      <a href="#content" className={styles.skip}>
        Skip to the content
      </a>
      <PanelBoundary>
        <TopBar onKeys={keys.open} />
      </PanelBoundary>
      <PanelBoundary>
        <HouseStrip />
        <ClosedStrip />
        <MissingStrip />
        <DiffersStrip />
        <UpdateStrip />
        <KeptStrips />
        <OtherServers />
      </PanelBoundary>
      <OpenMoreContext value={more.open}>{children}</OpenMoreContext>
      <BottomBar moreOpened={moreOpened} onMore={more.toggle} />
      {moreWasOpened && <MoreSheet opened={isMoreDrawn} onClose={more.leave} onGone={more.gone} />}
      {keysOpened && <KeyList opened onClose={keys.close} />}
    </>
  );
}

/** The More sheet. Closed, it gives the focus back at once: what is chosen in it may open a dialog that does the same. */
function useMore() {
  const [opened, { open, close }] = useDisclosure(false);
  const opener = useOpener();
  const openIt = useCallback(() => {
    opener.remember();
    open();
  }, [opener, open]);
  const leave = () => {
    close();
    opener.giveBackAtOnce();
  };
  return [opened, { open: openIt, close, leave, gone: opener.giveBackIfLost, toggle: opened ? leave : openIt }] as const;
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

import { Button } from "@mantine/core";
import { BellOff, Cake, CircleCheck, type LucideIcon, MoonStar, TriangleAlert, Unplug } from "lucide-react";
import Link from "next/link";
import type { ReactNode } from "react";
import { useAppSettings, useBranch } from "@/components/app-base/app-settings";
import { useHouseActions } from "@/components/app-base/house-actions";
import { useServerClock } from "@/components/app-base/server-clock";
import { useMayOpen, useSession } from "@/components/app-base/session";
import { useTableDialogs } from "@/components/tables/table-dialogs";
import { counted } from "@/components/ui/counted";
import { keysOf } from "@/components/ui/row-keys";
import { agoInWords } from "@/components/ui/time-ago";
import { branchName } from "@/lib/known-branches";
import { longDate } from "@/lib/shown-dates";
import type { ToHandle } from "@/lib/stats/contract";
import styles from "./to-handle-list.module.css";

const ICONS: Record<ToHandle["kind"], LucideIcon> = {
  birthday: Cake,
  worker_offline: Unplug,
  failing: TriangleAlert,
  silent: BellOff,
  end_of_day: MoonStar,
};

interface Props {
  items: readonly ToHandle[];
  onQueue: () => void;
  onFeed: () => void;
}

/** What somebody should do now, each with a way to it. */
export function ToHandleList({ items, onQueue, onFeed }: Props) {
  const { timeZone } = useAppSettings();
  const now = useServerClock();
  const keys = keysOf(items, (item) => JSON.stringify(item));
  if (items.length === 0)
    return (
      <p className={styles.nothing}>
        <CircleCheck size={18} strokeWidth={1.75} aria-hidden /> Nothing to handle now.
      </p>
    );
  return (
    <section aria-label="To handle now">
      <h3 className={styles.title}>To handle now</h3>
      <ul className={styles.list}>
        {items.map((item, index) => {
          const Icon = ICONS[item.kind];
          return (
            <li key={keys[index]} className={styles.item} data-kind={item.kind}>
              <Icon size={18} strokeWidth={1.75} aria-hidden />
              <span className={styles.words}>{toHandleInWords(item, now, timeZone)}</span>
              <Way item={item} onQueue={onQueue} onFeed={onFeed} />
            </li>
          );
        })}
      </ul>
    </section>
  );
}

/** One thing to handle as a sentence. @param named false where nobody's name may be seen */
export function toHandleInWords(item: ToHandle, now: Date, timeZone: string, named = true): ReactNode {
  switch (item.kind) {
    case "birthday":
      return (
        <>
          {named ? <bdi>{item.name}</bdi> : "A guest"} has a birthday today and sits at table <bdi>{item.table}</bdi>,{" "}
          {branchName(item.branch)}.
        </>
      );
    case "worker_offline":
      return (
        <>
          The worker <bdi>{item.name}</bdi> is offline: last heard of {agoInWords(item.last_seen, now, timeZone)}.
        </>
      );
    case "failing":
      return `${item.failed} of ${counted(item.of, "message")} of ${branchName(item.branch)} failed today.`;
    case "silent":
      return `${branchName(item.branch)} saved its last table ${agoInWords(item.since, now, timeZone)}.`;
    case "end_of_day":
      return `${branchName(item.branch)}: End of Day has not taken ${counted(item.tables, "table")} of ${longDate(item.date)}.`;
  }
}

function Way({ item, onQueue, onFeed }: { item: ToHandle } & Omit<Props, "items">) {
  const dialogs = useTableDialogs();
  const session = useSession();
  switch (item.kind) {
    case "birthday": {
      if (!session.can("open_saved_tables")) return null;
      return <WayButton onClick={() => dialogs.openTable(item.table_name, item.branch)}>Open the table</WayButton>;
    }
    case "worker_offline":
    case "failing":
      return <WayButton onClick={onQueue}>Show the messages</WayButton>;
    case "silent":
      return <WayButton onClick={onFeed}>Show the feed</WayButton>;
    case "end_of_day":
      return <WayToEndOfDay branch={item.branch} />;
  }
}

/** End of Day itself, of this device's branch; of another one the page that lists what is not closed. */
function WayToEndOfDay({ branch }: { branch: string }) {
  const here = useBranch();
  const run = useHouseActions().find(({ name }) => name === "endOfDay")?.run;
  const mayOpen = useMayOpen();
  if (branch === here && run) return <WayButton onClick={run}>End of Day</WayButton>;
  if (mayOpen("nav_merge_by_date_all"))
    return (
      <Button component={Link} href="/merge-by-date-all" variant="default" size="sm">
        What is not closed
      </Button>
    );
  return <span className="note">Somebody who may run End of Day there can close it.</span>;
}

function WayButton({ onClick, children }: { onClick: () => void; children: ReactNode }) {
  return (
    <Button variant="default" size="sm" onClick={onClick}>
      {children}
    </Button>
  );
}

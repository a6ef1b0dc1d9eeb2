import { Button } from "@mantine/core";
import { ArrowUp, EyeOff } from "lucide-react";
import { useCallback, useDeferredValue, useRef } from "react";
import { counted } from "@/components/ui/counted";
import { LiveDot } from "@/components/ui/live-dot";
import { EmptyNotice, ErrorNotice } from "@/components/ui/notice";
import { toast } from "@/components/ui/toast";
import type { TableLogEntry } from "@/lib/tables/contract";
import { FEED_TEXTS } from "@/lib/tables/feed-texts";
import { BranchBars } from "./branch-bars";
import { useClearedDisplay } from "./clear-display";
import { FeedBlock } from "./feed-block";
import { FeedLoading } from "./feed-loading";
import { guestsPerBranch, keyOf, numbersOf } from "./feed-numbers";
import styles from "./feed-panel.module.css";
import { NotShown } from "./not-shown";
import { useTableLog } from "./queries";
import { useArrivals } from "./use-arrivals";

/** Under this far out of sight, new blocks wait. */
const SCROLLED_PX = 80;
const SEEN_AT_ONCE = 2;

/** For Data Group: tonight's saved tables of every branch kept here, the newest first. */
export function FeedPanel({ today }: { today: string }) {
  const log = useTableLog();
  const { cleared, clear, show } = useClearedDisplay();
  const top = useRef<HTMLDivElement>(null);
  const isScrolled = useCallback(() => (top.current?.getBoundingClientRect().top ?? 0) < -SCROLLED_PX, []);
  const { shown, fresh, waiting, letIn } = useArrivals(log.data?.logs, isScrolled);

  if (log.isPending) return <FeedLoading blocks={[3, 2, 4]} />;
  if (!log.data) return <ErrorNotice title="The live feed could not be loaded." error={log.error} onRetry={() => log.refetch()} />;
  const clearWithUndo = () => {
    clear();
    toast.undo("The display is cleared until the page reloads.", show);
  };
  const goUp = () => {
    letIn();
    top.current?.scrollIntoView({ block: "start", behavior: "smooth" });
  };

  return (
    <div ref={top} className={styles.panel}>
      <Numbers logs={log.data.logs} today={today} />
      <div className={styles.tools}>
        <LiveDot every="5 s" failing={log.error} />
        {!cleared && shown.length > 0 && (
          <Button variant="default" leftSection={<EyeOff size={18} strokeWidth={1.75} aria-hidden />} onClick={clearWithUndo}>
            {FEED_TEXTS.clear}
          </Button>
        )}
      </div>
      <NotShown log={log.data} />
      {waiting > 0 && (
        <Button className={styles.pill} radius="xl" leftSection={<ArrowUp size={18} aria-hidden />} onClick={goUp}>
          {counted(waiting, "new table")}
        </Button>
      )}
      {cleared ? (
        <EmptyNotice title="The display is cleared.">
          It comes back when the page reloads.
          <Button variant="default" onClick={show}>
            Show it again
          </Button>
        </EmptyNotice>
      ) : shown.length === 0 ? (
        <EmptyNotice title={FEED_TEXTS.empty}>A table appears here as soon as it is saved.</EmptyNotice>
      ) : (
        <Blocks entries={shown} fresh={fresh} today={today} />
      )}
    </div>
  );
}

/** Those that are seen first at once, the others of the evening a moment later: nobody waits for what is out of sight. */
function Blocks({ entries, fresh, today }: { entries: readonly TableLogEntry[]; fresh: ReadonlySet<string>; today: string }) {
  const all = useDeferredValue(true, false);
  return (
    <div className={styles.blocks}>
      {(all ? entries : entries.slice(0, SEEN_AT_ONCE)).map((entry) => (
        <FeedBlock key={keyOf(entry)} entry={entry} today={today} fresh={fresh.has(keyOf(entry))} />
      ))}
    </div>
  );
}

function Numbers({ logs, today }: { logs: TableLogEntry[]; today: string }) {
  const numbers = numbersOf(logs, today);
  return (
    <div className={styles.numbers}>
      <dl className={styles.counters}>
        <div>
          <dt>Tables</dt>
          <dd>{numbers.tables}</dd>
        </div>
        <div>
          <dt>Inserted guests</dt>
          <dd>{numbers.guests}</dd>
        </div>
      </dl>
      <BranchBars counts={guestsPerBranch(logs)} />
    </div>
  );
}

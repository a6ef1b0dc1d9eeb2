import { LiveDot } from "@/components/ui/live-dot";
import { ErrorNotice } from "@/components/ui/notice";
import { FEED_TEXTS } from "@/lib/tables/feed-texts";
import { useClearedDisplay } from "./clear-display";
import { FeedBlock } from "./feed-block";
import { FeedLoading } from "./feed-loading";
import { keyOf } from "./feed-numbers";
import styles from "./feed-peek.module.css";
import { NotShown } from "./not-shown";
import { useTableLog } from "./queries";

const BLOCKS_SHOWN = 8;

/** The newest tables beside the home page, on wide screens. */
export function FeedPeek({ today }: { today: string }) {
  const log = useTableLog();
  const { cleared } = useClearedDisplay();
  const entries = cleared ? [] : (log.data?.logs ?? []).slice(0, BLOCKS_SHOWN);
  return (
    <aside className={styles.rail} aria-labelledby="live-feed-title">
      <header className={styles.head}>
        <h2 id="live-feed-title" className={styles.title}>
          Live feed
        </h2>
        <LiveDot every="5 s" failing={log.error} />
      </header>
      {log.isPending && <FeedLoading blocks={[3, 2]} compact />}
      {log.isError && !log.data && (
        <div className={styles.state}>
          <ErrorNotice title="The live feed could not be loaded." error={log.error} onRetry={() => log.refetch()} />
        </div>
      )}
      {log.data && <NotShown log={log.data} />}
      {log.data && entries.length === 0 && <p className={styles.state}>{cleared ? "The display is cleared." : FEED_TEXTS.empty}</p>}
      {entries.map((entry) => (
        <FeedBlock key={keyOf(entry)} entry={entry} today={today} compact />
      ))}
    </aside>
  );
}

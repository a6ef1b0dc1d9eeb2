import { useAppSettings } from "@/components/app-base/app-settings";
import { FactChip } from "@/components/ui/fact-chip";
import { dayAndTime } from "@/components/ui/local-times";
import type { Reply } from "@/lib/queue/contract";
import { useOpened } from "./reply-queries";
import styles from "./reply-words.module.css";

/** What a guest wrote back, the oldest first. Whoever sees it has opened it. */
export function ReplyWords({ replies }: { replies: readonly Reply[] }) {
  const { timeZone } = useAppSettings();
  useOpened(replies);
  return (
    <span className={styles.replies}>
      {replies.map(({ id, text, at, seen }) => (
        <span key={id} className={styles.reply}>
          <bdi className={styles.words}>{text || "A picture or a voice message: it can be seen on the phone of the number alone."}</bdi>
          <span className={styles.when}>
            <time dateTime={at}>{dayAndTime(at, timeZone)}</time>
            {!seen && (
              <FactChip small tone="info">
                New
              </FactChip>
            )}
          </span>
        </span>
      ))}
    </span>
  );
}

import { useIntersection } from "@mantine/hooks";
import { useState } from "react";
import { useAppSettings } from "@/components/app-base/app-settings";
import { FactChip } from "@/components/ui/fact-chip";
import { dayAndTime } from "@/components/ui/local-times";
import type { Reply } from "@/lib/queue/contract";
import { useOpened } from "./reply-queries";
import styles from "./reply-words.module.css";

/** What a guest wrote back, the oldest first. Whoever has had it in sight has opened it. */
export function ReplyWords({ replies }: { replies: readonly Reply[] }) {
  return (
    <span className={styles.replies}>
      {replies.map((reply) => (
        <OneReply key={reply.id} reply={reply} />
      ))}
    </span>
  );
}

function OneReply({ reply }: { reply: Reply }) {
  const { text, at, seen } = reply;
  const { timeZone } = useAppSettings();
  // What was new as the list came stays marked as long as it is shown: else the mark goes while somebody reads.
  const [wasNew] = useState(!seen);
  // What lies below the fold nobody has read.
  const { ref, entry } = useIntersection({ threshold: 0.5 });
  useOpened(entry?.isIntersecting ? [reply] : NONE);
  return (
    <span ref={ref} className={styles.reply}>
      <bdi className={styles.words}>{text || "A picture or a voice message: it can be seen on the phone of the number alone."}</bdi>
      <span className={styles.when}>
        <time dateTime={at}>{dayAndTime(at, timeZone)}</time>
        {wasNew && (
          <FactChip small tone="info">
            New
          </FactChip>
        )}
      </span>
    </span>
  );
}

const NONE: readonly Reply[] = [];

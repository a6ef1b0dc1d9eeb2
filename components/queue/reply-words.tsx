import { useIntersection } from "@mantine/hooks";
import { useAppSettings } from "@/components/app-base/app-settings";
import { useServerClock } from "@/components/app-base/server-clock";
import { FactChip } from "@/components/ui/fact-chip";
import { dayAndTime, timeOfDay } from "@/components/ui/local-times";
import { localDate } from "@/lib/local-time";
import type { Reply } from "@/lib/queue/replies/reply";
import { isOpen, useOpened } from "./reply-queries";
import styles from "./reply-words.module.css";

/** What a guest wrote back, the oldest first, and who has dealt with it. Whoever has had it in sight has opened it, and takes it from nobody. */
export function ReplyWords({ replies }: { replies: readonly Reply[] }) {
  return (
    <span className={styles.replies}>
      {replies.map((reply) => (
        <OneReply key={reply.id} reply={reply} />
      ))}
    </span>
  );
}

/** One of them. */
export function OneReply({ reply }: { reply: Reply }) {
  const { text, at } = reply;
  const time = useShortTime();
  // What lies below the fold nobody has read.
  const { ref, entry } = useIntersection({ threshold: 0.5 });
  useOpened(entry?.isIntersecting ? [reply] : NONE);
  return (
    <span ref={ref} className={styles.reply}>
      <bdi className={styles.words}>{text || "A picture or a voice message: it can be seen on the phone of the number alone."}</bdi>
      <span className={styles.when}>
        <time dateTime={at}>{time(at)}</time>
        {isOpen(reply) && (
          <FactChip small tone="info">
            New
          </FactChip>
        )}
        <Dealt reply={reply} time={time} />
      </span>
    </span>
  );
}

/** `10:14` of today, else with its day. */
export function useShortTime(): (iso: string) => string {
  const { timeZone } = useAppSettings();
  const today = localDate(useServerClock(), timeZone);
  return (iso) => (localDate(new Date(iso), timeZone) === today ? timeOfDay(iso, timeZone) : dayAndTime(iso, timeZone));
}

/** Who has dealt with it and how; as long as nobody has, quietly who has looked. */
function Dealt({ reply: { done, seen_by }, time }: { reply: Reply; time: (iso: string) => string }) {
  if (done)
    return (
      <span>
        {HOW[done.how]}
        {done.name && (
          <>
            {" by "}
            <bdi>{done.name}</bdi>
          </>
        )}
        {done.how !== "reservation" && ` at ${time(done.at)}`}
      </span>
    );
  if (done === undefined || !seen_by) return null;
  return (
    <span>
      seen{" "}
      {seen_by.name && (
        <>
          by <bdi>{seen_by.name}</bdi>{" "}
        </>
      )}
      {time(seen_by.at)}
    </span>
  );
}

const HOW = {
  letter: "Answered",
  answered: "Answered",
  none: "No answer needed: said",
  reservation: "Taken by Reservations",
} as const;

const NONE: readonly Reply[] = [];

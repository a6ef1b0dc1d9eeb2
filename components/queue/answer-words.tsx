import { useAppSettings } from "@/components/app-base/app-settings";
import { useServerClock } from "@/components/app-base/server-clock";
import { useSession } from "@/components/app-base/session";
import type { GuestAnswer } from "@/lib/queue/replies/contract";
import { MENDS_TEMPLATES } from "@/lib/queue/who-may-send";
import { MessageState } from "./message-state";
import { waitingInWords } from "./next-try";
import { useShortTime } from "./reply-words";
import styles from "./reply-words.module.css";
import { StateBadge } from "./state-badge";

/** What somebody of the house answered, and how far it came. */
export function AnswerWords({ answer }: { answer: GuestAnswer }) {
  const { text, by, at, status, undecided, sandbox, unanswered } = answer;
  const { timeZone } = useAppSettings();
  const mayMend = useSession().can(MENDS_TEMPLATES);
  const now = useServerClock();
  const time = useShortTime();
  const waits = status === "PENDING" ? waitingInWords(answer, now, timeZone, mayMend) : null;
  return (
    <span className={`${styles.reply} ${styles.ours}`}>
      <bdi className={styles.words}>{text}</bdi>
      <span className={styles.when}>
        <span>
          {by && (
            <>
              <bdi>{by}</bdi>,{" "}
            </>
          )}
          <time dateTime={at}>{time(at)}</time>
        </span>
        <StateBadge status={status} undecided={undecided} sandbox={sandbox} unanswered={unanswered} />
        <span>
          <MessageState message={answer} /> {waits}
        </span>
      </span>
      {status === "FAILED" && !unanswered && (
        <span className={styles.failed}>The guest did not get it, so their words wait again: answer anew, or call them.</span>
      )}
    </span>
  );
}

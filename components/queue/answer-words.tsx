import { Button } from "@mantine/core";
import { Undo2 } from "lucide-react";
import { useAppSettings } from "@/components/app-base/app-settings";
import { useServerClock } from "@/components/app-base/server-clock";
import { useSession } from "@/components/app-base/session";
import { changeFailure } from "@/components/ui/change-failure";
import type { GuestAnswer } from "@/lib/queue/replies/contract";
import { MAY_ENQUEUE, MENDS_TEMPLATES } from "@/lib/queue/who-may-send";
import { MessageState } from "./message-state";
import { waitingInWords } from "./next-try";
import { useTakeBack } from "./reply-queries";
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
  const waits = status === "PENDING" ? waitsInWords(answer, waitingInWords(answer, now, timeZone, mayMend)) : null;
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
      {status === "PENDING" && <TakeBack answer={answer} />}
      {status === "FAILED" && !unanswered && (
        <span className={styles.failed}>The guest did not get it, so their words wait again: answer anew, or call them.</span>
      )}
    </span>
  );
}

/** What one that waits waits for. That a PC has just stopped is known after some seconds only: till then it is said whom it waits for. */
function waitsInWords({ error }: GuestAnswer, waits: string | null): string | null {
  return waits ?? (error ? null : "It waits until the PC of the number that they wrote to takes it.");
}

/** Takes an answer back that waits. */
function TakeBack({ answer: { id, name } }: { answer: GuestAnswer }) {
  const takeBack = useTakeBack();
  if (!useSession().can(MAY_ENQUEUE.service)) return null;
  return (
    <>
      <Button
        size="sm"
        variant="subtle"
        color="neutral"
        className={styles.takeBack}
        loading={takeBack.isPending}
        leftSection={<Undo2 size={18} strokeWidth={1.75} aria-hidden />}
        aria-label={`Take back the answer to ${name || "this guest"}`}
        onClick={() => takeBack.mutate(id)}
      >
        Take back
      </Button>
      {takeBack.error && (
        <span role="alert" className={styles.failed}>
          {changeFailure(takeBack.error, "It was not taken back.", "Its state here shows it as soon as the server answers.")}
        </span>
      )}
    </>
  );
}

import { Button, Textarea } from "@mantine/core";
import { MessageSquarePlus, Send } from "lucide-react";
import { useState } from "react";
import { useHouseActions } from "@/components/app-base/house-actions";
import { useSameKey } from "@/components/app-base/idempotency-key";
import { changeFailure } from "@/components/ui/change-failure";
import { AUTO_DIR } from "@/components/ui/input-direction";
import type { FreeWords, GuestReply } from "@/lib/queue/replies/contract";
import styles from "./answer-form.module.css";
import { useReplyDraft } from "./reply-draft";
import { useAnswerReplies } from "./reply-queries";
import { useShortTime } from "./reply-words";

interface Props {
  name: string;
  /** Those that it answers. */
  replies: readonly GuestReply[];
  /** Somebody has dealt with all of them, which whoever writes can see. */
  again: boolean;
  free: FreeWords;
}

/** WhatsApp takes no longer words. */
const LONGEST = 4_096;

/** An answer in somebody's own words; once WhatsApp takes none of these any more, what to do instead. */
export function AnswerForm({ name, replies, again, free }: Props) {
  const { words, write } = useReplyDraft(free.digits);
  const time = useShortTime();
  const { send, isSending, problem } = useSend({ words, write, replies, again });
  const whom = name || "this guest";
  if (!free.now) return <TooLate words={words} />;
  return (
    <form
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault();
        void send();
      }}
    >
      <Textarea
        label={again ? `Write to ${whom} again` : `Answer ${whom}`}
        description={
          free.until ? `Your words reach them until ${time(free.until)}: WhatsApp takes free words for a day after a guest wrote.` : null
        }
        {...AUTO_DIR}
        autosize
        minRows={2}
        maxRows={8}
        maxLength={LONGEST}
        value={words}
        error={problem}
        onChange={(event) => write(event.currentTarget.value)}
      />
      <Button
        type="submit"
        className={styles.send}
        loading={isSending}
        disabled={words.trim() === ""}
        leftSection={<Send size={18} aria-hidden />}
      >
        Send answer
      </Button>
    </form>
  );
}

/** Queues what was typed, which stays until it is in the queue. */
function useSend({ words, write, replies, again }: Pick<Props, "replies" | "again"> & ReturnType<typeof useReplyDraft>) {
  const answer = useAnswerReplies();
  const sendOnce = useSameKey();
  const [problem, setProblem] = useState<string | null>(null);
  const send = async () => {
    if (answer.isPending) return;
    setProblem(null);
    const body = { ids: replies.map(({ id }) => id), message: words, again };
    try {
      const { enqueued, skipped, invalid } = await sendOnce(body, (idempotencyKey) => answer.mutateAsync({ ...body, idempotencyKey }));
      if (enqueued > 0) write("");
      else setProblem(`It was not queued. ${[...skipped, ...invalid][0]?.reason ?? ""} Your words are kept.`);
    } catch (error) {
      setProblem(changeFailure(error, "", "Your words are kept: send them again, and they go once."));
    }
  };
  return { send, isSending: answer.isPending, problem };
}

/** Free words reach the guest no more. @param words what was typed before that */
function TooLate({ words }: { words: string }) {
  const letter = useHouseActions().find((action) => action.name === "customerService");
  return (
    <div className={styles.form}>
      <p className={styles.late}>
        They wrote more than a day ago to an official number, and WhatsApp takes free words only for who wrote within 24 hours. Write them a
        letter, which goes as the approved template, or call them.
      </p>
      {words !== "" && (
        <p className={styles.kept}>
          What you typed is kept: <bdi>{words}</bdi>
        </p>
      )}
      {letter && (
        <Button variant="default" className={styles.send} leftSection={<MessageSquarePlus size={18} aria-hidden />} onClick={letter.run}>
          Write a letter
        </Button>
      )}
    </div>
  );
}

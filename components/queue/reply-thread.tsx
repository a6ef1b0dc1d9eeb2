import { Button } from "@mantine/core";
import { Check, CheckCheck, Undo2 } from "lucide-react";
import { useSession } from "@/components/app-base/session";
import { OptOutMark } from "@/components/opt-outs/opt-out-mark";
import type { useOptOuts } from "@/components/opt-outs/queries";
import { changeFailure } from "@/components/ui/change-failure";
import { GuestRow } from "@/components/ui/guest-row";
import { toast } from "@/components/ui/toast";
import { branchName } from "@/lib/known-branches";
import type { FreeWords, GuestAnswer, GuestReply } from "@/lib/queue/replies/contract";
import { MAY_ENQUEUE } from "@/lib/queue/who-may-send";
import { AnswerForm } from "./answer-form";
import { AnswerWords } from "./answer-words";
import { GuestLink } from "./guest-link";
import styles from "./replies-dialog.module.css";
import { isOpen, useSettleReplies } from "./reply-queries";
import { OneReply } from "./reply-words";
import wordStyles from "./reply-words.module.css";

/** What one guest wrote, and what answers it. */
export interface Thread {
  digits: string;
  /** The newest first. */
  replies: readonly GuestReply[];
  answers: readonly GuestAnswer[];
  /** Undefined for a server of an older version, which takes no answers. */
  free: FreeWords | undefined;
}

interface Given {
  replies: readonly GuestReply[];
  answers?: readonly GuestAnswer[] | undefined;
  free?: readonly FreeWords[] | undefined;
}

/** Those who wrote, each once: who waits for an answer first, and of these and of the others whoever wrote last. */
export function threadsOf({ replies, answers = [], free = [] }: Given): Thread[] {
  const guests = [...new Set(replies.map(({ digits }) => digits))];
  const threads = guests.map((digits) => ({
    digits,
    replies: replies.filter((one) => one.digits === digits),
    answers: answers.filter((one) => one.digits === digits),
    free: free.find((one) => one.digits === digits),
  }));
  return threads.toSorted((one, other) => Number(other.replies.some(isOpen)) - Number(one.replies.some(isOpen)));
}

interface Props {
  thread: Thread;
  saidNo: ReturnType<typeof useOptOuts>;
}

/** One guest who wrote: the words and their answers, whether somebody has dealt with them, and how to answer. */
export function ReplyThread({ thread: { digits, replies, answers, free }, saidNo }: Props) {
  const mayAnswer = useSession().can(MAY_ENQUEUE.service);
  const [newest] = replies;
  if (!newest) return null;
  const { name, phone, branch } = newest;
  const no = saidNo(phone);
  const open = replies.filter(isOpen);
  return (
    <>
      <GuestRow
        guest={{ name, phones: phone, numbers: [{ shown: phone, digits }] }}
        callable
        mark={<OptOutMark said={no} />}
        details={<Words replies={replies} answers={answers} />}
        notes={whose(newest)}
      />
      {mayAnswer && free && !no && (
        <AnswerForm name={name} replies={open.length > 0 ? open : replies} again={open.length === 0} free={free} />
      )}
      <div className={styles.actions}>
        <SettleButtons name={name} replies={replies} />
        <GuestLink phone={phone} branch={branch} />
      </div>
    </>
  );
}

/** Both sides in the order in which they were written. */
function Words({ replies, answers }: Pick<Thread, "replies" | "answers">) {
  const all = [
    ...replies.map((reply) => ({ id: reply.id, at: reply.at, shown: <OneReply reply={reply} /> })),
    ...answers.map((answer) => ({ id: answer.id, at: answer.at, shown: <AnswerWords answer={answer} /> })),
  ].sort((one, other) => one.at.localeCompare(other.at));
  return (
    <span className={wordStyles.replies}>
      {all.map(({ id, shown }) => (
        <span key={id} className={wordStyles.one}>
          {shown}
        </span>
      ))}
    </span>
  );
}

/** To which branch they wrote, or that no message of ours is answered. */
function whose({ kind, branch, written_since = "" }: GuestReply): string {
  if (kind) return branchName(branch);
  if (branch) return `${branchName(branch)} · wrote first`;
  return written_since
    ? `Wrote first; ${branchName(written_since)} has written to them since.`
    : "Wrote first: no branch has written to them.";
}

/** Says for everybody that what a guest wrote was dealt with, or takes that back. */
function SettleButtons({ name, replies }: Pick<Props["thread"], "replies"> & { name: string }) {
  const settle = useSettleReplies();
  const open = replies.filter(isOpen);
  const said = replies.filter(({ done }) => done && done.how !== "reservation");
  const [first] = replies;
  if (first?.done === undefined) return null; // a server of an older version knows none of it
  const press = async (some: readonly GuestReply[], how: "answered" | "none" | "open") => {
    try {
      await settle.mutateAsync({ ids: some.map(({ id }) => id), how });
    } catch (error) {
      toast.error(changeFailure(error, "Nothing was changed.", "The replies show it as soon as they are loaded again."));
    }
  };
  const of = name || "a guest without a name";
  if (open.length === 0) {
    if (said.length === 0) return null;
    return (
      <Button
        variant="subtle"
        color="neutral"
        loading={settle.isPending}
        leftSection={<Undo2 {...ICON} />}
        aria-label={`Not dealt with after all: ${of}`}
        onClick={() => press(said, "open")}
      >
        Not dealt with
      </Button>
    );
  }
  return (
    <>
      <Button
        variant="default"
        loading={settle.isPending}
        leftSection={<CheckCheck {...ICON} />}
        aria-label={`Answered by phone: ${of}`}
        onClick={() => press(open, "answered")}
      >
        Answered by phone
      </Button>
      <Button
        variant="default"
        loading={settle.isPending}
        leftSection={<Check {...ICON} />}
        aria-label={`No answer needed: ${of}`}
        onClick={() => press(open, "none")}
      >
        No answer needed
      </Button>
    </>
  );
}

const ICON = { size: 18, strokeWidth: 1.75, "aria-hidden": true } as const;

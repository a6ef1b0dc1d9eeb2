import { OptOutMark } from "@/components/opt-outs/opt-out-mark";
import { useOptOuts } from "@/components/opt-outs/queries";
import { UnsureDecision } from "@/components/opt-outs/unsure-decision";
import { GuestRow } from "@/components/ui/guest-row";
import { EmptyNotice } from "@/components/ui/notice";
import { branchName } from "@/lib/known-branches";
import { OPT_OUT_TEXTS } from "@/lib/opt-outs/opt-out-texts";
import type { GuestReply } from "@/lib/queue/replies/contract";
import { GuestLink } from "./guest-link";
import { SendersNote } from "./obstacle-note";
import { ReadDialog } from "./read-dialog";
import styles from "./replies-dialog.module.css";
import { useRepliesRead } from "./reply-queries";
import { ReplyThread, threadsOf } from "./reply-thread";
import { ReplyWords } from "./reply-words";
import { SendingPauseNote } from "./sending-pause-note";

/** What guests wrote: who may have said no first, then who waits for an answer; to which branch, when, and how to answer them. */
export function RepliesDialog({ onClose }: { onClose: () => void }) {
  const asked = useRepliesRead();
  const { data } = asked;
  const undecided = data?.undecided ?? [];
  const isUndecided = (digits: string) => undecided.some((guest) => guest.digits === digits);
  const threads = data ? threadsOf(data).filter(({ digits }) => !isUndecided(digits)) : [];
  const noes = data?.said_no ?? [];
  const saidNo = useOptOuts(threads.flatMap(({ replies }) => replies.slice(0, 1).map(({ phone }) => phone)));
  return (
    <ReadDialog
      title="Replies"
      subtitle="What guests wrote in the last seven days. It waits for everybody until somebody answers, or says that no answer is needed."
      failed="The replies could not be loaded."
      asked={asked}
      onClose={onClose}
    >
      {undecided.length > 0 && (
        <section className={styles.undecided} aria-label={OPT_OUT_TEXTS.unsure}>
          <h3>{OPT_OUT_TEXTS.unsure}</h3>
          <p>{OPT_OUT_TEXTS.unsureBody}</p>
          <ul className={styles.list}>
            {undecided.map((guest) => (
              <li key={guest.digits}>
                <Undecided {...guest} replies={data?.replies.filter(({ digits }) => digits === guest.digits) ?? []} />
              </li>
            ))}
          </ul>
        </section>
      )}
      {noes.length > 0 && <SaidNo noes={noes} />}
      {data?.replies.length === 0 && noes.length === 0 && (
        <EmptyNotice title="No guest has written in the last seven days.">What they write to the house’s numbers stands here.</EmptyNotice>
      )}
      {data?.answers?.some(({ status }) => status === "PENDING") && (
        <>
          <SendersNote kind="service" />
          <SendingPauseNote isOpen />
        </>
      )}
      <ul className={styles.list}>
        {threads.map((thread) => (
          <li key={thread.digits}>
            <ReplyThread thread={thread} saidNo={saidNo} />
          </li>
        ))}
      </ul>
    </ReadDialog>
  );
}

/** Who said no by a word: nothing goes to them, and there is nothing to decide. */
function SaidNo({ noes }: { noes: readonly Omit<UndecidedProps, "replies">[] }) {
  const saidNo = useOptOuts(noes.map(({ phone }) => phone));
  return (
    <section aria-label={OPT_OUT_TEXTS.saidNo}>
      <h3 className={styles.title}>{OPT_OUT_TEXTS.saidNo}</h3>
      <ul className={styles.list}>
        {noes.map(({ name, phone, digits, branch }) => (
          <li key={digits}>
            <GuestRow
              guest={{ name, phones: phone, numbers: [{ shown: phone, digits }] }}
              callable
              mark={<OptOutMark said={saidNo(phone)} />}
              notes={branchName(branch)}
            />
            <div className={styles.actions}>
              <GuestLink phone={phone} branch={branch} />
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}

interface UndecidedProps {
  name: string;
  phone: string;
  digits: string;
  branch: string;
  since: string;
  /** What they wrote within the last week. */
  replies: readonly GuestReply[];
}

/** A guest to whom nothing goes until somebody has decided what they meant. */
function Undecided({ name, phone, digits, branch, since, replies }: UndecidedProps) {
  return (
    <>
      <GuestRow
        guest={{ name, phones: phone, numbers: [{ shown: phone, digits }] }}
        callable
        mark={<OptOutMark said={null} unsure={since} />}
        details={
          replies.length > 0 ? (
            <ReplyWords replies={replies.toReversed()} />
          ) : (
            "The words are not kept: look for them on the phone that they were written to, or ask the guest."
          )
        }
        notes={branchName(branch)}
      />
      <div className={styles.actions}>
        <UnsureDecision name={name} phones={phone} isShort />
        <GuestLink phone={phone} branch={branch} />
      </div>
    </>
  );
}

import { Button } from "@mantine/core";
import { CircleCheck, RotateCcw } from "lucide-react";
import { useState } from "react";
import { useSameKey } from "@/components/app-base/idempotency-key";
import { useDialogs } from "@/components/ui/dialogs";
import { plainCause } from "@/components/ui/notice";
import { toast } from "@/components/ui/toast";
import { ARRIVED_TEXTS, HELD_TEXTS, SEND_AGAIN_TEXTS } from "@/lib/queue/queue-texts";
import type { DoubtCalls } from "./queries";
import styles from "./settle-in-doubt.module.css";

interface Props {
  message: { id: string; name: string; in_doubt?: boolean | undefined; can_retry?: boolean | undefined };
  calls: DoubtCalls;
  /** What else should be known before it is sent again: a sentence. */
  besides?: string | undefined;
}

/** The two ends of a doubt: somebody knows that it arrived, or accepts that it may arrive twice. Each asks before. */
export function InDoubtButtons({ message, calls, besides }: Props) {
  return (
    <span className={styles.both}>
      <Arrived message={message} calls={calls} />
      {(message.in_doubt || message.can_retry) && <SendAgain message={message} calls={calls} besides={besides} />}
    </span>
  );
}

/** Settles a message in doubt as sent. */
function Arrived({ message: { id, name }, calls: { arrived, onEnd } }: Props) {
  const dialogs = useDialogs();
  const sendOnce = useSameKey();
  const [isSaying, setSaying] = useState(false);
  const ask = async () => {
    const title = `Did it arrive at ${name || "this guest"}?`;
    const isSure = await dialogs.confirm({
      title,
      body: ARRIVED_TEXTS.question,
      confirmLabel: ARRIVED_TEXTS.button,
      cancelLabel: SEND_AGAIN_TEXTS.leave,
    });
    if (!isSure) return;
    setSaying(true);
    try {
      const answer = await sendOnce(id, (key) => arrived(id, key));
      if (answer.settled) toast.success(answer.message);
      else void dialogs.alert(ARRIVED_TEXTS.failed, answer.message);
    } catch (error) {
      void dialogs.alert(ARRIVED_TEXTS.failed, plainCause(error));
    } finally {
      setSaying(false);
      onEnd();
    }
  };
  return (
    <Button
      variant="default"
      className={styles.again}
      loading={isSaying}
      aria-label={`${ARRIVED_TEXTS.button}: ${name}`}
      onClick={() => void ask()}
      leftSection={<CircleCheck size={16} strokeWidth={1.75} aria-hidden />}
    >
      {ARRIVED_TEXTS.button}
    </Button>
  );
}

/** Asks whether a message that may have arrived is to be sent once more. Pressed again after a lost answer it is the same press. */
function SendAgain({ message: { id, name }, calls: { send, onEnd }, besides }: Props) {
  const dialogs = useDialogs();
  const sendOnce = useSameKey();
  const [isSending, setSending] = useState(false);
  const ask = async () => {
    const isSure = await dialogs.confirm({
      title: `Send again to ${name || "this guest"}?`,
      body: [SEND_AGAIN_TEXTS.question, besides].filter(Boolean).join(" "),
      confirmLabel: SEND_AGAIN_TEXTS.button,
      cancelLabel: SEND_AGAIN_TEXTS.leave,
    });
    if (!isSure) return;
    setSending(true);
    try {
      const answer = await sendOnce(id, (key) => send(id, key));
      if (answer.held) void dialogs.alert(HELD_TEXTS.one, answer.message);
      else if (answer.sent) toast.success(answer.message);
      else void dialogs.alert(SEND_AGAIN_TEXTS.failed, answer.message);
    } catch (error) {
      void dialogs.alert(SEND_AGAIN_TEXTS.failed, plainCause(error));
    } finally {
      setSending(false);
      onEnd();
    }
  };
  return (
    <Button
      variant="default"
      className={styles.again}
      loading={isSending}
      aria-label={`${SEND_AGAIN_TEXTS.button}: ${name}`}
      onClick={() => void ask()}
      leftSection={<RotateCcw size={16} strokeWidth={1.75} aria-hidden />}
    >
      {SEND_AGAIN_TEXTS.button}
    </Button>
  );
}

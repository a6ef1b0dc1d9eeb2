import { Button } from "@mantine/core";
import { RotateCcw } from "lucide-react";
import { useState } from "react";
import { useSameKey } from "@/components/app-base/same-key";
import { useDialogs } from "@/components/ui/dialogs";
import { plainCause } from "@/components/ui/notice";
import { toast } from "@/components/ui/toast";
import { SEND_AGAIN_TEXTS } from "@/lib/guest-texts";
import styles from "./send-again.module.css";

interface Props {
  message: { id: string; name: string };
  send: (id: string, idempotencyKey: string) => Promise<{ sent: boolean; message: string }>;
  /** What else should be known before: a sentence. */
  besides?: string | undefined;
  /** The server has answered, or did not: what is shown may be old. */
  onEnd: () => unknown;
}

/** Asks whether a message that may have arrived is to be sent once more. Pressed again after a lost answer it is the same press. */
export function SendAgain({ message: { id, name }, send, besides, onEnd }: Props) {
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
      if (answer.sent) toast.success(answer.message);
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

import { Button, TextInput } from "@mantine/core";
import { useState } from "react";
import { HeldButton } from "@/components/ui/held-button";
import { NativeDialog } from "@/components/ui/native-dialog";
import { asciiDigits } from "@/lib/digits";
import { QUEUE_TEXTS } from "@/lib/texts";
import styles from "./cancel-dialog.module.css";
import { useQueueStats } from "./queries";

/** `pause` stops sending and keeps what waits. */
export type CancelAnswer = "keep" | "pause" | "cancel";

/** From so many on the number is typed before they are cancelled (docs/design/open-screens.md 2.6.10): they do not come back. */
const TYPED_FROM = 10;

/** The question before everything that waits is cancelled. It stands at once; what it is about is asked for meanwhile. */
export function CancelDialog({ onAnswer }: { onAnswer: (answer: CancelAnswer) => void }) {
  const { data, isFetchedAfterMount } = useQueueStats(true);
  // What was kept of an earlier look may be hours old.
  const now = data && isFetchedAfterMount ? data.PENDING + data.IN_PROGRESS : null;
  // As it was first shown: the number must not change under the fingers while some of them go out.
  const [waiting, setWaiting] = useState(now);
  if (waiting === null && now !== null) setWaiting(now);
  const [typed, setTyped] = useState("");
  const asksNumber = waiting !== null && waiting >= TYPED_FROM;
  const isTyped = !asksNumber || asciiDigits(typed).replace(/[\s,.]/g, "") === String(waiting);
  const cancel = () => isTyped && onAnswer("cancel");
  return (
    <NativeDialog
      opened
      role="alertdialog"
      title={QUEUE_TEXTS.confirmCancel}
      onClose={() => onAnswer("keep")}
      actions={
        <>
          <Button size="lg" variant="default" onClick={() => onAnswer("keep")}>
            Keep sending
          </Button>
          <Button size="lg" variant="default" onClick={() => onAnswer("pause")}>
            Pause instead
          </Button>
          <HeldButton size="lg" color="danger" disabled={!isTyped} onClick={cancel}>
            Cancel all sending
          </HeldButton>
        </>
      }
    >
      {inWords(waiting)} What was handed to WhatsApp already may still arrive. Nothing more is sent until somebody resumes it. Paused, what
      waits stays and goes out later.
      {asksNumber && (
        <form
          className={styles.typed}
          onSubmit={(event) => {
            event.preventDefault();
            cancel();
          }}
        >
          <TextInput
            label={`Type ${waiting} to cancel them`}
            inputMode="numeric"
            autoComplete="off"
            value={typed}
            onChange={(event) => setTyped(event.currentTarget.value)}
          />
        </form>
      )}
    </NativeDialog>
  );
}

function inWords(waiting: number | null): string {
  if (waiting === null) return "Every message that waits, of every branch, is cancelled and stays cancelled.";
  if (waiting === 0) return "No message waits now. Whatever is queued from now on waits too.";
  if (waiting === 1) return "1 message waits. It is cancelled and stays cancelled.";
  return `${waiting.toLocaleString("en")} messages of all branches wait. They are cancelled and stay cancelled.`;
}

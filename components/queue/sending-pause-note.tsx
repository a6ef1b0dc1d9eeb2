import { Button } from "@mantine/core";
import { CirclePlay, TriangleAlert } from "lucide-react";
import { useContext } from "react";
import { QueueServerContext, useSendingPauseState } from "./queries";
import { stateInWords, useSendingPause, WhoSetIt } from "./sending-pause";
import styles from "./sending-pause-note.module.css";

interface Props {
  isOpen: boolean;
  /** Some of what is looked at does. */
  waits?: boolean;
  /** Its button stands elsewhere on the same card. */
  isResumedBelow?: boolean;
}

/** That sending is stopped, by whom, and the way to resume it, where somebody waits for a message to go out; nothing while it is not. */
export function SendingPauseNote({ isOpen, waits = true, isResumedBelow = false }: Props) {
  const { data } = useSendingPauseState(isOpen);
  if (!isOpen || !data?.cancelled) return null;
  return (
    <>
      <p className={styles.note} role="status">
        <TriangleAlert size={18} strokeWidth={1.75} aria-hidden />
        <span>
          {stateInWords(data)} <WhoSetIt state={data} />{" "}
          {waits ? "What is queued waits" : "Nothing of this waits; what is queued now does,"} until somebody resumes sending.
        </span>
      </p>
      {!isResumedBelow && <ResumeSending />}
    </>
  );
}

/** The same button and words wherever it is said that sending is stopped. */
export function ResumeSending() {
  const { resume } = useSendingPause();
  // The switch is the chosen server's; another server's messages are looked after there.
  if (useContext(QueueServerContext) !== null) return null;
  return (
    <Button className={styles.resume} size="sm" onClick={resume} leftSection={<CirclePlay size={18} strokeWidth={1.75} aria-hidden />}>
      Resume sending
    </Button>
  );
}

import { TriangleAlert } from "lucide-react";
import { useSendingPauseState } from "./queries";
import { stateInWords, WhoSetIt } from "./sending-pause";
import styles from "./sending-pause-note.module.css";

/** That sending is stopped, and by whom, where somebody waits for a message to go out; nothing while it is not. @param waits some of what is looked at does */
export function SendingPauseNote({ isOpen, waits = true }: { isOpen: boolean; waits?: boolean }) {
  const { data } = useSendingPauseState(isOpen);
  if (!isOpen || !data?.cancelled) return null;
  return (
    <p className={styles.note} role="status">
      <TriangleAlert size={18} strokeWidth={1.75} aria-hidden />
      <span>
        {stateInWords(data)} <WhoSetIt state={data} /> {waits ? "What is queued waits" : "Nothing of this waits; what is queued now does,"}{" "}
        until somebody resumes it.
      </span>
    </p>
  );
}

import { TriangleAlert } from "lucide-react";
import { QUEUE_TEXTS } from "@/lib/texts";
import { stateInWords, WhoSetIt } from "./brake";
import styles from "./brake-note.module.css";
import { useBrakeState } from "./queries";

/** That sending is stopped, and by whom, where somebody waits for a message to go out; nothing while it is not. */
export function BrakeNote({ isOpen }: { isOpen: boolean }) {
  const { data } = useBrakeState(isOpen);
  if (!isOpen || !data?.cancelled) return null;
  return (
    <p className={styles.note} role="status">
      <TriangleAlert size={18} strokeWidth={1.75} aria-hidden />
      <span>
        {stateInWords(data)} <WhoSetIt state={data} /> What is queued waits until somebody presses {QUEUE_TEXTS.resume}.
      </span>
    </p>
  );
}

import { Button } from "@mantine/core";
import { CircleHelp } from "lucide-react";
import { useHealth } from "@/components/app-base/server-health";
import styles from "./replies.module.css";

/** On Home: messages that were handed over and nobody has answered, for whoever may settle them; nothing where there are none. */
export function UnansweredNote({ onLook }: { onLook: () => void }) {
  const { unanswered = 0 } = useHealth().data?.health.sending ?? {};
  if (unanswered === 0) return null;
  return (
    <section className={styles.line} aria-label="Messages without an answer">
      <p className={styles.text}>
        <CircleHelp size={20} strokeWidth={1.75} aria-hidden />
        <span>
          <b>{inWords(unanswered)}</b>
        </span>
      </p>
      <Button variant="default" onClick={onLook}>
        {unanswered === 1 ? "Look at it" : "Look at them"}
      </Button>
    </section>
  );
}

function inWords(count: number): string {
  if (count === 1) return "1 message has no answer: it may have arrived.";
  return `${count.toLocaleString("en")} messages have no answer: they may have arrived.`;
}

import { Send } from "lucide-react";
import { Fragment } from "react";
import { FactChip } from "@/components/ui/fact-chip";
import styles from "./sent-by.module.css";

interface Message {
  status: string;
  worker?: string | null;
}

/** Who has sent some messages, each worker once: `12 by laptop`. As long as none has gone out, who will send them. */
export function SentBy({ messages }: { messages: readonly Message[] }) {
  const sent = countsOf(messages.filter(({ status }) => status === "SENT"));
  const waiting = countsOf(messages.filter(({ status }) => status === "PENDING" || status === "IN_PROGRESS"));
  if (sent.length === 0 && waiting.length === 0) return null;
  if (sent.length === 0) {
    return (
      <p className={styles.will}>
        Will be sent by{" "}
        {waiting.map(([name], index) => (
          <Fragment key={name}>
            {index > 0 && (index === waiting.length - 1 ? " and " : ", ")}
            <bdi>{name}</bdi>
          </Fragment>
        ))}
        .
      </p>
    );
  }
  return (
    <ul className={styles.senders} aria-label="Sent by">
      {sent.map(([name, count]) => (
        <li key={name}>
          <FactChip small icon={Send}>
            {count.toLocaleString("en")} by <bdi>{name}</bdi>
          </FactChip>
        </li>
      ))}
    </ul>
  );
}

/** Those that are named, whoever has most first. */
function countsOf(messages: readonly Message[]): [name: string, count: number][] {
  const counts = new Map<string, number>();
  for (const { worker } of messages) if (worker) counts.set(worker, (counts.get(worker) ?? 0) + 1);
  return [...counts].sort(([, one], [, other]) => other - one);
}

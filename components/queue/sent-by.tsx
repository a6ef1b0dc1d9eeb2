import { Send } from "lucide-react";
import { Fragment } from "react";
import { counted } from "@/components/ui/counted";
import { FactChip } from "@/components/ui/fact-chip";
import type { Campaign } from "@/lib/queue/campaigns/contract";
import styles from "./sent-by.module.css";

interface Message {
  status: string;
  /** Handed over already: nobody sends it any more. */
  unanswered?: boolean | undefined;
  worker?: string | null;
}

interface Props {
  messages: readonly Message[];
  isStuck?: boolean;
  able?: readonly { name: string }[] | undefined;
}

/**
 * Who has sent some messages, each worker once: `12 by laptop`. As long as none has gone out, who will send them.
 * @param isStuck nothing of it goes out for now: nobody will send it as it stands
 * @param able who can send now, where that is known: what was dealt to another one somebody else sends
 */
export function SentBy({ messages, isStuck = false, able }: Props) {
  const sent = countsOf(messages.filter(({ status }) => status === "SENT"));
  const waiting = countsOf(
    messages.filter(({ status, unanswered }) => !unanswered && (status === "PENDING" || status === "IN_PROGRESS")),
  ).filter(([name]) => !able || able.some((one) => one.name === name));
  if (sent.length === 0 && (waiting.length === 0 || isStuck)) return null;
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

const MOST_NAMED = 5;

/** The same of a campaign in one line: `Sent by laptop`, `Sent by laptop (12) and phone (3)`. */
export function SentByShort({ senders = [] }: { senders?: Campaign["senders"] }) {
  if (senders.length === 0) return null;
  const more = senders.length - MOST_NAMED;
  return (
    <>
      Sent by{" "}
      {senders.slice(0, MOST_NAMED).map(({ worker, count }, index) => (
        <Fragment key={worker}>
          {index > 0 && (more > 0 || index < senders.length - 1 ? ", " : " and ")}
          <bdi>{worker}</bdi>
          {senders.length > 1 && ` (${count.toLocaleString("en")})`}
        </Fragment>
      ))}
      {more > 0 && ` and ${counted(more, "other")}`}
    </>
  );
}

/** Those that are named, whoever has most first. */
function countsOf(messages: readonly Message[]): [name: string, count: number][] {
  const counts = new Map<string, number>();
  for (const { worker } of messages) if (worker) counts.set(worker, (counts.get(worker) ?? 0) + 1);
  return [...counts].sort(([, one], [, other]) => other - one);
}

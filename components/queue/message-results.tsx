import type { ReactNode } from "react";
import { GuestRow } from "@/components/ui/guest-row";
import type { Task } from "@/lib/queue/contract";
import styles from "./message-results.module.css";
import { ReasonText } from "./reason-text";
import { DecideButton } from "./replies";
import { ReplyWords } from "./reply-words";
import { StateBadge } from "./state-badge";

type Result = Task["results"][number] & { left_because?: string | null };

interface Props<Shown> {
  results: readonly Shown[];
  /** Beside what retrying leaves as it is. */
  action?: (result: Shown) => ReactNode;
}

/** What became of each message of a batch: its guest, its state, and the reason of one that did not go. */
export function MessageResults<Shown extends Result>({ results, action }: Props<Shown>) {
  return (
    <ul className={styles.guests}>
      {results.map((result) => (
        <li key={result.id}>
          <GuestRow
            guest={{ name: result.name, phones: result.phone }}
            details={detailsOf(result)}
            notes={
              <StateBadge status={result.status} undecided={result.undecided} sandbox={result.sandbox} unanswered={result.unanswered} />
            }
            action={result.undecided ? <DecideButton /> : action?.(result)}
            wideAction
          />
        </li>
      ))}
    </ul>
  );
}

const DELIVERIES: Record<string, string> = {
  delivered: "Arrived on the guest’s phone",
  read: "Read by the guest",
  replied: "The guest replied",
};

/** Why it did not go, or how far it came and by whom, and what the guest wrote back. */
function detailsOf(result: Result): ReactNode {
  const { replies = [] } = result;
  const state = stateOf(result);
  if (replies.length === 0) return state;
  return (
    <>
      {state}
      <ReplyWords replies={replies} />
    </>
  );
}

/** Why a message did not go, or how far it came and by whom. */
export function MessageState({ message }: { message: Parameters<typeof stateOf>[0] }) {
  return stateOf(message);
}

type Told = Pick<Result, "status" | "error" | "left_because" | "delivery" | "worker">;

function stateOf({ status, error, left_because, delivery, worker }: Told): ReactNode {
  if (error || left_because) {
    return (
      <>
        {error && <ReasonText text={error} />} {left_because}
      </>
    );
  }
  const told = delivery && DELIVERIES[delivery];
  if (status !== "SENT" || !worker) return told || undefined;
  return (
    <>
      {told && `${told} · `}by <bdi>{worker}</bdi>
    </>
  );
}

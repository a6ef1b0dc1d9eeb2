import type { ReactNode } from "react";
import { GuestRow } from "@/components/ui/guest-row";
import type { Task } from "@/lib/queue/contract";
import styles from "./message-results.module.css";
import { messageState } from "./message-state";
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

/** Why it did not go, or how far it came and by whom, and what the guest wrote back. */
function detailsOf(result: Result): ReactNode {
  const { replies = [] } = result;
  const state = messageState(result);
  if (replies.length === 0) return state;
  return (
    <>
      {state}
      <ReplyWords replies={replies} />
    </>
  );
}

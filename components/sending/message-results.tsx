import type { ReactNode } from "react";
import { GuestRow } from "@/components/ui/guest-row";
import type { Task } from "@/lib/queue/contract";
import styles from "./message-results.module.css";
import { StateBadge } from "./state-badge";

interface Props<Result> {
  results: readonly Result[];
  /** Beside what retrying leaves as it is. */
  action?: (result: Result) => ReactNode;
}

/** What became of each message of a batch: its guest, its state, and the reason of one that did not go. */
export function MessageResults<Result extends Task["results"][number] & { left_because?: string | null }>({
  results,
  action,
}: Props<Result>) {
  return (
    <ul className={styles.guests}>
      {results.map((result) => (
        <li key={result.id}>
          <GuestRow
            guest={{ name: result.name, phones: result.phone }}
            details={[result.error, result.left_because].filter(Boolean).join(" ") || deliveryInWords(result.delivery)}
            notes={<StateBadge status={result.status} />}
            action={action?.(result)}
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

const deliveryInWords = (delivery: string | null) => (delivery ? DELIVERIES[delivery] : undefined);

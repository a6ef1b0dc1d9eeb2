import { useId } from "react";
import { GuestName } from "@/components/ui/guest-name";
import type { Enqueued } from "@/lib/queue/contract";
import styles from "./left-out.module.css";

interface Props {
  /** In the order of the batch by their `index`. */
  people: Enqueued["skipped"];
}

/** Who gets nothing by a batch, and why; nothing where everybody gets it. */
export function LeftOut({ people }: Props) {
  const id = useId();
  if (people.length === 0) return null;
  return (
    <section className={styles.left} aria-labelledby={id}>
      <h3 id={id} className={styles.title}>
        Not queued
      </h3>
      <ul className={styles.reasons}>
        {people
          .toSorted((one, other) => one.index - other.index)
          .map(({ index, name, reason }) => (
            <li key={index}>
              <b>
                <GuestName name={name} />
              </b>
              <span>{reason}</span>
            </li>
          ))}
      </ul>
    </section>
  );
}

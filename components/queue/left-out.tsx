import { useId } from "react";
import { GuestName } from "@/components/ui/guest-name";
import styles from "./left-out.module.css";

interface Props {
  title: string;
  people: readonly { key: string | number; name: string; reason: string }[];
  /** Said where nobody is named. */
  note?: string;
}

/** Who gets nothing, and why. */
export function LeftOut({ title, people, note }: Props) {
  const id = useId();
  return (
    <section className={styles.left} aria-labelledby={id}>
      <h3 id={id} className={styles.title}>
        {title}
      </h3>
      {people.length === 0 && <p className={styles.note}>{note}</p>}
      {people.length > 0 && (
        <ul className={styles.reasons}>
          {people.map(({ key, name, reason }) => (
            <li key={key}>
              <b>
                <GuestName name={name} />
              </b>
              <span>{reason}</span>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

import { reasonOf } from "@/lib/queue/tasks";
import styles from "./reason-text.module.css";

/** Why a message did not go, in plain words; small after them, by what WhatsApp's support finds it. */
export function ReasonText({ text }: { text: string }) {
  const { plain, trace } = reasonOf(text);
  return (
    <>
      {plain}
      {trace && (
        <>
          {" "}
          <small className={styles.support}>
            For WhatsApp’s support: <bdi>{trace}</bdi>
          </small>
        </>
      )}
    </>
  );
}

import { TriangleAlert } from "lucide-react";
import { whatIsNotShown } from "./feed-numbers";
import styles from "./not-shown.module.css";

/** The branches whose tables are missing from the feed, in words: a quiet branch and one that is not there look alike. */
export function NotShown({ log }: { log: { unavailable: string[]; elsewhere: string[] } }) {
  const sentences = whatIsNotShown(log);
  if (sentences.length === 0) return null;
  return (
    <div className={styles.notice} role="status">
      <TriangleAlert size={16} strokeWidth={1.75} aria-hidden />
      <div>
        {sentences.map((sentence) => (
          <p key={sentence}>{sentence}</p>
        ))}
      </div>
    </div>
  );
}

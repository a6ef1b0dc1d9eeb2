import { counted } from "@/components/ui/counted";
import styles from "./import-screen.module.css";

interface Props {
  title: string;
  /** All of them; the list may hold the first ones only. */
  count: number;
  rows: { line: number; reason: string }[];
  open?: boolean;
}

const SHOWN = 100;

/** Lines of the file and what is said of them, folded. */
export function RowList({ title, count, rows, open = false }: Props) {
  if (count === 0) return null;
  return (
    <details className={styles.fold} open={open}>
      <summary>
        {title} · {counted(count, "row")}
      </summary>
      <ul className={styles.lines}>
        {rows.slice(0, SHOWN).map(({ line, reason }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a line may be told of twice, and nothing moves.
          <li key={index}>
            <span className={styles.line}>Line {line}</span> <bdi>{reason}</bdi>
          </li>
        ))}
      </ul>
      {count > SHOWN && <p className={styles.help}>The first {SHOWN} of them.</p>}
    </details>
  );
}

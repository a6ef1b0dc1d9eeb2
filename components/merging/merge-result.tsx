import { Archive, CircleCheck, CircleMinus } from "lucide-react";
import { counted } from "@/components/ui/counted";
import { MergeNotes } from "@/components/ui/merge-notes";
import { NumberRow } from "@/components/ui/number-row";
import type { MergeByDateAnswer } from "@/lib/merging/contract";
import { shownPhones } from "@/lib/phones";
import { BACKUPS_KEPT } from "@/lib/texts";
import styles from "./merge-by-date-screen.module.css";

export function MergeResult({ answer }: { answer: MergeByDateAnswer }) {
  const total = answer.inserted + answer.skipped;
  return (
    <section className={styles.card} aria-label="Result of the merge">
      <NumberRow
        numbers={[
          { label: "Inserted", value: answer.inserted, help: "new guests" },
          { label: "Skipped", value: answer.skipped, help: "there already" },
          { label: "Filled", value: answer.filled, help: "of these, completed" },
        ]}
      />
      {total > 0 && (
        <div className={styles.parts} role="img" aria-label={`${answer.inserted} of ${total} inserted`}>
          <span className={styles.inserted} style={{ flexGrow: answer.inserted }} />
          <span className={styles.skipped} style={{ flexGrow: answer.skipped }} />
        </div>
      )}
      <MergeNotes notes={answer} />
      <dl className={styles.facts}>
        <dt>Sources scanned</dt>
        <dd>{answer.sources_scanned}</dd>
        <dt>Scan root</dt>
        <dd>{answer.root}</dd>
        {answer.backup && (
          <>
            <dt>
              <Archive size={16} strokeWidth={1.75} aria-hidden /> Backup
            </dt>
            <dd>
              {answer.backup}
              <span className={styles.reason}>{BACKUPS_KEPT}</span>
            </dd>
          </>
        )}
      </dl>
      <EarlierDates dates={answer.earlier_dates} />
      <SavedAgain answer={answer} />
      <Sources
        title="Sources used"
        none="No source held guests of this date."
        items={answer.sources_used.map((source) => ({
          key: source.file,
          text: `${source.branch} · ${source.file}`,
          help: counted(source.rows, "row"),
        }))}
        used
      />
      <Sources
        title="Sources ignored"
        none="None."
        items={answer.sources_ignored.map(({ branch, file, reason }) => ({
          key: `${file}/${reason}`,
          text: branch ? `${branch} · ${file}` : file,
          help: reason,
        }))}
      />
    </section>
  );
}

/** Those that central lacked before: what came along, or what still waits. */
function EarlierDates({ dates }: { dates: MergeByDateAnswer["earlier_dates"] }) {
  if (dates.length === 0) return null;
  const taken = dates.some((date) => date.taken);
  return (
    <Sources
      title={taken ? "Earlier dates that came along" : "Earlier dates that still wait"}
      none=""
      items={dates.map(({ branch, date, rows }) => ({ key: `${branch} ${date}`, text: `${branch} · ${date}`, help: counted(rows, "row") }))}
      used={taken}
    />
  );
}

/** Guests of tables that were saved again after central had taken them. */
function SavedAgain({ answer: { corrected, removed, removed_guests } }: { answer: MergeByDateAnswer }) {
  if (corrected + removed === 0) return null;
  const told = removed_guests.map(({ name, phones }) => ({
    key: `${name} ${phones}`,
    text: name || shownPhones(phones),
    help: `Taken out · ${shownPhones(phones)}`,
  }));
  const more = removed - told.length;
  return (
    <Sources
      title="Tables that were saved again"
      none=""
      items={[
        ...(corrected > 0 ? [{ key: "corrected", text: `${counted(corrected, "guest")} corrected`, help: "as the table says now" }] : []),
        ...told,
        ...(more > 0 ? [{ key: "more", text: `${counted(more, "guest")} more`, help: "Taken out" }] : []),
      ]}
    />
  );
}

interface SourcesProps {
  title: string;
  none: string;
  items: { key: string; text: string; help: string }[];
  used?: boolean;
}

function Sources({ title, none, items, used = false }: SourcesProps) {
  const Icon = used ? CircleCheck : CircleMinus;
  return (
    <div>
      <h2 className={styles.listHead}>{title}</h2>
      {items.length === 0 ? (
        <p className={styles.none}>{none}</p>
      ) : (
        <ul className={styles.sources}>
          {items.map((item) => (
            <li key={item.key} data-used={used || undefined}>
              <Icon size={18} strokeWidth={1.75} aria-hidden />
              <span>
                {item.text}
                <span className={styles.reason}>{item.help}</span>
              </span>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

import { Archive, CircleCheck, CircleMinus, Info } from "lucide-react";
import { counted } from "@/components/ui/counted";
import { longDate } from "@/components/ui/local-times";
import { MergeNotes } from "@/components/ui/merge-notes";
import { NumberRow } from "@/components/ui/number-row";
import { BACKUPS_KEPT } from "@/lib/evening/evening-texts";
import { branchName } from "@/lib/known-branches";
import type { MergeByDateAnswer } from "@/lib/merging/contract";
import { shownPhones } from "@/lib/phones";
import styles from "./merge-by-date-screen.module.css";

interface Props {
  answer: MergeByDateAnswer;
  /** The date that was merged. */
  date: string;
}

/** What became of it in one sentence, then the numbers; where it came from is folded. */
export function MergeResult({ answer, date }: Props) {
  const isNews = answer.inserted + answer.filled + answer.corrected + answer.removed > 0;
  const Icon = isNews ? CircleCheck : Info;
  return (
    <section className={styles.card} aria-label="Result of the merge">
      <h2 className={styles.outcome} data-news={isNews || undefined}>
        <Icon size={20} strokeWidth={1.75} aria-hidden />
        {outcomeOf(answer, date)}
      </h2>
      <NumberRow
        numbers={[
          { label: "Inserted", value: answer.inserted, help: "new guests" },
          { label: "Skipped", value: answer.skipped, help: "there already" },
          { label: "Filled", value: answer.filled, help: "of these, completed" },
        ]}
      />
      <LeftOut ignored={answer.sources_ignored} />
      <MergeNotes notes={answer} />
      <EarlierDates dates={answer.earlier_dates} />
      <SavedAgain answer={answer} />
      <Details answer={answer} />
    </section>
  );
}

/** The numbers have their own place: here stands what they mean. */
function outcomeOf({ inserted, skipped, filled, corrected, removed, earlier_dates }: MergeByDateAnswer, date: string): string {
  const of = longDate(date) + (earlier_dates.some(({ taken }) => taken) ? " and of earlier dates" : "");
  if (inserted > 0) return `New guests of ${of} are in the central book.`;
  if (filled + corrected + removed > 0) return `Guests of ${of} were completed or corrected; nobody is new.`;
  if (skipped > 0) return `Nothing new: the guests of ${of} were in the central book already.`;
  return `Nothing came: no branch that was read has merged guests of ${of}.`;
}

/** A file whose branch nobody knows is found by its path, under Details. */
const whose = (branch: string | undefined) => (branch ? branchName(branch) : "a file of no known branch");

/** Whom the merge did not read is no detail. */
function LeftOut({ ignored }: { ignored: MergeByDateAnswer["sources_ignored"] }) {
  if (ignored.length === 0) return null;
  const said = new Set(ignored.map(({ branch, reason }) => `${whose(branch)} (${reason})`));
  return <p className={styles.leftOut}>Left out: {[...said].join(", ")}.</p>;
}

function Details({ answer }: { answer: MergeByDateAnswer }) {
  return (
    <details className={styles.details}>
      <summary>Details: sources and backup</summary>
      <div className={styles.folded}>
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
        <Sources
          title="Sources used"
          none="No source was read."
          items={answer.sources_used.map(({ branch, file, rows }) => ({
            key: file,
            text: branchName(branch),
            help: rows === 0 ? "no merged guests of this date" : counted(rows, "guest"),
            file,
            used: rows > 0,
          }))}
        />
        <Sources
          title="Sources ignored"
          none="None."
          items={answer.sources_ignored.map(({ branch, file, reason }) => ({
            key: `${file}/${reason}`,
            text: whose(branch),
            help: reason,
            file,
          }))}
        />
      </div>
    </details>
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
      items={dates.map(({ branch, date, rows }) => ({
        key: `${branch} ${date}`,
        text: `${branchName(branch)} · ${longDate(date)}`,
        help: counted(rows, "guest"),
        used: taken && rows > 0,
      }))}
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
  /** Ticked is what something came of. */
  items: { key: string; text: string; help: string; file?: string; used?: boolean }[];
}

function Sources({ title, none, items }: SourcesProps) {
  return (
    <div>
      <h3 className={styles.listHead}>{title}</h3>
      {items.length === 0 ? (
        <p className="note">{none}</p>
      ) : (
        <ul className={styles.sources}>
          {items.map((item) => (
            <li key={item.key} data-used={item.used || undefined}>
              <SourceIcon isUsed={item.used} />
              <span>
                {item.text}
                <span className={styles.reason}>{item.help}</span>
                {item.file && (
                  <small className={styles.file} dir="ltr">
                    {item.file}
                  </small>
                )}
              </span>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

function SourceIcon({ isUsed = false }) {
  const Icon = isUsed ? CircleCheck : CircleMinus;
  return <Icon size={18} strokeWidth={1.75} aria-hidden />;
}

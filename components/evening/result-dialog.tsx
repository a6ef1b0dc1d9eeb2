import { Loader } from "@mantine/core";
import { Archive, CircleCheck, Info } from "lucide-react";
import type { ComponentProps, ReactNode } from "react";
import { counted } from "@/components/ui/counted";
import { HeldButton } from "@/components/ui/held-button";
import { lazyComponent } from "@/components/ui/lazy-component";
import { longDate } from "@/components/ui/local-times";
import type { MergeNotes as Notes } from "@/components/ui/merge-notes";
import { NativeDialog } from "@/components/ui/native-dialog";
import { NumberRow } from "@/components/ui/number-row";
import type { AnswerOf } from "@/lib/api/endpoint";
import type { EndOfDayAnswer, mergeTables } from "@/lib/evening/contract";
import { BACKUPS_KEPT } from "@/lib/evening/evening-texts";
import { type BranchKey, branchName } from "@/lib/known-branches";
import { tableInWords } from "@/lib/tables/saved-table-name";
import styles from "./evening.module.css";

/** Loaded only when a merge has notes. */
const MergeNotes = lazyComponent<ComponentProps<typeof Notes>>(() =>
  import("@/components/ui/merge-notes").then((module) => module.MergeNotes),
);

export type EveningResult =
  | { kind: "running"; title: string }
  | { kind: "merged"; answer: AnswerOf<typeof mergeTables> }
  | { kind: "ended"; answer: EndOfDayAnswer; branch: BranchKey };

function titleOf(result: Exclude<EveningResult, { kind: "running" }>): string {
  if (result.kind === "merged") return "The saved tables are merged";
  const branch = branchName(result.branch);
  return result.answer.already_done ? `End of Day was already run: ${branch}` : `End of Day is done: ${branch}`;
}

/** A run that found nothing to do must not look like one that did something. */
const isNews = (result: EveningResult) => result.kind !== "ended" || !result.answer.already_done;

/** First the running step, then its numbers in the same place. */
export function ResultDialog({ result, onClose }: { result: EveningResult; onClose: () => void }) {
  if (result.kind === "running") {
    return (
      <NativeDialog opened role="dialog" title={result.title} icon={<Loader size={20} />} onClose={() => undefined} actions={null}>
        This page stays until the answer is here.
      </NativeDialog>
    );
  }
  return (
    <NativeDialog
      opened
      role="dialog"
      title={titleOf(result)}
      icon={isNews(result) ? <CircleCheck size={20} color="var(--success)" aria-hidden /> : <Info size={20} aria-hidden />}
      onClose={onClose}
      actions={
        <HeldButton size="lg" onClick={onClose} data-autofocus data-mantine-stop-propagation="true">
          Close
        </HeldButton>
      }
    >
      {result.kind === "merged" ? <Merged answer={result.answer} /> : <Ended answer={result.answer} />}
    </NativeDialog>
  );
}

function Merged({ answer }: { answer: AnswerOf<typeof mergeTables> }) {
  return (
    <>
      <p className={styles.outcome}>{answer.message}</p>
      <Numbers inserted={answer.inserted} skipped={answer.already_there} filled={answer.filled} />
      {answer.corrected + answer.removed > 0 && <p className={styles.sentence}>{whatChanged(answer)}</p>}
      <EarlierTables tables={answer.earlier_tables} />
      <MergeNotes notes={answer} />
      {answer.skipped.length > 0 && (
        <>
          <h3 className={styles.listHead}>Tables left out</h3>
          <ul className={styles.left}>
            {answer.skipped.map(({ table, reason }) => (
              <li key={table}>
                <bdi>{tableInWords(table)}</bdi>: {reason}
              </li>
            ))}
          </ul>
        </>
      )}
      {answer.detail.includes("Backup: ") && <Backup>A backup was made first.</Backup>}
    </>
  );
}

/** Tables whose End of Day was forgotten: they came along. */
function EarlierTables({ tables }: { tables: EndOfDayAnswer["earlier_tables"] }) {
  if (tables.length === 0) return null;
  return (
    <>
      <h3 className={styles.listHead}>Tables of earlier days that came along</h3>
      <ul className={styles.left}>
        {tables.map(({ table, guests }) => (
          <li key={table}>
            <bdi>{tableInWords(table)}</bdi>: {counted(guests, "guest")}
          </li>
        ))}
      </ul>
    </>
  );
}

function whatChanged({ corrected, removed }: { corrected: number; removed: number }): string {
  const parts = [
    ...(corrected > 0 ? [`corrected ${counted(corrected, "guest")}`] : []),
    ...(removed > 0 ? [`took out ${counted(removed, "guest")}`] : []),
  ];
  return `Tables that were saved again ${parts.join(" and ")}.`;
}

function Ended({ answer }: { answer: EndOfDayAnswer }) {
  const { already_done, business_day, waiting, awarded, taken_back } = answer;
  return (
    <>
      {already_done ? (
        <p className={styles.sentence}>
          {waiting === 0 && "Nothing was waiting. "}Nothing was changed. The run before, for {longDate(business_day)}, inserted{" "}
          {counted(answer.inserted, "guest")} and skipped {answer.skipped.toLocaleString("en")} who were there already.
        </p>
      ) : (
        <>
          <p className={styles.outcome}>{whatWasTaken(answer)}</p>
          <Numbers inserted={answer.inserted} skipped={answer.skipped} filled={answer.filled} />
          <EarlierTables tables={answer.earlier_tables} />
        </>
      )}
      <MergeNotes notes={answer} />
      {awarded > 0 && (
        <p className={styles.sentence}>
          {awarded === 1 ? "1 guest" : `${awarded} guests`} had no points for their table yet, and got them now.
        </p>
      )}
      {taken_back > 0 && (
        <p className={styles.sentence}>
          {taken_back === 1 ? "1 guest was" : `${taken_back} guests were`} taken from a table or moved, and had points for it: these were
          taken back.
        </p>
      )}
      {waiting > 0 && (
        <p className={styles.sentence}>
          {waiting === 1 ? "1 table was saved meanwhile" : `${waiting} tables were saved meanwhile`}. Run End of Day again to take{" "}
          {waiting === 1 ? "it" : "them"}.
        </p>
      )}
      {answer.backup && (
        <Backup>
          {already_done ? "Backup of that run" : "Backup"} <b>{answer.backup}</b>
        </Backup>
      )}
    </>
  );
}

/** How many tables and guests: what became of the guests is said by the numbers. */
function whatWasTaken({ tables, guests, united }: EndOfDayAnswer): string {
  const taken = `${counted(tables, "table")} with ${counted(guests, "guest")} ${tables === 1 ? "is" : "are"} closed.`;
  const said = tables === 0 ? "No saved table was waiting." : taken;
  return united > 0 ? `${said} ${counted(united, "guest")} turned out to be one with another.` : said;
}

/** Folded: nobody needs it on a good evening. */
function Backup({ children }: { children: ReactNode }) {
  return (
    <details className={styles.details}>
      <summary>Backup</summary>
      <p className={styles.backup}>
        <Archive size={18} aria-hidden />
        <span>
          {children}
          <span className={styles.kept}>{BACKUPS_KEPT}</span>
        </span>
      </p>
    </details>
  );
}

function Numbers({ inserted, skipped, filled }: { inserted: number; skipped: number; filled: number }) {
  return (
    <NumberRow
      numbers={[
        { label: "Inserted", value: inserted, help: "new guests" },
        { label: "Skipped", value: skipped, help: "there already" },
        { label: "Filled", value: filled, help: "of these, completed" },
      ]}
    />
  );
}

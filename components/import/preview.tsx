import { Alert, SegmentedControl } from "@mantine/core";
import { CircleHelp } from "lucide-react";
import { MergeNotes } from "@/components/ui/merge-notes";
import { NumberRow } from "@/components/ui/number-row";
import type { ColumnChoice } from "@/lib/contact-files/column-choices";
import type { ImportAnswer } from "@/lib/import/contract";
import { Columns } from "./columns";
import { FirstRows } from "./first-rows";
import styles from "./import-screen.module.css";
import type { FileChoice } from "./queries";
import { RowList } from "./row-list";
import { WrongRows } from "./wrong-rows";

interface Props {
  trial: ImportAnswer;
  onColumn: (column: string, as: ColumnChoice) => void;
  choice: FileChoice;
  onWrong: (choices: FileChoice["wrong"]) => void;
  onDates: (dates: "dmy" | "mdy") => void;
  disabled: boolean;
}

/** What the file would bring: looked at before anything is changed. */
export function Trial({ trial, onColumn, choice, onWrong, onDates, disabled }: Props) {
  return (
    <section className={styles.card} aria-label="Trial run">
      <NumberRow numbers={numbersOf(trial)} />
      {trial.question && (
        <Alert color="accent" icon={<CircleHelp size={20} aria-hidden />} title="Phones in a column that is not read">
          {trial.question.replace(
            / Nothing was brought in\. Say .*$/s,
            " Say below what it holds: Phone for the guests' own, or Leave out.",
          )}
        </Alert>
      )}
      <Columns trial={trial} onColumn={onColumn} disabled={disabled} />
      <div className={styles.dates}>
        <p className={styles.help}>{trial.dates.message}</p>
        {(!trial.dates.proven || choice.dates) && !trial.dates.message.startsWith("No birthday in this file hangs") && (
          <SegmentedControl
            aria-label="Order of day and month"
            data={[
              { value: "dmy", label: "Day / month" },
              { value: "mdy", label: "Month / day" },
            ]}
            value={trial.dates.order}
            disabled={disabled}
            onChange={(value) => onDates(value === "mdy" ? "mdy" : "dmy")}
          />
        )}
      </div>
      <WrongRows choice={choice} trial={trial} onWrong={onWrong} disabled={disabled} />
      <FirstRows rows={trial.first_rows ?? []} total={trial.total} />
      <Told answer={trial} />
    </section>
  );
}

export function numbersOf({ inserted, filled, skipped, failed }: ImportAnswer) {
  return [
    { label: "New", value: inserted, help: "guests" },
    { label: "Known", value: skipped, help: filled > 0 ? `${filled.toLocaleString("en")} completed` : "there already" },
    { label: "Left out", value: failed, help: failed > 0 ? "see why below" : "every row comes in" },
  ];
}

/** Every row that stays out, comes in without something, or is somebody who is there already. */
export function Told({ answer }: { answer: ImportAnswer }) {
  const { errors, failed, notes, noted, skipped_rows, skipped } = answer;
  return (
    <>
      <RowList title="Left out" count={failed} rows={errors} open />
      <RowList title="Come in without something" count={noted} rows={notes} />
      <RowList title="There already" count={skipped} rows={skipped_rows} />
      <MergeNotes notes={answer} />
    </>
  );
}

import { Alert, Checkbox, SegmentedControl } from "@mantine/core";
import { CircleHelp } from "lucide-react";
import { counted } from "@/components/ui/counted";
import { MergeNotes } from "@/components/ui/merge-notes";
import { NumberRow } from "@/components/ui/number-row";
import type { ImportAnswer } from "@/lib/import/contract";
import { FirstRows } from "./first-rows";
import styles from "./import-screen.module.css";
import { RowList } from "./row-list";

interface Props {
  trial: ImportAnswer;
  ignore: readonly string[];
  onIgnore: (columns: string[]) => void;
  dates: "dmy" | "mdy" | undefined;
  onDates: (dates: "dmy" | "mdy") => void;
  disabled: boolean;
}

/** What the file would bring: looked at before anything is changed. */
export function Trial({ trial, ignore, onIgnore, dates, onDates, disabled }: Props) {
  return (
    <section className={styles.card} aria-label="Trial run">
      <NumberRow numbers={numbersOf(trial)} />
      {trial.question && (
        <Alert color="accent" icon={<CircleHelp size={20} aria-hidden />} title="Phones in a column that is not read">
          {trial.question.replace(/; to leave them out, .*$/s, "; or leave the column out below.")}
        </Alert>
      )}
      <Columns trial={trial} ignore={ignore} onIgnore={onIgnore} disabled={disabled} />
      <div className={styles.dates}>
        <p className={styles.help}>{trial.dates.message}</p>
        {(!trial.dates.proven || dates) && !trial.dates.message.startsWith("No birthday in this file hangs") && (
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
      <FirstRows rows={trial.first_rows ?? []} total={trial.total} />
      <Told answer={trial} />
    </section>
  );
}

export function numbersOf({ inserted, filled, skipped, failed }: ImportAnswer) {
  return [
    { label: "New", value: inserted, help: "guests" },
    { label: "Known", value: skipped, help: filled > 0 ? `${filled.toLocaleString("en")} completed` : "there already" },
    { label: "Stay out", value: failed, help: failed > 0 ? "see why below" : "nobody" },
  ];
}

/** Every row that stays out, comes in without something, or is somebody who is there already. */
export function Told({ answer }: { answer: ImportAnswer }) {
  const { errors, failed, notes, noted, skipped_rows, skipped } = answer;
  return (
    <>
      <RowList title="Stay out" count={failed} rows={errors} open />
      <RowList title="Come in without something" count={noted} rows={notes} />
      <RowList title="There already" count={skipped} rows={skipped_rows} />
      <MergeNotes notes={answer} />
    </>
  );
}

function Columns({ trial, ignore, onIgnore, disabled }: Pick<Props, "trial" | "ignore" | "onIgnore" | "disabled">) {
  const columns = trial.columns ?? [];
  const leftOut = new Map(trial.left_out.map((column) => [column.column, column]));
  if (columns.length === 0 && leftOut.size === 0) return null;
  const told = columns.length > 0 ? columns : [...leftOut.keys()].map((column) => ({ column, read_as: null }));
  const toggle = (column: string, isOut: boolean) => onIgnore(isOut ? [...ignore, column] : ignore.filter((one) => one !== column));
  return (
    <section aria-labelledby="import-columns">
      <h2 className={styles.title} id="import-columns">
        Columns
      </h2>
      <ul className={styles.columns}>
        {told.map(({ column, read_as }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a file may have two columns of one name, and their order is the file's.
          <li key={index} data-unread={read_as === null}>
            <bdi>{column}</bdi>
            <span>{read_as ?? unreadText(leftOut.get(column), ignore.includes(column))}</span>
            {columns.length > 0 && (read_as !== null || ignore.includes(column) || (leftOut.get(column)?.phones ?? 0) > 0) && (
              <Checkbox
                label="Leave out"
                aria-label={`Leave out ${column}`}
                disabled={disabled}
                checked={ignore.includes(column)}
                onChange={(event) => toggle(column, event.currentTarget.checked)}
              />
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}

function unreadText(told: ImportAnswer["left_out"][number] | undefined, isAsked: boolean): string {
  if (isAsked) return "Left out, as you asked";
  if (!told) return "Not read, and empty";
  return told.phones > 0 ? `Not read: ${counted(told.phones, "cell")} like a phone` : `Not read: ${counted(told.rows, "cell")}`;
}

import { NativeSelect } from "@mantine/core";
import { counted } from "@/components/ui/counted";
import { COLUMN_TARGET_NAMES, COLUMN_TARGETS, type ColumnChoice } from "@/lib/contact-files/column-choices";
import type { ImportAnswer } from "@/lib/import/contract";
import styles from "./import-screen.module.css";

interface Props {
  trial: ImportAnswer;
  onColumn: (column: string, as: ColumnChoice) => void;
  disabled: boolean;
}

type Column = NonNullable<ImportAnswer["columns"]>[number];
type LeftOut = ImportAnswer["left_out"][number];

const LEAVE_OUT = "Leave out";

/** Each column of the file and the field that it becomes; of cards, only what of them is not taken. */
export function Columns({ trial, onColumn, disabled }: Props) {
  const { columns = [], left_out, question } = trial;
  if (columns.length === 0) return <NotTaken lines={left_out} />;
  const leftOut = new Map(left_out.map((column) => [column.column, column]));
  const isAsked = ({ column, chosen, read_as }: Column) =>
    question !== undefined && chosen === "auto" && read_as === null && (leftOut.get(column)?.phones ?? 0) > 0;
  return (
    <section aria-labelledby="import-columns">
      <h2 className={styles.title} id="import-columns">
        Columns <small>what you choose is remembered for that heading</small>
      </h2>
      <table className={styles.columns}>
        <thead className={styles.columnHeads}>
          <tr>
            <th scope="col">In the file</th>
            <th scope="col">For example</th>
            <th scope="col">Becomes</th>
          </tr>
        </thead>
        <tbody>
          {columns.map((column, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a file may have two columns of one name, and their order is the file's.
            <tr key={index}>
              <th scope="row" className={column.read_as === null ? styles.unread : styles.heading}>
                <bdi>{column.column}</bdi>
              </th>
              <td className={styles.example}>
                <bdi>{column.example}</bdi>
              </td>
              <td className={styles.becomes}>
                <NativeSelect
                  aria-label={`${column.column} becomes`}
                  disabled={disabled}
                  data={choicesFor(column, isAsked(column))}
                  value={isAsked(column) ? "" : chosenOf(column)}
                  onChange={(event) => onColumn(column.column, choiceOf(column, event.currentTarget.value))}
                />
                <Hint column={column} leftOut={leftOut.get(column.column)} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

/** What a heading is read as has a place among the choices also where nobody would choose it, such as a nickname. */
function choicesFor({ usual }: Column, isAsked: boolean) {
  const isOther = usual !== null && !targetOf(usual);
  return [
    ...(isAsked ? [{ value: "", label: "Not read: choose", disabled: true }] : []),
    ...(isOther ? [{ value: "auto", label: usual }] : []),
    ...COLUMN_TARGET_NAMES.map((value) => ({ value, label: COLUMN_TARGETS[value] })),
    { value: "out", label: LEAVE_OUT },
  ];
}

const targetOf = (label: string) => COLUMN_TARGET_NAMES.find((target) => COLUMN_TARGETS[target] === label);

const usualOf = ({ usual }: Column): ColumnChoice => (usual === null ? "out" : (targetOf(usual) ?? "auto"));

const chosenOf = (column: Column): ColumnChoice => (column.chosen === "auto" ? asReadNow(column) : column.chosen);

/** Beside other columns a heading may be read in another way than alone. */
const asReadNow = (column: Column): ColumnChoice => usualOf({ ...column, usual: column.read_as });

/** What is usual goes on being read by its heading, unless it holds phones that somebody leaves out knowingly. */
function choiceOf(column: Column, value: string): ColumnChoice {
  return value !== "out" && value === usualOf(column) ? "auto" : (value as ColumnChoice); // one of choicesFor
}

function Hint({ column: { read_as, chosen, remembered }, leftOut }: { column: Column; leftOut: LeftOut | undefined }) {
  const hints = [
    ...(remembered ? ["As last time"] : []),
    ...(read_as === null && leftOut && leftOut.phones > 0 && chosen !== "out" ? [`${counted(leftOut.phones, "cell")} like a phone`] : []),
    ...(leftOut && (leftOut.phones === 0 || chosen === "out") ? [`${counted(leftOut.rows, "cell")} not taken`] : []),
  ];
  return hints.length > 0 && <small>{hints.join(" · ")}</small>;
}

/** Cards have no columns. */
function NotTaken({ lines }: { lines: readonly LeftOut[] }) {
  if (lines.length === 0) return null;
  return (
    <section aria-labelledby="import-columns">
      <h2 className={styles.title} id="import-columns">
        Not taken
      </h2>
      <p className={styles.help}>{lines.map(({ column, rows }) => `${column} (${rows.toLocaleString("en")})`).join(", ")}</p>
    </section>
  );
}

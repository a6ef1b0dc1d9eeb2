import { Button, VisuallyHidden } from "@mantine/core";
import type { KeyboardEvent } from "react";
import { OptOutMark } from "@/components/opt-outs/opt-out-mark";
import { GuestBirthday } from "@/components/ui/guest-birthday";
import { GuestName } from "@/components/ui/guest-name";
import { GuestPhones } from "@/components/ui/guest-phones";
import { MonthDayField } from "@/components/ui/month-day-field";
import type { Draft, DraftGuest, GuestFields } from "@/lib/drafts";
import { TEXT_LIMITS, typedIn } from "@/lib/guest-fields";
import type { SaidNo } from "@/lib/opt-outs/contract";
import { shownNumbers } from "@/lib/phones";
import { TABLE_TEXTS } from "@/lib/tables/table-texts";
import { RemovedNote } from "./added-list";
import { isChanged } from "./edit-changes";
import classes from "./edit-grid.module.css";
import { maybeSameGuest, nameOf, sameGuest } from "./guest-lists";
import { SamePhoneNote, SimilarNote } from "./guest-notes";
import type { EditedRows } from "./use-edited-rows";

export interface RowsProps extends Pick<EditedRows, "seen"> {
  draft: Draft;
  /** The guest whose birthday held up a save. */
  held: { key: string } | null;
  today: string;
  disabled: boolean;
  /** That a guest wants no messages, by their phones. */
  saidNo: (phones: string) => SaidNo | null;
  /** Since when a guest may have said no, and nobody has decided. */
  unsure: (phones: string) => string | null;
  onEdit: (key: string, fields: Partial<GuestFields>) => void;
  onRemove: (guest: DraftGuest) => void;
  onUndo: (guest: DraftGuest) => void;
}

export const TEXT_COLUMNS = typedIn("edit table");

/** Every cell is a field; Enter goes to the next row of the same column. */
export function EditGrid(props: RowsProps) {
  return (
    <table className={classes.grid} onKeyDown={toNextRow}>
      <thead>
        <tr>
          {TEXT_COLUMNS.map((column) => (
            <th key={column.field} scope="col">
              {column.label}
            </th>
          ))}
          <th scope="col">Birthday</th>
          <th scope="col">Badges</th>
          <th scope="col">Actions</th>
        </tr>
      </thead>
      <tbody>
        {props.seen.map(({ guest, isRemoved }) =>
          isRemoved ? (
            <tr key={guest.key} data-guest={guest.key} className={classes.removed}>
              <td colSpan={TEXT_COLUMNS.length + 3}>
                <RemovedNote guest={guest} onUndo={props.onUndo} />
              </td>
            </tr>
          ) : (
            <GuestCells key={guest.key} {...props} guest={guest} />
          ),
        )}
      </tbody>
    </table>
  );
}

function GuestCells({ draft, guest, today, disabled, saidNo, unsure, onEdit, onRemove }: RowsProps & { guest: DraftGuest }) {
  const number = draft.guests.indexOf(guest) + 1;
  return (
    <tr data-guest={guest.key} data-changed={isChanged(draft, guest) || undefined}>
      {TEXT_COLUMNS.map((column) => (
        <td key={column.field}>
          <TextCell
            column={column}
            label={`${column.label} of guest ${number}`}
            value={guest[column.field]}
            disabled={disabled}
            onChange={(value) => onEdit(guest.key, { [column.field]: value })}
          />
          {column.field === "name" && isChanged(draft, guest) && <VisuallyHidden>changed</VisuallyHidden>}
        </td>
      ))}
      <td>
        <MonthDayField
          className={classes.birthday}
          ariaLabel={`Birthday of guest ${number}`}
          value={guest.birthday}
          year={guest.birth_year}
          disabled={disabled}
          onChange={(birthday) => onEdit(guest.key, birthday)}
        />
      </td>
      <td className={classes.badges}>
        <Badges draft={draft} guest={guest} today={today} saidNo={saidNo} unsure={unsure} />
      </td>
      <td>
        <Button
          variant="subtle"
          color="danger"
          data-row-focus
          disabled={disabled}
          onClick={() => onRemove(guest)}
          aria-label={`${TABLE_TEXTS.remove} ${nameOf(guest)}`}
        >
          {TABLE_TEXTS.remove}
        </Button>
      </td>
    </tr>
  );
}

interface TextCellProps {
  column: (typeof TEXT_COLUMNS)[number];
  label: string;
  value: string;
  disabled: boolean;
  onChange: (value: string) => void;
}

/** What is typed; until somebody comes into the field, it is shown whole, and as every guest's is. */
function TextCell({ column, label, value, disabled, onChange }: TextCellProps) {
  const { field, input } = column;
  return (
    <span className={classes.field}>
      <input
        className={classes.cell}
        aria-label={label}
        data-column={field}
        dir={input.dir}
        inputMode={input.mode}
        autoComplete="off"
        maxLength={TEXT_LIMITS[field]}
        disabled={disabled}
        value={value}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
      {value.trim() !== "" && (
        <span className={classes.shown} aria-hidden>
          {field === "phones" ? <GuestPhones phones={value} numbers={shownNumbers(value)} /> : <GuestName name={value} />}
        </span>
      )}
    </span>
  );
}

type NotesProps = Pick<RowsProps, "draft" | "saidNo" | "unsure"> & { guest: DraftGuest };

function Badges({ today, ...notes }: NotesProps & { today: string }) {
  return (
    <>
      <GuestBirthday birthday={notes.guest.birthday} today={today} />
      <GuestNotes {...notes} />
    </>
  );
}

/** Who else at this table has the same phone, and whether the guest wants no messages, or may have said so. */
export function GuestNotes({ draft, guest, saidNo, unsure }: NotesProps) {
  const others = draft.guests.filter((other) => other.key !== guest.key);
  const same = sameGuest(others, guest.phones);
  const similar = same ? undefined : maybeSameGuest(others, guest.phones);
  return (
    <>
      {same && <SamePhoneNote guest={same} />}
      {similar && <SimilarNote guest={similar} />}
      <OptOutMark said={saidNo(guest.phones)} unsure={unsure(guest.phones)} />
    </>
  );
}

function toNextRow(event: KeyboardEvent<HTMLTableElement>): void {
  const field = event.target;
  if (event.key !== "Enter" || event.ctrlKey || event.metaKey || !(field instanceof HTMLInputElement)) return;
  const cell = field.closest("td");
  let next = field.closest("tr")?.nextElementSibling;
  while (next && !next.querySelector("input")) next = next.nextElementSibling; // in the place of a guest who was taken off
  if (!cell || !(next instanceof HTMLTableRowElement)) return;
  event.preventDefault();
  next.cells[cell.cellIndex]?.querySelector("input")?.focus();
}

import { Button, VisuallyHidden } from "@mantine/core";
import type { KeyboardEvent } from "react";
import { BirthdayBadge } from "@/components/ui/birthday-badge";
import { MonthDayField } from "@/components/ui/month-day-field";
import type { Draft, DraftGuest, GuestFields } from "@/lib/drafts";
import { TEXT_LIMITS } from "@/lib/person";
import { TABLE_TEXTS } from "@/lib/texts";
import { isChanged } from "./edit-changes";
import classes from "./edit-grid.module.css";
import { birthdayChange, maybeSameGuest, nameOf, sameGuest } from "./guest-lists";
import { SamePhoneNote, SimilarNote } from "./guest-notes";

export interface RowsProps {
  draft: Draft;
  today: string;
  disabled: boolean;
  onEdit: (key: string, fields: Partial<GuestFields>) => void;
  onRemove: (guest: DraftGuest) => void;
}

export const TEXT_COLUMNS = [
  { field: "name", label: "Name", dir: "auto", inputMode: "text" },
  { field: "phones", label: "Phones", dir: "ltr", inputMode: "tel" },
  { field: "email", label: "Email", dir: "ltr", inputMode: "email" },
  { field: "company", label: "Company", dir: "auto", inputMode: "text" },
] as const;

/** Every cell is a field; Enter goes to the next row of the same column. */
export function EditGrid({ draft, today, disabled, onEdit, onRemove }: RowsProps) {
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
        {draft.guests.map((guest, index) => (
          <tr key={guest.key} data-guest={guest.key} data-changed={isChanged(draft, guest) || undefined}>
            {TEXT_COLUMNS.map((column) => (
              <td key={column.field}>
                <input
                  className={classes.cell}
                  aria-label={`${column.label} of guest ${index + 1}`}
                  data-column={column.field}
                  dir={column.dir}
                  inputMode={column.inputMode}
                  autoComplete="off"
                  maxLength={TEXT_LIMITS[column.field]}
                  disabled={disabled}
                  value={guest[column.field]}
                  onChange={(event) => onEdit(guest.key, { [column.field]: event.currentTarget.value })}
                />
                {column.field === "name" && isChanged(draft, guest) && <VisuallyHidden>changed</VisuallyHidden>}
              </td>
            ))}
            <td>
              <MonthDayField
                className={classes.birthday}
                ariaLabel={`Birthday of guest ${index + 1}`}
                value={guest.birthday}
                year={guest.birth_year}
                disabled={disabled}
                onChange={(birthday) => onEdit(guest.key, birthdayChange(guest, birthday))}
              />
            </td>
            <td className={classes.badges}>
              <Badges draft={draft} guest={guest} today={today} />
            </td>
            <td>
              <Button
                variant="subtle"
                color="danger"
                disabled={disabled}
                onClick={() => onRemove(guest)}
                aria-label={`${TABLE_TEXTS.remove} ${nameOf(guest)}`}
              >
                {TABLE_TEXTS.remove}
              </Button>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Badges({ draft, guest, today }: { draft: Draft; guest: DraftGuest; today: string }) {
  return (
    <>
      <BirthdayBadge birthday={guest.birthday} today={today} />
      <GuestNotes draft={draft} guest={guest} />
    </>
  );
}

/** Who else at this table has the same phone. */
export function GuestNotes({ draft, guest }: { draft: Draft; guest: DraftGuest }) {
  const others = draft.guests.filter((other) => other.key !== guest.key);
  const same = sameGuest(others, guest.phones);
  const similar = same ? undefined : maybeSameGuest(others, guest.phones);
  return (
    <>
      {same && <SamePhoneNote guest={same} />}
      {similar && <SimilarNote guest={similar} />}
    </>
  );
}

function toNextRow(event: KeyboardEvent<HTMLTableElement>): void {
  const field = event.target;
  if (event.key !== "Enter" || event.ctrlKey || event.metaKey || !(field instanceof HTMLInputElement)) return;
  const cell = field.closest("td");
  const next = field.closest("tr")?.nextElementSibling;
  if (!cell || !(next instanceof HTMLTableRowElement)) return;
  event.preventDefault();
  next.cells[cell.cellIndex]?.querySelector("input")?.focus();
}

import { Button, TextInput, UnstyledButton } from "@mantine/core";
import { ChevronDown, ChevronUp } from "lucide-react";
import { useEffect, useState } from "react";
import { GuestRow } from "@/components/ui/guest-row";
import { AUTO_DIR, LTR_DIR } from "@/components/ui/input-direction";
import { MonthDayField } from "@/components/ui/month-day-field";
import { type DraftGuest, isBlank } from "@/lib/drafts";
import { TEXT_LIMITS } from "@/lib/guest-fields";
import { shownNumbers } from "@/lib/phones";
import { TABLE_TEXTS } from "@/lib/tables/table-texts";
import { RemovedNote } from "./added-list";
import classes from "./edit-cards.module.css";
import { isChanged } from "./edit-changes";
import { GuestNotes, type RowsProps, TEXT_COLUMNS } from "./edit-grid";
import { nameOf } from "./guest-lists";

/** The same on phones: a card for each guest, tapped open to be changed in place. */
export function EditCards(props: RowsProps) {
  const [opened, setOpened] = useState<string | null>(null);
  const { held, draft } = props;
  const { guests } = draft;
  const last = guests.at(-1);
  const blank = last && isBlank(last) ? last.key : null;

  // A blank contact was added to be filled in.
  useEffect(() => {
    if (blank) setOpened(blank);
  }, [blank]);

  useEffect(() => {
    if (held) setOpened(held.key);
  }, [held]);

  return (
    <ul className={classes.cards}>
      {props.seen.map(({ guest, isRemoved }) =>
        isRemoved ? (
          <li key={guest.key} className={classes.card} data-guest={guest.key} data-removed>
            <RemovedNote guest={guest} onUndo={props.onUndo} />
          </li>
        ) : (
          <GuestCard
            key={guest.key}
            {...props}
            guest={guest}
            opened={opened === guest.key}
            // Folded, so that Undo brings it back as high as it leaves.
            onRemove={(removed) => {
              setOpened(null);
              props.onRemove(removed);
            }}
            onToggle={() => setOpened(opened === guest.key ? null : guest.key)}
          />
        ),
      )}
    </ul>
  );
}

interface CardProps extends RowsProps {
  guest: DraftGuest;
  opened: boolean;
  onToggle: () => void;
}

function GuestCard({ draft, guest, today, disabled, saidNo, unsure, onEdit, onRemove, opened, onToggle }: CardProps) {
  const changed = isChanged(draft, guest);
  const Chevron = opened ? ChevronUp : ChevronDown;
  return (
    <li className={classes.card} data-guest={guest.key} data-changed={changed || undefined}>
      <UnstyledButton className={classes.head} data-row-focus aria-expanded={opened} onClick={onToggle}>
        <GuestRow
          guest={{ ...guest, numbers: shownNumbers(guest.phones) }}
          today={today}
          withDay
          mark={changed && <span className={classes.changed}>changed</span>}
          notes={<GuestNotes draft={draft} guest={guest} saidNo={saidNo} unsure={unsure} />}
          action={<Chevron size={20} strokeWidth={1.75} aria-hidden />}
        />
      </UnstyledButton>
      {opened && (
        <div className={classes.fields}>
          {TEXT_COLUMNS.map((column) => (
            <TextInput
              key={column.field}
              label={column.label}
              data-column={column.field}
              {...(column.input.dir === "ltr" ? LTR_DIR : AUTO_DIR)}
              inputMode={column.input.mode}
              autoComplete="off"
              maxLength={TEXT_LIMITS[column.field]}
              disabled={disabled}
              value={guest[column.field]}
              onChange={(event) => onEdit(guest.key, { [column.field]: event.currentTarget.value })}
            />
          ))}
          <MonthDayField
            label="Birthday"
            value={guest.birthday}
            year={guest.birth_year}
            disabled={disabled}
            onChange={(birthday) => onEdit(guest.key, birthday)}
          />
          <Button
            variant="light"
            color="danger"
            disabled={disabled}
            onClick={() => onRemove(guest)}
            aria-label={`${TABLE_TEXTS.remove} ${nameOf(guest)}`}
          >
            {TABLE_TEXTS.remove}
          </Button>
        </div>
      )}
    </li>
  );
}

import { Button } from "@mantine/core";
import { UserPlus } from "lucide-react";
import { counted } from "@/components/ui/counted";
import type { DraftGuest } from "@/lib/drafts";
import { TABLE_TEXTS } from "@/lib/tables/table-texts";
import { RemovedNote } from "./added-list";
import { AddedTray } from "./added-tray";
import { nameOf } from "./guest-lists";
import { guestCount, isTyped } from "./pending-guest";
import classes from "./select-contacts.module.css";
import { SelectContactsAdded, SelectContactsForm, SelectContactsSave, SelectContactsSearch } from "./select-contacts-parts";
import type { SelectContacts } from "./use-select-contacts";

interface Body {
  select: SelectContacts;
}

/** One thing at a time: the search, or the form in its place; who is added lies folded above the save button. */
export function PhoneBody({ select }: Body) {
  const { table, newcomer, closeForm } = select;
  if (newcomer.opened) {
    return (
      <div className={classes.columns}>
        <div className={classes.cover}>
          <SelectContactsForm select={select} onCancel={closeForm} />
        </div>
      </div>
    );
  }
  const last = table.removed.at(-1);
  const undo = (guest: DraftGuest) => {
    table.undo(guest);
    // The guest's own row is folded away.
    select.search.focus(false);
  };
  return (
    <>
      <div className={classes.columns}>
        <SelectContactsSearch select={select} />
      </div>
      <AddedTray
        guests={table.guests}
        pending={select.draft.pending}
        removedNote={last && <RemovedNote guest={last} onUndo={undo} />}
        list={<SelectContactsAdded select={select} />}
      >
        <SelectContactsSave select={select} />
      </AddedTray>
    </>
  );
}

/** The search beside a column that has room for the list or for the form; the form unfolds when it is wanted. */
export function TabletBody({ select }: Body) {
  const { newcomer, closeForm } = select;
  return (
    <div className={classes.columns} data-form={newcomer.opened || undefined}>
      <SelectContactsSearch select={select} />
      <AddedColumn select={select} />
      <div className={classes.form}>
        {newcomer.opened ? <SelectContactsForm select={select} onCancel={closeForm} /> : <OpenFormButton select={select} />}
      </div>
    </div>
  );
}

/** For wide screens: everything side by side, with the form always open. */
export function DesktopBody({ select }: Body) {
  return (
    <div className={classes.columns}>
      <SelectContactsSearch select={select} />
      <AddedColumn select={select} />
      <div className={classes.form}>
        <SelectContactsForm select={select} />
      </div>
    </div>
  );
}

function AddedColumn({ select }: Body) {
  return (
    <section className={classes.added} aria-labelledby="added-to-table">
      <h3 id="added-to-table" className={classes.heading}>
        {TABLE_TEXTS.addedToTable} <span className="note tabular">{counted(guestCount(select.draft), "guest")}</span>
      </h3>
      <div className={classes.scroll}>
        <SelectContactsAdded select={select} />
      </div>
    </section>
  );
}

function OpenFormButton({ select }: Body) {
  const { pending } = select.draft;
  return (
    <Button
      size="lg"
      variant="default"
      fullWidth
      leftSection={<UserPlus size={18} aria-hidden />}
      className={classes.openForm}
      disabled={select.saving.sending}
      onClick={() => select.newcomer.open("")}
    >
      {isTyped(pending) ? (
        <span>
          Go on with ‘<bdi>{nameOf(pending)}</bdi>’
        </span>
      ) : (
        TABLE_TEXTS.addNewContact
      )}
    </Button>
  );
}

import { fieldsOf } from "@/lib/drafts";
import { AddedList } from "./added-list";
import { ContactSearch } from "./contact-search";
import { NewContactForm } from "./new-guest-form";
import { BLANK_PENDING, guestCount } from "./pending-guest";
import { SaveBar } from "./save-bar";
import classes from "./select-contacts.module.css";
import { InfoLine } from "./table-heading";
import type { SelectContacts } from "./use-select-contacts";

interface Part {
  select: SelectContacts;
}

/** The parts of Select Contacts, which its three layouts put in other places. */
export function SelectContactsSearch({ select }: Part) {
  const { draft, table, search, saving, newcomer } = select;
  const { info, pending } = draft;
  return (
    <div className={classes.search}>
      <ContactSearch
        ref={search.box}
        place={select.place}
        today={select.today}
        guests={table.guests}
        ownTable={draft.table_name}
        pending={pending}
        typed={search.typed}
        onTyped={search.setTyped}
        onAdd={select.addKnown}
        onAddNew={newcomer.open}
        onRemoveLast={table.removeLast}
        disabled={saving.sending}
        infoLine={<InfoLine base={info.api_base} loyaltyBase={select.loyaltyBase} branch={info.branch} />}
      />
    </div>
  );
}

/** @param onCancel closes the form where it lies over something else */
export function SelectContactsForm({ select, onCancel }: Part & { onCancel?: () => void }) {
  const { draft, table, newcomer, saving, place, addNew } = select;
  return (
    <NewContactForm
      key={newcomer.round}
      value={draft.pending ?? BLANK_PENDING}
      onChange={newcomer.set}
      guests={table.guests}
      place={place}
      disabled={saving.sending}
      problem={newcomer.problem}
      onProblem={newcomer.setProblem}
      onAdd={addNew}
      onAddKnown={(contact) => addNew(fieldsOf(contact))}
      onCancel={onCancel}
      focus={newcomer.focus}
    />
  );
}

export function SelectContactsAdded({ select }: Part) {
  const { draft, table, saving, today, newcomer } = select;
  return (
    <AddedList
      guests={table.guests}
      pending={draft.pending}
      onGoOn={() => newcomer.open("")}
      removed={table.removed}
      today={today}
      disabled={saving.sending}
      onRemove={table.remove}
      onUndo={table.undo}
    />
  );
}

/** @param onCancel where the header has no Cancel */
export function SelectContactsSave({ select, onCancel }: Part & { onCancel?: () => void }) {
  const { draft, saving, kept } = select;
  return (
    <SaveBar
      count={guestCount(draft)}
      table={draft.info.table_number}
      progress={saving.progress}
      problem={saving.problem}
      kept={kept}
      onSave={saving.save}
      onCancel={onCancel}
    />
  );
}

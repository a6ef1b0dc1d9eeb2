import { useState } from "react";
import { v7 as uuidv7 } from "uuid";
import type { Editing, GuestForm } from "@/components/app-base/guest-search-work";
import { changeFailure } from "@/components/ui/change-failure";
import { useDialogs } from "@/components/ui/dialogs";
import { numbersOf } from "@/components/ui/phones-field";
import { toast } from "@/components/ui/toast";
import { isApiError } from "@/lib/api/api-error";
import { birthdayFault } from "@/lib/birthday-dates";
import { type AskedField, pickFields } from "@/lib/guest-fields";
import type { Contact } from "@/lib/guest-search/contract";
import { GUEST_SEARCH_TEXTS } from "@/lib/guest-search/guest-search-texts";
import { type Correction, useCorrectGuest } from "./queries";

const KEPT = "What you typed is kept in the form.";

/** One guest at a time is edited, in the place of their details. */
export function useEditing() {
  const dialogs = useDialogs();
  const correct = useCorrectGuest();
  const [editing, setEditing] = useState<Editing | null>(null);
  const changes = editing ? changesOf(editing) : {};
  const isChanged = Object.keys(changes).length > 0;

  /** @param field the one that is edited in its place; left out, the whole form */
  const begin = (contact: Contact, field?: AskedField) => {
    if (editing?.contact.id === contact.id && editing.field === field) return;
    if (editing && isChanged)
      return toast.info(`Save or cancel the changes to ${editing.contact.name || "the other guest"} first.`, "editing");
    setEditing({ contact, form: formOf(contact), now: null, key: uuidv7(), ...(field && { field }) });
  };
  const leave = () => {
    setEditing(null);
    if (editing) focusEdit(editing);
  };
  const cancel = () => {
    if (editing && isChanged) toast.undo(`Changes to ${editing.contact.name || "the guest"} left out`, () => setEditing(editing));
    leave();
  };
  const undo = async ({ id, name, phones }: Contact, back: Correction["changes"]) => {
    try {
      await correct.mutateAsync({ identifier: { id, name, phones }, changes: back, key: uuidv7() });
      toast.success(`${back.name || name || "The guest"} is as before.`);
    } catch (error) {
      toast.error(changeFailure(error, "This was not undone.", "Search again: what is found shows it."));
    }
  };
  const save = async () => {
    if (!editing || !isChanged || correct.isPending || birthdayFault(editing.form)) return;
    const before = editing.now ?? editing.contact;
    const { id, name, phones } = before;
    try {
      const { message, may_be_same, contact } = await correct.mutateAsync({ identifier: { id, name, phones }, changes, key: editing.key });
      leave();
      toast.undo(message, () => void undo(contact, valuesBefore(before, changes)));
      if (may_be_same.length > 0)
        toast.info(`${may_be_same.map((one) => one.name || one.phones).join(", ")}: the same number, and another guest.`);
    } catch (error) {
      const now = currentOf(error);
      // Against a guest who is another by now it is another save, and needs a key of its own.
      if (now) setEditing({ ...editing, now, key: uuidv7() });
      await dialogs.alert(GUEST_SEARCH_TEXTS.updateFailed, whatNext(error));
    }
  };
  return {
    editing,
    setEditing,
    begin,
    cancel,
    save,
    isSaving: correct.isPending,
    isChanged,
    change: (changed: Partial<GuestForm>) =>
      setEditing((before) => before && { ...before, form: { ...before.form, ...changed }, key: uuidv7() }),
  };
}
export type EditingOfGuest = ReturnType<typeof useEditing>;

/** Fields that are typed as one text. */
const TEXTS = ["name", "language", "likes", "tags", "allergies", "email", "company", "title", "address"] as const;

function formOf(contact: Contact): GuestForm {
  const { phones, birthday, birth_year } = contact;
  return { ...pickFields(contact, TEXTS), phones: numbersOf(phones), birthday, birth_year };
}

/** What is not changed is not sent: nobody else's correction of it is written over. */
function changesOf({ contact, form }: Editing): Correction["changes"] {
  const phones = form.phones.join(", ");
  const changes: Correction["changes"] = {};
  if (phones !== numbersOf(contact.phones).join(", ")) changes.phones = phones;
  if (form.birthday !== contact.birthday || form.birth_year !== contact.birth_year) changes.birthday = birthdayOf(form);
  for (const field of TEXTS) if (form[field] !== contact[field]) changes[field] = form[field];
  return changes;
}

/** What a correction changed, as it was before. */
function valuesBefore(before: Contact, changes: Correction["changes"]): Correction["changes"] {
  const fields = Object.keys(changes) as (keyof Correction["changes"])[];
  return Object.fromEntries(fields.map((field) => [field, field === "birthday" ? birthdayOf(formOf(before)) : before[field]]));
}

/** `1990-05-14`, or `--05-14` where nobody told the year. */
function birthdayOf({ birthday, birth_year }: GuestForm): string {
  return birthday && birth_year ? `${birth_year}${birthday.slice(1)}` : birthday;
}

/** A refused save names the guest as they are now, when somebody changed them meanwhile. */
function currentOf(error: unknown): Contact | null {
  return isApiError(error) && error.status === 409 ? ((error.fields.current as Contact | undefined) ?? null) : null;
}

function whatNext(error: unknown): string {
  const said = error instanceof Error ? error.message : String(error);
  if (!isApiError(error)) return `${said} ${KEPT}`;
  if (currentOf(error)) return `${said} ${KEPT} Compare it with what stands there now, then save again or cancel.`;
  if (error.status === 404) return `${said} ${KEPT} Search again, or record the guest at a table.`;
  return error.status === 0 ? `${said} ${KEPT} Nothing is saved twice.` : `${said} ${KEPT}`;
}

/** The focus goes back to where the form was opened. */
function focusEdit({ contact: { id }, field }: Editing): void {
  const place = field ? `[data-edit-field="${field}"]` : `[data-edit="${CSS.escape(id)}"]`;
  requestAnimationFrame(() => document.querySelector<HTMLElement>(place)?.focus({ preventScroll: true }));
}

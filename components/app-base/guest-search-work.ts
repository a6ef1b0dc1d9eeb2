import { keyAt, keyHere } from "@/lib/api/backends";
import { type AskedField, eachField } from "@/lib/guest-fields";
import type { Contact } from "@/lib/guest-search/contract";

/** What stands in the form of a guest who is being edited. */
export interface GuestForm {
  name: string;
  phones: string[];
  birthday: string;
  birth_year: number | null;
  language: string;
  likes: string;
  tags: string;
  allergies: string;
  email: string;
  company: string;
  title: string;
  address: string;
}

export interface Editing {
  contact: Contact;
  /** The one field that is edited in its place; left out, those of the whole form. */
  field?: AskedField;
  form: GuestForm;
  /** The guest as somebody else changed them meanwhile; the next save is made against this. */
  now: Contact | null;
  /** Of the next save: another one as soon as something else is typed. */
  key: string;
}

/** What forms were kept without, before these were asked: as the guest has it, so that nothing of it is changed. */
function lateFieldsOf({ form, contact }: { form: Partial<GuestForm>; contact: Contact }) {
  const late = ["language", "likes", "tags", "allergies", "email", "company", "title", "address"] as const;
  return eachField(late, (field) => form[field] ?? contact[field] ?? "");
}

interface Work {
  user: string;
  typed: string;
  editing: Editing | null;
  /** The guest whose details are open. */
  open?: string | null;
}

const keyOfWork = () => keyHere("guest_search");

/** What this tab kept of somebody's search: a reload, or a call to the guest, must not cost what was typed. */
export function keptWork(user: string): Pick<Work, "typed" | "editing" | "open"> {
  try {
    const kept = JSON.parse(window.sessionStorage.getItem(keyOfWork()) ?? "null") as Work | null;
    // What was kept before they were asked.
    if (kept?.editing) kept.editing.form = { ...kept.editing.form, ...lateFieldsOf(kept.editing) };
    if (kept && kept.user === user) return kept;
  } catch {
    // A private window refuses its storage; there is nothing to bring back then.
  }
  return { typed: "", editing: null };
}

/** @param base of another server, in whose book the search goes on */
export function keepWork(work: Work, base?: string): void {
  try {
    window.sessionStorage.setItem(base === undefined ? keyOfWork() : keyAt(base, "guest_search"), JSON.stringify(work));
  } catch {
    // The page goes on without it.
  }
}

import { Button, NativeSelect, Textarea, TextInput, UnstyledButton } from "@mantine/core";
import { Check, Pencil, TriangleAlert, X } from "lucide-react";
import { type FormEvent, type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from "react";
import type { Editing } from "@/components/app-base/guest-search-work";
import type { EditingOfGuest } from "@/components/guest-search/use-editing";
import { AUTO_DIR } from "@/components/ui/input-direction";
import { MonthDayField } from "@/components/ui/month-day-field";
import { PhonesField } from "@/components/ui/phones-field";
import { birthdayRefused } from "@/components/ui/typed-birthday";
import { type AskedField, GUEST_FIELDS, shownField, TEXT_LIMITS } from "@/lib/guest-fields";
import type { Contact } from "@/lib/guest-search/contract";
import styles from "./field-in-place.module.css";

interface Props {
  field: AskedField;
  /** What is known of it, as people read it. */
  said: ReactNode;
  /** Null while it is only read. */
  editing: Editing | null;
  state: EditingOfGuest;
  contact: Contact;
}

/** One field of a guest: read, and with a press changed where it stands. Saved, it can be undone. */
export function FieldInPlace({ field, said, editing, state, contact }: Props) {
  if (editing) return <FieldForm field={field} editing={editing} state={state} />;
  return (
    <span className={styles.read}>
      <span className={styles.said}>{said}</span>
      <UnstyledButton
        className={styles.pencil}
        data-edit-field={field}
        aria-label={`Change ${GUEST_FIELDS[field].label}`}
        onClick={() => state.begin(contact, field)}
      >
        <Pencil size={16} strokeWidth={1.75} aria-hidden />
      </UnstyledButton>
    </span>
  );
}

function FieldForm({ field, editing, state }: Pick<Props, "field" | "state"> & { editing: Editing }) {
  const form = useRef<HTMLFormElement>(null);
  const [isRefused, setRefused] = useState(false);
  const problem = field === "birthday" ? birthdayRefused(editing.form) : null;
  useEffect(() => form.current?.querySelector<HTMLElement>("input, textarea, select")?.focus(), []);
  const save = (event?: FormEvent) => {
    event?.preventDefault();
    setRefused(problem !== null);
    if (problem === null) void (state.isChanged ? state.save() : state.cancel());
  };
  const onKey = (event: KeyboardEvent) => {
    if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) save();
    if (event.key !== "Escape" || event.defaultPrevented) return;
    // It leaves the field alone: the drawer around it stays.
    event.preventDefault();
    event.stopPropagation();
    state.cancel();
  };
  return (
    <form ref={form} className={styles.form} aria-label={`Change ${GUEST_FIELDS[field].label}`} onSubmit={save} onKeyDown={onKey}>
      {editing.now && (
        <p className={styles.now}>
          <TriangleAlert size={16} strokeWidth={1.75} aria-hidden />
          <span>
            In the guest book now: <bdi>{shownField(field, editing.now[field]) || "nothing"}</bdi>
          </span>
        </p>
      )}
      <Input field={field} editing={editing} state={state} />
      {isRefused && problem && <p role="alert">{problem}</p>}
      <div className={styles.buttons}>
        <Button type="submit" size="sm" leftSection={<Check size={16} aria-hidden />} loading={state.isSaving}>
          Save
        </Button>
        <Button size="sm" variant="default" leftSection={<X size={16} aria-hidden />} disabled={state.isSaving} onClick={state.cancel}>
          Cancel
        </Button>
      </div>
    </form>
  );
}

/** As the field is typed everywhere else. */
function Input({ field, editing: { form }, state }: Pick<Props, "field" | "state"> & { editing: Editing }) {
  const { label } = GUEST_FIELDS[field];
  if (field === "phones")
    return <PhonesField disabled={state.isSaving} value={form.phones} onChange={(phones) => state.change({ phones })} />;
  if (field === "birthday")
    return <MonthDayField label={label} disabled={state.isSaving} value={form.birthday} year={form.birth_year} onChange={state.change} />;
  if (field === "language") {
    const choices = Object.entries(GUEST_FIELDS.language.choices).map(([value, words]) => ({ value, label: words }));
    return (
      <NativeSelect
        aria-label={label}
        disabled={state.isSaving}
        data={[{ value: "", label: "Not known" }, ...choices]}
        value={form.language}
        onChange={(event) => state.change({ language: event.currentTarget.value })}
      />
    );
  }
  const line = GUEST_FIELDS[field];
  const shared = {
    "aria-label": label,
    ...(line.input.dir === "auto" ? AUTO_DIR : { dir: line.input.dir }),
    autoComplete: "off",
    maxLength: TEXT_LIMITS[field],
    disabled: state.isSaving,
    value: form[field],
    ...("joined" in line && { placeholder: "Several with commas between" }),
  };
  if ("lines" in line.input)
    return <Textarea {...shared} autosize minRows={2} onChange={(event) => state.change({ [field]: event.currentTarget.value })} />;
  return <TextInput {...shared} inputMode={line.input.mode} onChange={(event) => state.change({ [field]: event.currentTarget.value })} />;
}

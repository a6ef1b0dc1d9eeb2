import { Button, NativeSelect, TextInput } from "@mantine/core";
import { TriangleAlert } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import type { Editing } from "@/components/app-base/guest-search-work";
import { useMaySee } from "@/components/app-base/session";
import { AUTO_DIR } from "@/components/ui/input-direction";
import { MonthDayField } from "@/components/ui/month-day-field";
import { PhonesField } from "@/components/ui/phones-field";
import { birthdayRefused } from "@/components/ui/typed-birthday";
import { formatBirthday } from "@/lib/birthday-dates";
import { GUEST_FIELDS, TEXT_LIMITS } from "@/lib/guest-fields";
import type { Contact } from "@/lib/guest-search/contract";
import styles from "./guest-details.module.css";
import type { EditingOfGuest } from "./use-editing";

const LANGUAGE = GUEST_FIELDS.language;
const SEVERAL = ["allergies", "likes", "tags"] as const;

/** Name, phones, birthday, language, allergies, likes and tags of a guest, in the place of the details. */
export function EditGuest({ editing, state }: { editing: Editing; state: EditingOfGuest }) {
  const { form, now, contact } = editing;
  const name = useRef<HTMLInputElement>(null);
  const birthday = useRef<HTMLInputElement>(null);
  const [refused, setRefused] = useState(false);
  const maySee = useMaySee();
  const problem = birthdayRefused(form);
  useEffect(() => name.current?.focus(), []);
  const save = () => {
    setRefused(problem !== null);
    if (problem) birthday.current?.focus();
    else void state.save();
  };
  return (
    <form
      className={styles.form}
      aria-label={`Edit ${contact.name || "guest"}`}
      onSubmit={(event) => {
        event.preventDefault();
        save();
      }}
      onKeyDown={(event) => event.key === "Enter" && (event.ctrlKey || event.metaKey) && save()}
    >
      {now && <Now contact={now} />}
      <TextInput
        ref={name}
        label="Name"
        {...AUTO_DIR}
        autoComplete="off"
        maxLength={TEXT_LIMITS.name}
        disabled={state.isSaving}
        value={form.name}
        onChange={(event) => state.change({ name: event.currentTarget.value })}
      />
      <PhonesField disabled={state.isSaving} value={form.phones} onChange={(phones) => state.change({ phones })} />
      <MonthDayField
        ref={birthday}
        label="Birthday"
        disabled={state.isSaving}
        value={form.birthday}
        year={form.birth_year}
        onChange={state.change}
      />
      <Language form={form} state={state} />
      {SEVERAL.filter(maySee).map((field) => (
        <Several key={field} field={field} form={form} state={state} />
      ))}
      <div className={styles.buttons}>
        <Button variant="default" onClick={state.cancel} disabled={state.isSaving}>
          Cancel
        </Button>
        <Button type="submit" loading={state.isSaving} disabled={!state.isChanged}>
          Save
        </Button>
      </div>
      {/* Below the buttons: above them it would move what was just pressed. */}
      <p role="alert" className={styles.problem}>
        {refused && problem}
      </p>
    </form>
  );
}

interface FieldProps {
  form: Editing["form"];
  state: EditingOfGuest;
}

function Language({ form, state }: FieldProps) {
  return (
    <NativeSelect
      label={LANGUAGE.label}
      disabled={state.isSaving}
      data={[{ value: "", label: "Not known" }, ...Object.entries(LANGUAGE.choices).map(([value, label]) => ({ value, label }))]}
      value={form.language}
      onChange={(event) => state.change({ language: event.currentTarget.value })}
    />
  );
}

/** A field that holds several values. */
function Several({ field, form, state }: FieldProps & { field: (typeof SEVERAL)[number] }) {
  return (
    <TextInput
      {...AUTO_DIR}
      label={GUEST_FIELDS[field].label}
      placeholder="Several with commas between"
      autoComplete="off"
      maxLength={TEXT_LIMITS[field]}
      disabled={state.isSaving}
      value={form[field]}
      onChange={(event) => state.change({ [field]: event.currentTarget.value })}
    />
  );
}

function Now({ contact: { name, phones, birthday } }: { contact: Contact }) {
  return (
    <p className={styles.now}>
      <TriangleAlert size={18} strokeWidth={1.75} aria-hidden />
      <span>
        In the guest book now: <bdi>{name || "no name"}</bdi>, <span dir="ltr">{phones || "no phone"}</span>
        {birthday && `, ${formatBirthday(birthday)}`}
      </span>
    </p>
  );
}

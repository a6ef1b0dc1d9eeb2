import { Button, TextInput } from "@mantine/core";
import { UserPlus } from "lucide-react";
import { type FormEvent, type KeyboardEvent, type ReactNode, type Ref, useRef, useState } from "react";
import { AUTO_DIR } from "@/components/ui/input-direction";
import { MonthDayField } from "@/components/ui/month-day-field";
import { PhoneField } from "@/components/ui/phone-field";
import { readTypedPhone } from "@/components/ui/typed-phone";
import type { DraftGuest, GuestFields, PendingGuest } from "@/lib/drafts";
import { TEXT_LIMITS } from "@/lib/guest-fields";
import type { Contact } from "@/lib/guest-search/contract";
import { TABLE_TEXTS } from "@/lib/tables/table-texts";
import { nameOf } from "./guest-lists";
import { SamePhoneNote, SimilarNote } from "./guest-notes";
import { MoreFields } from "./more-fields";
import classes from "./new-guest-form.module.css";
import { ANSWER_FIRST, BLANK_PENDING, CHECK_FIRST, completed, countryOf, isTyped } from "./pending-guest";
import type { Place } from "./queries";
import { useKnownGuest } from "./use-known-guest";

interface Props {
  value: PendingGuest;
  onChange: (value: PendingGuest) => void;
  guests: readonly DraftGuest[];
  place: Place;
  disabled: boolean;
  /** Why the guest was not taken. */
  problem: string | null;
  onProblem: (problem: string) => void;
  onAdd: (fields: GuestFields) => void;
  /** The guest book already knows the phone: that guest is added instead. */
  onAddKnown: (contact: Contact) => void;
  /** Closes the form where it lies over the results; what was typed stays. */
  onCancel?: () => void;
  /** Which field the cursor goes to when the form appears. */
  focus?: "name" | "phone" | "birthday";
}

export function NewContactForm(props: Props) {
  const { value, onChange, guests, disabled, problem, onProblem, onAdd, onCancel, focus } = props;
  const nameField = useRef<HTMLInputElement>(null);
  const phoneField = useRef<HTMLInputElement>(null);
  const birthdayField = useRef<HTMLInputElement>(null);
  const change = (changed: Partial<PendingGuest>) => onChange({ ...value, ...changed });

  const submit = (event: FormEvent) => {
    event.preventDefault();
    const guest = completed(value, guests);
    if (guest.fields) return onAdd(guest.fields);
    onProblem(guest.problem);
    const fields = { name: nameField, phone: phoneField, birthday: birthdayField };
    if (guest.field) fields[guest.field].current?.focus();
  };
  // Fields such as the birthday take Enter for themselves; from the others it adds, as a form does.
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== "Escape" || !onCancel) return;
    event.stopPropagation();
    onCancel();
  };

  return (
    <form className={classes.form} onSubmit={submit} onKeyDown={onKeyDown} noValidate aria-labelledby="add-new-contact">
      <div className={classes.heading}>
        <h3 id="add-new-contact" className={classes.title}>
          {TABLE_TEXTS.addNewContact}
        </h3>
        <ClearButton value={value} onChange={onChange} disabled={disabled} />
      </div>
      <div className={classes.fields}>
        <TextInput
          ref={nameField}
          label="Name"
          withAsterisk
          aria-required
          {...AUTO_DIR}
          autoComplete="off"
          autoCapitalize="words"
          maxLength={TEXT_LIMITS.name}
          data-autofocus={focus === "name" || undefined}
          autoFocus={focus === "name"}
          disabled={disabled}
          error={problem === TABLE_TEXTS.nameAndPhone && !value.name.trim()}
          value={value.name}
          onChange={(event) => change({ name: event.currentTarget.value })}
        />
        <PhonePart {...props} change={change} ref={phoneField} />
        <MonthDayField
          ref={birthdayField}
          label="Birthday"
          autoFocus={focus === "birthday"}
          value={value.birthday}
          year={value.birth_year}
          onChange={change}
          disabled={disabled}
        />
        <MoreFields value={value} change={change} disabled={disabled} />
      </div>
      <FormFoot problem={problem} disabled={disabled} onCancel={onCancel} />
    </form>
  );
}

type Change = (changed: Partial<PendingGuest>) => void;

/** The phone, and who has it already. */
function PhonePart({ value, change, ref, ...props }: Omit<Props, "onChange"> & { change: Change; ref: Ref<HTMLInputElement> }) {
  const { guests, place, disabled, problem, onAddKnown, focus } = props;
  const country = countryOf(value);
  const phone = readTypedPhone(value.phones, country.code);
  const known = useKnownGuest(place, phone.saved, guests);
  let note: ReactNode = null;
  if (known?.kind === "similar") note = <SimilarNote guest={known.guest} />;
  else if (known) note = <SamePhoneNote guest={known.guest} />;
  return (
    <div>
      <PhoneField
        ref={ref}
        required
        autoFocus={focus === "phone"}
        disabled={disabled}
        error={(problem === TABLE_TEXTS.nameAndPhone && !phone.saved) || problem === TABLE_TEXTS.duplicate}
        insists={problem === ANSWER_FIRST || problem === CHECK_FIRST}
        value={{ country, typed: value.phones, agreed: value.agreed }}
        onChange={(next) => change({ phones: next.typed, country: next.country.id, agreed: next.agreed })}
      />
      <div aria-live="polite" className={classes.notes}>
        {note}
        {known?.kind === "book" && (
          <Button variant="light" onClick={() => onAddKnown(known.guest)} disabled={disabled}>
            Add <bdi>&nbsp;{nameOf(known.guest)}</bdi>
          </Button>
        )}
      </div>
    </div>
  );
}

function FormFoot({ problem, disabled, onCancel }: Pick<Props, "problem" | "disabled" | "onCancel">) {
  return (
    <div className={classes.foot}>
      <p role="alert" className={classes.problem}>
        {problem}
      </p>
      <div className="wrap">
        {onCancel && (
          <Button size="lg" variant="default" onClick={onCancel}>
            Close
          </Button>
        )}
        <Button
          size="lg"
          type="submit"
          disabled={disabled}
          className={classes.add}
          variant={onCancel ? "filled" : "light"}
          leftSection={<UserPlus size={18} aria-hidden />}
        >
          Add
        </Button>
      </div>
    </div>
  );
}

/** Empties the form for another guest; the same button brings back what was in it. */
function ClearButton({ value, onChange, disabled }: Pick<Props, "value" | "onChange" | "disabled">) {
  const [cleared, setCleared] = useState<PendingGuest | null>(null);
  const typed = isTyped(value);
  if (!typed && !cleared) return null;
  return (
    <Button
      variant="subtle"
      color="neutral"
      disabled={disabled}
      onClick={() => {
        setCleared(typed ? value : null);
        onChange(typed || !cleared ? BLANK_PENDING : cleared);
      }}
    >
      {typed ? "Clear" : "Undo clear"}
    </Button>
  );
}

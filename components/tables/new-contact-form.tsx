import { Button, Textarea, TextInput, UnstyledButton } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { ChevronDown, ChevronUp, UserPlus } from "lucide-react";
import { type FormEvent, type KeyboardEvent, useRef, useState } from "react";
import { AUTO_DIR, LTR_DIR } from "@/components/ui/input-direction";
import { MonthDayField } from "@/components/ui/month-day-field";
import { PhoneField } from "@/components/ui/phone-field";
import { phoneToSave } from "@/components/ui/phone-to-save";
import type { Contact } from "@/lib/contacts/contract";
import type { DraftGuest, GuestFields, PendingGuest } from "@/lib/drafts";
import { TEXT_LIMITS } from "@/lib/person";
import { TABLE_TEXTS } from "@/lib/texts";
import { maybeSameGuest, nameOf, sameGuest } from "./guest-lists";
import classes from "./new-contact-form.module.css";
import { BLANK_PENDING, completed, countryOf, isTyped } from "./pending-guest";
import { type Place, useContactSearch } from "./queries";
import { SimilarNote } from "./result-row";

const MORE_FIELDS = ["email", "company", "title", "address"] as const;

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
  focus?: "name" | "phone";
}

export function NewContactForm(props: Props) {
  const { value, onChange, guests, place, disabled, problem, onProblem, onAdd, onAddKnown, onCancel, focus } = props;
  const [more, setMore] = useState(() => MORE_FIELDS.some((field) => value[field] !== ""));
  const nameField = useRef<HTMLInputElement>(null);
  const phoneField = useRef<HTMLInputElement>(null);

  const country = countryOf(value);
  const phone = phoneToSave(value.phones, country.code);
  const known = useKnownGuest(place, phone, guests);

  const change = (changed: Partial<PendingGuest>) => onChange({ ...value, ...changed });

  const submit = (event?: FormEvent) => {
    event?.preventDefault();
    const guest = completed(value, guests);
    if (guest.fields) return onAdd(guest.fields);
    onProblem(guest.problem);
    if (guest.problem === TABLE_TEXTS.nameAndPhone) (value.name.trim() ? phoneField : nameField).current?.focus();
  };

  // Fields such as the birthday take Enter for themselves; from the others it adds, as a form does.
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === "Escape" && onCancel) {
      event.stopPropagation();
      onCancel();
    }
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
        <div>
          <PhoneField
            ref={phoneField}
            required
            autoFocus={focus === "phone"}
            disabled={disabled}
            error={(problem === TABLE_TEXTS.nameAndPhone && !phone) || problem === TABLE_TEXTS.duplicate}
            value={{ country, typed: value.phones }}
            onChange={(typed) => change({ phones: typed.typed, country: typed.country.id })}
          />
          <div aria-live="polite" className={classes.notes}>
            {known?.kind === "added" && (
              <span className={classes.same}>
                Same phone as <bdi>{nameOf(known.guest)}</bdi>
              </span>
            )}
            {known?.kind === "similar" && <SimilarNote name={nameOf(known.guest)} />}
            {known?.kind === "book" && (
              <span className={classes.known}>
                <span className={classes.same}>
                  Same phone as <bdi>{nameOf(known.guest)}</bdi>
                </span>
                <Button variant="subtle" onClick={() => onAddKnown(known.guest)} disabled={disabled}>
                  Add <bdi>&nbsp;{nameOf(known.guest)}</bdi>
                </Button>
              </span>
            )}
          </div>
        </div>
        <MonthDayField label="Birthday" value={value.birthday} onChange={(birthday) => change({ birthday })} disabled={disabled} />
        <UnstyledButton type="button" className={classes.more} aria-expanded={more} onClick={() => setMore(!more)}>
          {more ? <ChevronUp size={18} aria-hidden /> : <ChevronDown size={18} aria-hidden />}
          {more ? "Less" : "More: email, company, title, address"}
        </UnstyledButton>
        {more && (
          <>
            <TextInput
              label="Email"
              type="email"
              inputMode="email"
              autoComplete="off"
              {...LTR_DIR}
              maxLength={TEXT_LIMITS.email}
              disabled={disabled}
              value={value.email}
              onChange={(event) => change({ email: event.currentTarget.value })}
            />
            <TextInput
              label="Company"
              {...AUTO_DIR}
              autoComplete="off"
              maxLength={TEXT_LIMITS.company}
              disabled={disabled}
              value={value.company}
              onChange={(event) => change({ company: event.currentTarget.value })}
            />
            <TextInput
              label="Title"
              {...AUTO_DIR}
              autoComplete="off"
              maxLength={TEXT_LIMITS.title}
              disabled={disabled}
              value={value.title}
              onChange={(event) => change({ title: event.currentTarget.value })}
            />
            <Textarea
              label="Address"
              {...AUTO_DIR}
              autosize
              minRows={2}
              maxLength={TEXT_LIMITS.address}
              disabled={disabled}
              value={value.address}
              onChange={(event) => change({ address: event.currentTarget.value })}
            />
          </>
        )}
      </div>
      <div className={classes.foot}>
        <p role="alert" className={classes.problem}>
          {problem}
        </p>
        <div className={classes.buttons}>
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
    </form>
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

type Known = { kind: "added" | "similar"; guest: { name: string; phones: string } } | { kind: "book"; guest: Contact };

/** Who has this phone already: at this table, or in the guest book. */
function useKnownGuest(place: Place, phone: string, guests: readonly DraftGuest[]): Known | null {
  const digits = phone.replace(/\D/g, "");
  // Shorter numbers are still being typed and would find half the guest book.
  const [asked] = useDebouncedValue(digits.length >= 10 ? digits : "", 250);
  const search = useContactSearch(place, asked);
  const added = sameGuest(guests, phone);
  if (added) return { kind: "added", guest: added };
  const inBook = asked === digits && digits ? sameGuest(search.data?.contacts ?? [], phone) : undefined;
  if (inBook) return { kind: "book", guest: inBook };
  const similar = maybeSameGuest(guests, phone);
  return similar ? { kind: "similar", guest: similar } : null;
}

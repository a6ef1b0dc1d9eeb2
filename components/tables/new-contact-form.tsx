import { Button, Textarea, TextInput, UnstyledButton } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { ChevronDown, ChevronUp, UserPlus } from "lucide-react";
import { type FormEvent, type KeyboardEvent, useRef, useState } from "react";
import { COUNTRY_CODES, HOME_COUNTRY } from "@/components/ui/country-codes";
import { AUTO_DIR, LTR_DIR } from "@/components/ui/input-direction";
import { MonthDayField } from "@/components/ui/month-day-field";
import { PhoneField } from "@/components/ui/phone-field";
import { phoneToSave } from "@/components/ui/phone-to-save";
import { type Contact, TEXT_LIMITS } from "@/lib/contacts/contract";
import { BLANK_GUEST, type DraftGuest, type GuestFields, type PendingGuest } from "@/lib/drafts";
import { TABLE_TEXTS } from "@/lib/texts";
import { maybeSameGuest, nameOf, sameGuest } from "./guest-lists";
import classes from "./new-contact-form.module.css";
import { type Place, useContactSearch } from "./queries";
import { SimilarNote } from "./result-row";

export const BLANK_PENDING: PendingGuest = { ...BLANK_GUEST, country: HOME_COUNTRY.id };

const MORE_FIELDS = ["email", "company", "title", "address"] as const;

interface Props {
  value: PendingGuest;
  onChange: (value: PendingGuest) => void;
  guests: readonly DraftGuest[];
  place: Place;
  disabled: boolean;
  onAdd: (fields: GuestFields) => void;
  /** The guest book already knows the phone: that guest is added instead. */
  onAddKnown: (contact: Contact) => void;
  /** Closes the form where it lies over the results. */
  onCancel?: () => void;
  /** Which field the cursor goes to when the form appears. */
  focus?: "name" | "phone";
}

export function NewContactForm({ value, onChange, guests, place, disabled, onAdd, onAddKnown, onCancel, focus }: Props) {
  const [problem, setProblem] = useState<string | null>(null);
  const [more, setMore] = useState(() => MORE_FIELDS.some((field) => value[field] !== ""));
  const nameField = useRef<HTMLInputElement>(null);
  const phoneField = useRef<HTMLInputElement>(null);

  const country = COUNTRY_CODES.find((one) => one.id === value.country) ?? HOME_COUNTRY;
  const phone = phoneToSave(value.phones, country.code);
  const known = useKnownGuest(place, phone, guests);

  const change = (changed: Partial<PendingGuest>) => {
    setProblem(null);
    onChange({ ...value, ...changed });
  };

  const submit = (event?: FormEvent) => {
    event?.preventDefault();
    const name = value.name.trim();
    if (!name || !phone) {
      setProblem(TABLE_TEXTS.nameAndPhone);
      (name ? phoneField : nameField).current?.focus();
      return;
    }
    if (sameGuest(guests, phone)) return setProblem(TABLE_TEXTS.duplicate);
    const { country: _, ...fields } = value;
    onAdd({ ...fields, name, phones: phone });
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
      <h3 id="add-new-contact" className={classes.heading}>
        {TABLE_TEXTS.addNewContact}
      </h3>
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

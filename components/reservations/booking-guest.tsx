import { Button, TextInput, UnstyledButton } from "@mantine/core";
import { Search, UserPlus, X } from "lucide-react";
import { type KeyboardEvent, useRef } from "react";
import { useToday } from "@/components/app-base/server-clock";
import { nameOf } from "@/components/tables/guest-lists";
import { useActiveRow, useSearch } from "@/components/tables/use-contact-search";
import { AllergyMark } from "@/components/ui/allergy-mark";
import { GuestRow } from "@/components/ui/guest-row";
import { AUTO_DIR, LTR_DIR } from "@/components/ui/input-direction";
import { SimilarName } from "@/components/ui/similar-name";
import type { Contact } from "@/lib/guest-search/contract";
import { nameSearchedFor } from "@/lib/names";
import { shownNumbers } from "@/lib/phones";
import { TABLE_TEXTS } from "@/lib/tables/table-texts";
import { type Booking, withGuest, withNewGuest } from "./booking";
import styles from "./booking-form.module.css";
import type { Place } from "./queries";

interface Props {
  booking: Booking;
  place: Place;
  onChange: (booking: Booking) => void;
  disabled: boolean;
}

/** Who books: found in the guest book by a part of the number or of the name, or written as somebody new. */
export function BookingGuest(props: Props) {
  return props.booking.isGuestSaid ? <ChosenGuest {...props} /> : <FindGuest {...props} />;
}

function ChosenGuest({ booking, onChange, disabled }: Props) {
  const { kind, name, phones } = booking;
  const change = (changed: Partial<Booking>) => onChange({ ...booking, ...changed });
  return (
    <div className={styles.chosen}>
      <TextInput
        className={styles.name}
        label="Name"
        withAsterisk={kind !== "walk_in"}
        placeholder={kind === "walk_in" ? "Walk-in" : undefined}
        {...AUTO_DIR}
        autoComplete="off"
        autoCapitalize="words"
        maxLength={200}
        disabled={disabled}
        value={name}
        onChange={(event) => change({ name: event.currentTarget.value })}
      />
      <TextInput
        className={styles.phone}
        label="Phone"
        type="tel"
        inputMode="tel"
        {...LTR_DIR}
        autoComplete="off"
        maxLength={400}
        disabled={disabled}
        value={phones}
        onChange={(event) => change({ phones: event.currentTarget.value })}
      />
      {kind !== "edit" && (
        <Button
          variant="subtle"
          color="neutral"
          className={styles.another}
          onClick={() => change({ isGuestSaid: false, name: "", phones: "" })}
        >
          {kind === "walk_in" ? "Find the guest" : "Somebody else"}
        </Button>
      )}
    </div>
  );
}

function FindGuest({ booking, place, onChange, disabled }: Props) {
  const search = useSearch(place, booking.search);
  const list = useRef<HTMLUListElement>(null);
  const choose = (contact: Contact) => onChange(withGuest(booking, { ...contact, name: nameSearchedFor(contact, booking.search) }));
  const chooseNew = () => onChange(withNewGuest(booking));
  const row = useActiveRow(search, { onAdd: choose, onAddNew: chooseNew, isAdded: () => false });
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.nativeEvent.isComposing) return;
    const by = event.key === "ArrowDown" ? 1 : event.key === "ArrowUp" ? -1 : null;
    if (by) {
      event.preventDefault();
      list.current?.children[row.move(by)]?.scrollIntoView({ block: "nearest" });
    }
    if (event.key !== "Enter" || event.ctrlKey || event.metaKey || booking.search.trim() === "") return;
    event.preventDefault();
    row.enter();
  };
  return (
    <div className={styles.find}>
      <SearchField {...{ booking, onChange, disabled, onKeyDown }} />
      {search.error && (
        <p className={styles.problem} role="alert">
          {TABLE_TEXTS.searchFailed} You can still write the name and the number.
        </p>
      )}
      {search.text !== "" && (
        <ul className={styles.found} ref={list} aria-label={TABLE_TEXTS.searchResults} aria-busy={search.isStale} inert={search.isStale}>
          {search.results.slice(0, SHOWN).map((contact, at) => (
            <FoundGuest key={contact.id} {...{ contact, query: search.text, onChoose: choose }} isActive={at === row.active} />
          ))}
          <li>
            <UnstyledButton className={styles.row} data-active={row.active >= search.results.length || undefined} onClick={chooseNew}>
              <UserPlus size={20} strokeWidth={1.75} aria-hidden />
              <span>
                Book as new ‘<bdi>{search.text}</bdi>’
              </span>
            </UnstyledButton>
          </li>
        </ul>
      )}
    </div>
  );
}

type FieldProps = Omit<Props, "place"> & { onKeyDown: (event: KeyboardEvent<HTMLInputElement>) => void };

function SearchField({ booking, onChange, disabled, onKeyDown }: FieldProps) {
  return (
    <TextInput
      data-autofocus
      label="Who comes?"
      placeholder={TABLE_TEXTS.searchPlaceholder}
      leftSection={<Search size={20} strokeWidth={1.75} aria-hidden />}
      rightSection={
        booking.search !== "" && (
          <UnstyledButton className={styles.clear} aria-label="Clear the search" onClick={() => onChange({ ...booking, search: "" })}>
            <X size={18} aria-hidden />
          </UnstyledButton>
        )
      }
      inputMode="search"
      enterKeyHint="done"
      autoComplete="off"
      autoCorrect="off"
      spellCheck={false}
      {...AUTO_DIR}
      maxLength={200}
      disabled={disabled}
      value={booking.search}
      onChange={(event) => onChange({ ...booking, search: event.currentTarget.value })}
      onKeyDown={onKeyDown}
    />
  );
}

/** A phone shows so many without scrolling past the next question. */
const SHOWN = 6;

interface FoundProps {
  contact: Contact;
  query: string;
  isActive: boolean;
  onChoose: (contact: Contact) => void;
}

function FoundGuest({ contact, query, isActive, onChoose }: FoundProps) {
  const today = useToday();
  return (
    <li>
      <UnstyledButton
        className={styles.row}
        data-active={isActive || undefined}
        aria-label={`Choose ${nameOf(contact)}`}
        onClick={() => onChoose(contact)}
      >
        <GuestRow
          guest={{ ...contact, numbers: contact.numbers ?? shownNumbers(contact.phones) }}
          today={today}
          query={query}
          notes={
            <>
              <AllergyMark allergies={contact.allergies} />
              <SimilarName guest={contact} />
            </>
          }
        />
      </UnstyledButton>
    </li>
  );
}

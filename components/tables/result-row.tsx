import { Button } from "@mantine/core";
import { Check, Plus, TriangleAlert } from "lucide-react";
import { BirthdayBadge } from "@/components/ui/birthday-badge";
import { GuestName, GuestPhone } from "@/components/ui/guest-name";
import type { Contact } from "@/lib/contacts/contract";
import type { DraftGuest } from "@/lib/drafts";
import { formatPhone, splitPhones } from "@/lib/phones";
import { TABLE_TEXTS } from "@/lib/texts";
import { GuestAvatar } from "./guest-avatar";
import { maybeSameGuest, nameOf, sameGuest } from "./guest-lists";
import classes from "./result-row.module.css";

interface Props {
  contact: Contact;
  today: string;
  query: string;
  guests: readonly DraftGuest[];
  active: boolean;
  disabled: boolean;
  onAdd: () => void;
}

export function ResultRow({ contact, today, query, guests, active, disabled, onAdd }: Props) {
  // Without a phone nobody is a duplicate, yet the very row that was added shall not offer itself again.
  const added = sameGuest(guests, contact.phones) ?? guests.find((guest) => guest.phones === contact.phones && guest.name === contact.name);
  const similar = added ? undefined : maybeSameGuest(guests, contact.phones);
  return (
    <li className={classes.row} data-active={active || undefined}>
      <GuestAvatar name={contact.name} />
      <div className={classes.text}>
        <span className={classes.name}>
          <GuestName name={contact.name} query={query} />
        </span>
        <span className={classes.details}>
          <Phones phones={contact.phones} query={query} />
          <BirthdayBadge birthday={contact.birthday} today={today} />
          {similar && <SimilarNote name={nameOf(similar)} />}
        </span>
      </div>
      {added ? (
        <Button
          variant="default"
          disabled
          leftSection={<Check size={18} aria-hidden />}
          aria-label={`Added: ${nameOf(contact)}`}
          className={classes.button}
        >
          {TABLE_TEXTS.added}
        </Button>
      ) : (
        <Button
          variant="light"
          disabled={disabled}
          leftSection={<Plus size={18} aria-hidden />}
          aria-label={`Add ${nameOf(contact)}`}
          className={classes.button}
          onClick={onAdd}
        >
          Add
        </Button>
      )}
    </li>
  );
}

/** The first number as people read it, and how many more there are. */
export function Phones({ phones, query = "" }: { phones: string; query?: string }) {
  const numbers = splitPhones(phones);
  const [first] = numbers;
  if (!first) return <span className={classes.none}>No phone</span>;
  return (
    <span className={classes.phones}>
      <GuestPhone shown={formatPhone(first)} query={query} />
      {numbers.length > 1 && <span className={classes.none}> +{numbers.length - 1}</span>}
    </span>
  );
}

export function SimilarNote({ name }: { name: string }) {
  return (
    <span className={classes.similar}>
      <TriangleAlert size={14} strokeWidth={1.75} aria-hidden />
      <span>
        may be the same as <bdi>{name}</bdi>
      </span>
    </span>
  );
}

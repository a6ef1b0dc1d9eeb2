import { ActionIcon, Button } from "@mantine/core";
import { X } from "lucide-react";
import { BirthdayBadge } from "@/components/ui/birthday-badge";
import { GuestName } from "@/components/ui/guest-name";
import type { DraftGuest } from "@/lib/drafts";
import classes from "./added-list.module.css";
import { GuestAvatar } from "./guest-avatar";
import { maybeSameGuest, nameOf } from "./guest-lists";
import { Phones, SimilarNote } from "./result-row";

interface Props {
  guests: readonly DraftGuest[];
  today: string;
  disabled: boolean;
  onRemove: (guest: DraftGuest) => void;
}

/** The guests of this table, the last added on top, where the eye is after adding. */
export function AddedList({ guests, today, disabled, onRemove }: Props) {
  if (guests.length === 0) return <p className={classes.empty}>Nobody yet. Guests that you add appear here.</p>;
  return (
    <ul className={classes.list}>
      {guests.toReversed().map((guest) => {
        const similar = maybeSameGuest(
          guests.filter((other) => other.key !== guest.key),
          guest.phones,
        );
        return (
          <li key={guest.key} className={classes.row}>
            <GuestAvatar name={guest.name} small />
            <div className={classes.text}>
              <span className={classes.name}>
                <GuestName name={guest.name} />
              </span>
              <span className={classes.details}>
                <Phones phones={guest.phones} />
                <BirthdayBadge birthday={guest.birthday} today={today} />
                {similar && <SimilarNote name={nameOf(similar)} />}
              </span>
            </div>
            <ActionIcon aria-label={`Remove ${nameOf(guest)}`} disabled={disabled} onClick={() => onRemove(guest)}>
              <X size={20} strokeWidth={1.75} aria-hidden />
            </ActionIcon>
          </li>
        );
      })}
    </ul>
  );
}

/** "Removed Rima. Undo": stays until the next change, so nobody has to be fast. */
export function RemovedNote({ guest, onUndo }: { guest: DraftGuest | null; onUndo: () => void }) {
  return (
    <div role="status">
      {guest && (
        <div className={classes.removed}>
          <span className={classes.removedText}>
            Removed <GuestName name={nameOf(guest)} />
          </span>
          <Button variant="subtle" onClick={onUndo}>
            Undo
          </Button>
        </div>
      )}
    </div>
  );
}

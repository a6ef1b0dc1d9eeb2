import { ActionIcon, Button } from "@mantine/core";
import { Pencil, X } from "lucide-react";
import { useRef } from "react";
import { TierBadge } from "@/components/loyalty/tier-badge";
import { useTiers } from "@/components/loyalty/use-tiers";
import { AllergyMark } from "@/components/ui/allergy-mark";
import { GuestName } from "@/components/ui/guest-name";
import { GuestRow } from "@/components/ui/guest-row";
import type { DraftGuest, PendingGuest } from "@/lib/drafts";
import type { ShownTier } from "@/lib/loyalty/tiers/contract";
import { shownNumbers } from "@/lib/phones";
import classes from "./added-list.module.css";
import { maybeSameGuest, nameOf } from "./guest-lists";
import { SimilarNote } from "./guest-notes";
import { isTyped } from "./pending-guest";
import { focusRow } from "./row-focus";

interface Props {
  guests: readonly DraftGuest[];
  /** Taken off a moment ago: each keeps the place until a guest is added, so that no other one comes under the finger. */
  removed: readonly DraftGuest[];
  /** Stands in the form: saved with the table, and not added yet. */
  pending: PendingGuest | null;
  today: string;
  disabled: boolean;
  /** Opens the form with the pending guest. */
  onGoOn: () => void;
  onRemove: (guest: DraftGuest) => void;
  onUndo: (guest: DraftGuest) => void;
}

/** The guests of this table, the last added on top, where the eye is after adding. */
export function AddedList({ guests, removed, pending, today, disabled, onGoOn, onRemove, onUndo }: Props) {
  const list = useRef<HTMLUListElement>(null);
  const tierOf = useTiers(guests);
  const typed = isTyped(pending) ? pending : null;
  if (guests.length + removed.length === 0 && !typed) return <p className={classes.empty}>Nobody yet. Guests that you add appear here.</p>;
  const after = (act: (guest: DraftGuest) => void) => (guest: DraftGuest) => {
    act(guest);
    focusRow(list, guest.key);
  };
  // Keys are made in the order of adding.
  const rows = [...guests, ...removed].sort((one, other) => other.key.localeCompare(one.key));
  return (
    <ul ref={list} className="plain-list">
      {typed && <PendingRow guest={typed} today={today} disabled={disabled} onGoOn={onGoOn} />}
      {rows.map((guest) =>
        removed.includes(guest) ? (
          <li key={guest.key} className={classes.row} data-guest={guest.key}>
            {/* What is not seen any more keeps the height of the row. */}
            <div className={classes.gone} inert aria-hidden>
              <AddedGuest guest={guest} tier={tierOf(guest)} guests={guests} today={today} disabled onRemove={onRemove} />
            </div>
            <RemovedNote guest={guest} onUndo={after(onUndo)} />
          </li>
        ) : (
          <li key={guest.key} className={classes.row} data-guest={guest.key}>
            <AddedGuest guest={guest} tier={tierOf(guest)} guests={guests} today={today} disabled={disabled} onRemove={after(onRemove)} />
          </li>
        ),
      )}
    </ul>
  );
}

interface PendingRowProps extends Pick<Props, "today" | "disabled" | "onGoOn"> {
  guest: PendingGuest;
}

function PendingRow({ guest, today, disabled, onGoOn }: PendingRowProps) {
  return (
    <li className={classes.row} data-pending>
      <GuestRow
        guest={{ ...guest, name: nameOf(guest), numbers: shownNumbers(guest.phones) }}
        today={today}
        notes={<span className={classes.pending}>Not added yet</span>}
        action={
          <ActionIcon aria-label={`Go on with ${nameOf(guest)}`} disabled={disabled} onClick={onGoOn}>
            <Pencil size={18} strokeWidth={1.75} aria-hidden />
          </ActionIcon>
        }
      />
    </li>
  );
}

interface AddedGuestProps extends Pick<Props, "guests" | "today" | "disabled" | "onRemove"> {
  guest: DraftGuest;
  tier: ShownTier | null;
}

function AddedGuest({ guest, tier, guests, today, disabled, onRemove }: AddedGuestProps) {
  const others = guests.filter((other) => other.key !== guest.key);
  const similar = maybeSameGuest(others, guest.phones);
  return (
    <GuestRow
      guest={{ ...guest, numbers: shownNumbers(guest.phones) }}
      today={today}
      notes={
        <>
          <AllergyMark allergies={guest.allergies} />
          <TierBadge tier={tier} />
          {similar && <SimilarNote guest={similar} />}
        </>
      }
      action={
        <ActionIcon aria-label={`Remove ${nameOf(guest)}`} data-row-focus disabled={disabled} onClick={() => onRemove(guest)}>
          <X size={20} strokeWidth={1.75} aria-hidden />
        </ActionIcon>
      }
    />
  );
}

/** "Removed Rima. Undo": stays until the next guest is added or the table is saved, so nobody has to be fast. */
export function RemovedNote({ guest, onUndo }: { guest: DraftGuest; onUndo: (guest: DraftGuest) => void }) {
  return (
    <div role="status" className={classes.removed}>
      <span className={classes.removedText}>
        Removed <GuestName name={nameOf(guest)} />
      </span>
      <Button variant="subtle" data-row-focus onClick={() => onUndo(guest)}>
        Undo
      </Button>
    </div>
  );
}

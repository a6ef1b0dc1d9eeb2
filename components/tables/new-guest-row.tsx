import { UserPlus } from "lucide-react";
import { useNotesAbove } from "@/components/ui/notes-above";
import type { PendingGuest } from "@/lib/drafts";
import { nameOf } from "./guest-lists";
import classes from "./new-guest-row.module.css";
import { isTyped, withTyped } from "./pending-guest";

interface Props {
  text: string;
  pending: PendingGuest | null;
  /** The sentence that no guest matches; null if one does. */
  nobody: string | null;
  active: boolean;
  disabled: boolean;
  onClick: () => void;
}

/**
 * Makes a new guest of what was typed, or goes on with the one who stands half typed in the form. It keeps its place and
 * its height under the results, whatever they are: nothing moves below a finger that is on its way.
 */
export function NewGuestRow({ text, pending, nobody, active, disabled, onClick }: Props) {
  const goesOn = isTyped(pending);
  return (
    <button
      ref={useNotesAbove()}
      type="button"
      className={classes.row}
      data-active={active || undefined}
      disabled={disabled}
      onClick={onClick}
    >
      <span className={classes.icon}>
        <UserPlus size={20} strokeWidth={1.75} aria-hidden />
      </span>
      <span className={classes.text}>
        <strong>
          {goesOn ? "Go on with" : "Add new"} ‘<bdi>{goesOn ? nameOf(pending) : text}</bdi>’
        </strong>
        <span>
          {nobody && `${nobody} `}
          {goesOn ? whatBecomesOf(text, pending) : nobody ? "Name and phone do." : "Name and phone are enough"}
        </span>
      </span>
    </button>
  );
}

function whatBecomesOf(text: string, pending: PendingGuest): string {
  const next = withTyped(pending, text);
  if (next.phones !== pending.phones) return `${text} becomes the phone`;
  if (next.name !== pending.name) return `${text} becomes the name`;
  return text === "" ? "Not added yet" : "Add or clear this guest first";
}

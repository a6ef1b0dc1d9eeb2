import { UnstyledButton } from "@mantine/core";
import { ChevronDown, ChevronUp } from "lucide-react";
import { type ReactNode, useState } from "react";
import { counted } from "@/components/ui/counted";
import { AvatarStack } from "@/components/ui/guest-avatar";
import type { DraftGuest, PendingGuest } from "@/lib/drafts";
import { TABLE_TEXTS } from "@/lib/tables/table-texts";
import classes from "./added-tray.module.css";
import { guestCount, isTyped } from "./pending-guest";

interface Props {
  guests: DraftGuest[];
  /** Stands in the form, and is counted with the others. */
  pending: PendingGuest | null;
  /** Who was taken off last, where the list that says it is folded away. */
  removedNote: ReactNode;
  list: ReactNode;
  /** The save button, under the thumb. */
  children: ReactNode;
}

/** On phones: who is added so far, folded above the save button, and beside it while a keyboard is up. */
export function AddedTray({ guests, pending, removedNote, list, children }: Props) {
  const [opened, setOpened] = useState(false);
  const Chevron = opened ? ChevronDown : ChevronUp;
  const names = [...guests, ...(isTyped(pending) ? [pending] : [])].map(({ name }) => name);
  return (
    <section className={classes.tray} aria-label={TABLE_TEXTS.addedToTable}>
      <UnstyledButton className={classes.toggle} aria-expanded={opened} onClick={() => setOpened(!opened)}>
        {names.length > 0 && <AvatarStack names={names} shown={names.length > 4 ? 3 : 4} />}
        <span className={classes.title}>{TABLE_TEXTS.addedToTable}</span>
        <span className="note tabular">{counted(guestCount({ guests, pending }), "guest")}</span>
        <Chevron size={20} strokeWidth={1.75} aria-hidden />
      </UnstyledButton>
      {opened ? <div className={classes.list}>{list}</div> : removedNote && <div className={classes.removed}>{removedNote}</div>}
      <div className={classes.save}>{children}</div>
    </section>
  );
}

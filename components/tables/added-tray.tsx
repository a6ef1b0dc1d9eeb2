import { UnstyledButton } from "@mantine/core";
import { ChevronDown, ChevronUp } from "lucide-react";
import { type ReactNode, useState } from "react";
import type { DraftGuest } from "@/lib/drafts";
import { TABLE_TEXTS } from "@/lib/texts";
import classes from "./added-tray.module.css";
import { AvatarStack } from "./guest-avatar";
import { guestCount } from "./guest-lists";

interface Props {
  guests: readonly DraftGuest[];
  removedNote: ReactNode;
  list: ReactNode;
  /** The save button, under the thumb. */
  children: ReactNode;
}

/** On phones: who is added so far, folded above the save button. */
export function AddedTray({ guests, removedNote, list, children }: Props) {
  const [opened, setOpened] = useState(false);
  const Chevron = opened ? ChevronDown : ChevronUp;
  return (
    <section className={classes.tray} aria-label={TABLE_TEXTS.addedToTable}>
      <UnstyledButton className={classes.toggle} aria-expanded={opened} onClick={() => setOpened(!opened)}>
        {guests.length > 0 && <AvatarStack names={guests.map((guest) => guest.name)} shown={guests.length > 4 ? 3 : 4} />}
        <span className={classes.title}>{TABLE_TEXTS.addedToTable}</span>
        <span className={classes.count}>{guestCount(guests.length)}</span>
        <Chevron size={20} strokeWidth={1.75} aria-hidden />
      </UnstyledButton>
      {opened && <div className={classes.list}>{list}</div>}
      {removedNote}
      <div className={classes.save}>{children}</div>
    </section>
  );
}

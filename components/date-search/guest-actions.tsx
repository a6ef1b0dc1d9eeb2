import { ActionIcon } from "@mantine/core";
import { EllipsisVertical, Pencil, Trash2 } from "lucide-react";
import { type ComponentProps, createContext, useContext } from "react";
import { lazyComponent } from "@/components/ui/lazy-component";
import { OpensPanel } from "@/components/ui/opens-panel";
import type { DatedContact } from "@/lib/date-search/contract";
import type { GuestMenu } from "./guest-menu";

/** What may be done to one guest of the results. */
export interface GuestActions {
  edit: (contact: DatedContact) => void;
  remove: (contact: DatedContact) => void;
}

export const GuestActionsContext = createContext<GuestActions | null>(null);

function useGuestActions(): GuestActions {
  const actions = useContext(GuestActionsContext);
  if (!actions) throw new Error("useGuestActions needs GuestActionsContext around it.");
  return actions;
}

const nameOf = ({ name }: DatedContact) => name || "this guest";

/** At the end of a row of the table. */
export function RowActions({ contact }: { contact: DatedContact }) {
  const { edit, remove } = useGuestActions();
  return (
    <ActionIcon.Group>
      <ActionIcon variant="subtle" color="neutral" aria-label={`Edit ${nameOf(contact)}`} onClick={() => edit(contact)}>
        <Pencil size={18} strokeWidth={1.75} aria-hidden />
      </ActionIcon>
      <ActionIcon variant="subtle" color="danger" aria-label={`Delete ${nameOf(contact)}`} onClick={() => remove(contact)}>
        <Trash2 size={18} strokeWidth={1.75} aria-hidden />
      </ActionIcon>
    </ActionIcon.Group>
  );
}

const Menu = lazyComponent<ComponentProps<typeof GuestMenu>>(() => import("./guest-menu").then((module) => module.GuestMenu), {
  onClose: (props) => props.onClose,
});

/** The same on a phone, behind one button. */
export function CardActions({ contact }: { contact: DatedContact }) {
  const { edit, remove } = useGuestActions();
  return (
    <OpensPanel
      kind="menu"
      button={(opener) => (
        <ActionIcon size={44} variant="subtle" color="neutral" aria-label={`What to do with ${nameOf(contact)}`} {...opener}>
          <EllipsisVertical size={20} strokeWidth={1.75} aria-hidden />
        </ActionIcon>
      )}
      panel={(place) => <Menu {...place} onEdit={() => edit(contact)} onRemove={() => remove(contact)} />}
    />
  );
}

import { SendMenuDialog } from "@/components/menus/send-menu-dialog";
import type { TableMenu } from "@/components/menus/use-table-menu";
import { toast } from "@/components/ui/toast";
import { type Draft, isBlank } from "@/lib/drafts";
import { MENU_TEXTS } from "@/lib/menus/menu-texts";
import { changeCount, changesText } from "./edit-changes";

interface Props {
  menu: TableMenu;
  draft: Draft;
  /** @returns the table as it was saved; null where it could not be */
  save: () => Promise<Draft | null>;
  onClose: () => void;
}

/** Asks before the menu goes out. What is typed is saved first: the menu goes to those whom the saved table names. */
export function MenuQuestion({ menu, draft, save, onClose }: Props) {
  const changes = changeCount(draft);
  const send = async (pdf_path: string) => {
    onClose();
    const saved = changes > 0 ? await save() : draft;
    if (saved) await menu.send(seated(saved), pdf_path);
    else toast.error(MENU_TEXTS.saveFirst, "menu-queued");
  };
  return (
    <SendMenuDialog
      {...menu}
      guests={seated(draft)}
      unsaved={changes > 0 ? changesText(changes) : ""}
      onSend={(pdf_path) => void send(pdf_path)}
      onClose={onClose}
    />
  );
}

/** A row with nothing in it is not a guest. */
const seated = (of: Draft) => of.guests.filter((guest) => !isBlank(guest));

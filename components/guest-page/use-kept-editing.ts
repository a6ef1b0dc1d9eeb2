import { useEffect, useState } from "react";
import { keepWork, keptWork } from "@/components/app-base/guest-search-work";
import { useSession } from "@/components/app-base/session";
import { useEditing } from "@/components/guest-search/use-editing";
import { toast } from "@/components/ui/toast";

/**
 * The editing of one guest, kept where Search Guest keeps its own: a drawer that is closed, a reload or a link must not cost what was typed.
 * Only one guest is edited at a time there, so that of another one is finished first.
 * @param id the guest's
 */
export function useKeptEditing(id: string) {
  const user = useSession().user?.id ?? "";
  const editing = useEditing();
  const [isRead, setRead] = useState(false);
  const { editing: form, setEditing } = editing;
  useEffect(() => {
    if (!user) return;
    const kept = keptWork(user);
    const isTheirs = kept.editing?.contact.id === id;
    if (!isRead) {
      setRead(true);
      if (isTheirs) setEditing(kept.editing);
    } else if (form || isTheirs) {
      keepWork({ ...kept, user, editing: form });
    }
  }, [isRead, user, id, form, setEditing]);
  const begin: typeof editing.begin = (contact, field) => {
    const other = keptWork(user).editing;
    if (other && other.contact.id !== contact.id)
      return toast.info(`Save or cancel the changes to ${other.contact.name || "the other guest"} first.`, "editing");
    editing.begin(contact, field);
  };
  return { ...editing, begin };
}

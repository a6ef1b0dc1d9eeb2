import { useMemo, useState } from "react";
import { useDialogs } from "@/components/ui/dialogs";
import { failureText } from "@/components/ui/notice";
import { toast } from "@/components/ui/toast";
import type { DatedContact } from "@/lib/date-search/contract";
import { GUEST_TEXTS } from "@/lib/guests/guest-texts";
import type { GuestActions } from "./guest-actions";
import { useDeleteGuest } from "./queries";

/** Edit and Delete of the results, and the guest whose dialog stands open. */
export function useGuestChanges() {
  const dialogs = useDialogs();
  const { mutateAsync: remove } = useDeleteGuest();
  const [edited, setEdited] = useState<DatedContact | null>(null);
  const actions = useMemo<GuestActions>(
    () => ({
      edit: setEdited,
      remove: async (contact) => {
        const name = contact.name || "this guest";
        const where = contact.store === "table" ? "this evening's tables" : "the guest book";
        const body = `${name} is taken out of ${where}. No later merge brings them back.`;
        if (!(await dialogs.confirm({ title: `Delete ${name}?`, body, confirmLabel: `Delete ${name}`, tone: "danger" }))) return;
        try {
          const { message, kept_names } = await remove(contact);
          toast.success(kept_names.length > 0 ? `${message} ${kept_names.join(", ")} stay.` : message);
        } catch (error) {
          toast.error(failureText(error, GUEST_TEXTS.deleteFailed));
        }
      },
    }),
    [dialogs, remove],
  );
  return { actions, edited, close: () => setEdited(null) };
}

import { TextInput } from "@mantine/core";
import { useState } from "react";
import { changeFailure } from "@/components/ui/change-failure";
import { AUTO_DIR } from "@/components/ui/input-direction";
import { toast } from "@/components/ui/toast";
import { FormDialog } from "./form-dialog";
import { useReplaceCard } from "./queries";

/** Makes a new card for a guest, in place of one that was lost or that somebody else has. */
export function CardDialog({ guest, onClose }: { guest: { id: string; name: string }; onClose: () => void }) {
  const [reason, setReason] = useState("");
  const replace = useReplaceCard();
  const submit = () =>
    replace.mutate(
      { id: guest.id, reason: reason.trim() },
      {
        onSuccess: ({ message }) => {
          toast.success(message);
          onClose();
        },
      },
    );
  return (
    <FormDialog
      title={`New card for ${guest.name || "this guest"}`}
      submit="Make a new card"
      isReady={reason.trim().length >= 3}
      isSaving={replace.isPending}
      problem={replace.error && changeFailure(replace.error, "The old card still works.", "A scan of the old card shows what counts.")}
      onSubmit={submit}
      onClose={onClose}
    >
      <p>
        The code of the old card stops at once, on every statement that has it. Until the guest has the new one, WhatsApp brings a code.
      </p>
      <TextInput
        label="Why? The trail keeps it"
        data-autofocus
        {...AUTO_DIR}
        maxLength={200}
        value={reason}
        onChange={(event) => setReason(event.currentTarget.value)}
      />
    </FormDialog>
  );
}

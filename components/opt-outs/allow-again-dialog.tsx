import { Button, TextInput } from "@mantine/core";
import { type FormEvent, useState } from "react";
import { NativeDialog } from "@/components/ui/native-dialog";
import { OPT_OUT_TEXTS } from "@/lib/opt-outs/opt-out-texts";

interface Props {
  name: string;
  /** Null if the guest's opt-out stays. */
  onAnswer: (reason: string | null) => void;
}

/** The question before messages begin again for a guest who has said no themselves: whoever may do everything writes down why. */
export function AllowAgainDialog({ name, onAnswer }: Props) {
  const [reason, setReason] = useState("");
  const isWritten = reason.trim() !== "";
  const allow = (event?: FormEvent) => {
    event?.preventDefault();
    if (isWritten) onAnswer(reason.trim());
  };
  return (
    <NativeDialog
      opened
      role="alertdialog"
      title={`${OPT_OUT_TEXTS.again} for ${name || "this guest"}?`}
      onClose={() => onAnswer(null)}
      actions={
        <>
          <Button size="lg" variant="default" onClick={() => onAnswer(null)}>
            Cancel
          </Button>
          <Button size="lg" disabled={!isWritten} onClick={() => allow()}>
            Allow messages
          </Button>
        </>
      }
    >
      <p>
        {OPT_OUT_TEXTS.ownWord} {OPT_OUT_TEXTS.againBody}
      </p>
      <form onSubmit={allow}>
        <TextInput
          label={OPT_OUT_TEXTS.reason}
          description={OPT_OUT_TEXTS.reasonHelp}
          maxLength={300}
          autoComplete="off"
          dir="auto"
          value={reason}
          onChange={(event) => setReason(event.currentTarget.value)}
        />
      </form>
    </NativeDialog>
  );
}

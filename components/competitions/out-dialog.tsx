import { TextInput } from "@mantine/core";
import { FormDialog } from "@/components/loyalty/form-dialog";
import { changeFailure } from "@/components/ui/change-failure";
import { AUTO_DIR } from "@/components/ui/input-direction";
import { toast } from "@/components/ui/toast";
import { COMPETITION_TEXTS as TEXTS } from "@/lib/competitions/competition-texts";
import type { OpenedCompetition } from "@/lib/competitions/contract";
import type { PlaceShown } from "@/lib/competitions/shapes";
import { useDisqualify } from "./queries";
import { useTyped } from "./typed";

/** A winner is out, with the reason that everybody reads. */
export function OutDialog({ opened, place, onClose }: { opened: OpenedCompetition; place: PlaceShown; onClose: () => void }) {
  const { id, version } = opened.competition;
  const [reason, setReason, forget] = useTyped(`out_${place.id}`, "");
  const out = useDisqualify(id, place.id);
  return (
    <FormDialog
      title={`Disqualify @${place.username}?`}
      submit={`Disqualify @${place.username}`}
      isReady={reason.trim() !== ""}
      isSaving={out.isPending}
      problem={out.error ? changeFailure(out.error, "", TEXTS.shows) : null}
      onClose={onClose}
      onSubmit={() =>
        out.mutate(
          { version, reason },
          {
            onSuccess: ({ message }) => {
              forget();
              toast.success(message);
              onClose();
            },
          },
        )
      }
    >
      <p>{TEXTS.noRedraw}</p>
      <TextInput
        label="Why? The proof shows it to everybody: name nobody"
        {...AUTO_DIR}
        maxLength={300}
        value={reason}
        onChange={(event) => setReason(event.currentTarget.value)}
      />
    </FormDialog>
  );
}

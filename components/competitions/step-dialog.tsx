import { TextInput } from "@mantine/core";
import { FormDialog } from "@/components/loyalty/form-dialog";
import { changeFailure } from "@/components/ui/change-failure";
import { AUTO_DIR } from "@/components/ui/input-direction";
import { toast } from "@/components/ui/toast";
import { STEP_NAMES, COMPETITION_TEXTS as TEXTS } from "@/lib/competitions/competition-texts";
import type { OpenedCompetition } from "@/lib/competitions/contract";
import type { DecidedState } from "@/lib/competitions/states";
import { useStep } from "./queries";
import { useTyped } from "./typed";

const SAYS: Record<DecidedState, string> = {
  OPEN: "From now on the competition runs. Its rules can still be changed, and everybody can see that in the trail.",
  CLOSED: "No comment that is written from now on takes part. Comments can still be brought in until the list is locked.",
  CANCELLED: "Nobody wins. This is not taken back.",
  VERIFIED: "Somebody has looked at each winner: likes, follows, and whether it is a person.",
  PRIZE_GIVEN: "Every winner has the voucher. Nothing of this competition changes any more.",
};

/** A step that somebody decides, said once more before it is taken. */
export function StepDialog({ opened, to, onClose }: { opened: OpenedCompetition; to: DecidedState; onClose: () => void }) {
  const { id, version } = opened.competition;
  const [reason, setReason, forget] = useTyped(`reason_${id}`, "");
  const step = useStep(id);
  const needsReason = to === "CANCELLED";
  return (
    <FormDialog
      title={`${STEP_NAMES[to]}?`}
      submit={STEP_NAMES[to]}
      isReady={!needsReason || reason.trim() !== ""}
      isSaving={step.isPending}
      problem={step.error ? changeFailure(step.error, "", TEXTS.shows) : null}
      onClose={onClose}
      onSubmit={() =>
        step.mutate(
          { version, to, reason: needsReason ? reason : "" },
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
      <p>{SAYS[to]}</p>
      {needsReason && (
        <TextInput
          label="Why? Whoever took part reads it"
          {...AUTO_DIR}
          maxLength={300}
          value={reason}
          onChange={(event) => setReason(event.currentTarget.value)}
        />
      )}
    </FormDialog>
  );
}

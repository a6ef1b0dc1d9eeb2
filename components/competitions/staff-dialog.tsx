import { Textarea } from "@mantine/core";
import { FormDialog } from "@/components/loyalty/form-dialog";
import { changeFailure } from "@/components/ui/change-failure";
import { LTR_DIR } from "@/components/ui/input-direction";
import { toast } from "@/components/ui/toast";
import { COMPETITION_TEXTS as TEXTS } from "@/lib/competitions/competition-texts";
import { namesOf } from "./competition-form";
import { useSaveStaff } from "./queries";
import { useTyped } from "./typed";

/** Which of the house's own people take part in no competition. */
export function StaffDialog({ staff, onClose }: { staff: readonly string[]; onClose: () => void }) {
  const [typed, setTyped, forget] = useTyped("staff", staff.map((name) => `@${name}`).join("\n"));
  const save = useSaveStaff();
  return (
    <FormDialog
      title={TEXTS.staff}
      submit="Save the names"
      isReady
      isSaving={save.isPending}
      problem={save.error ? changeFailure(save.error, "", TEXTS.shows) : null}
      onClose={onClose}
      onSubmit={() =>
        save.mutate(namesOf(typed), {
          onSuccess: ({ message }) => {
            forget();
            toast.success(message);
            onClose();
          },
        })
      }
    >
      <p>{TEXTS.staffHelp}</p>
      <Textarea
        label="Names on Instagram"
        {...LTR_DIR}
        autosize
        minRows={4}
        maxRows={12}
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
      />
    </FormDialog>
  );
}

import { NativeSelect, TextInput } from "@mantine/core";
import { useBranch } from "@/components/app-base/app-settings";
import { useSession } from "@/components/app-base/session";
import { FormDialog } from "@/components/loyalty/form-dialog";
import { changeFailure } from "@/components/ui/change-failure";
import { AUTO_DIR, LTR_DIR } from "@/components/ui/input-direction";
import { toast } from "@/components/ui/toast";
import { COMPETITION_TEXTS as TEXTS } from "@/lib/competitions/competition-texts";
import type { OpenedCompetition } from "@/lib/competitions/contract";
import type { PlaceShown } from "@/lib/competitions/shapes";
import { branchName, openRestaurants } from "@/lib/known-branches";
import { useLinkGuest } from "./queries";
import { useTyped } from "./typed";

const LANGUAGES = [
  { value: "", label: "Not known" },
  { value: "ar", label: "Arabic" },
  { value: "fr", label: "French" },
  { value: "en", label: "English" },
] as const;
type Language = (typeof LANGUAGES)[number]["value"];

/** Says which guest a winner is. */
export function GuestDialog({ opened, place, onClose }: { opened: OpenedCompetition; place: PlaceShown; onClose: () => void }) {
  const { id, version } = opened.competition;
  const branches = useBranches(opened);
  const here = useBranch();
  const [form, setForm, forget] = useTyped(`guest_${place.id}`, {
    branch: place.guest?.branch ?? (branches.includes(here) ? here : (branches[0] ?? "")),
    name: place.guest?.name ?? "",
    phones: place.guest?.phones ?? "",
    language: "" as Language,
  });
  const link = useLinkGuest(id, place.id);
  return (
    <FormDialog
      title={`Who is @${place.username}?`}
      submit="Save the guest"
      isReady={form.branch !== "" && form.name.trim() !== "" && form.phones.trim() !== ""}
      isSaving={link.isPending}
      problem={link.error ? changeFailure(link.error, "", TEXTS.shows) : null}
      onClose={onClose}
      onSubmit={() =>
        link.mutate(
          { version, ...form },
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
      <p>{TEXTS.guestHelp}</p>
      <NativeSelect
        label="Restaurant"
        value={form.branch}
        disabled={place.guest !== null}
        data={branches.map((value) => ({ value, label: branchName(value) }))}
        onChange={(event) => setForm({ ...form, branch: event.currentTarget.value })}
      />
      <TextInput
        label="Name"
        {...AUTO_DIR}
        maxLength={200}
        value={form.name}
        onChange={(event) => setForm({ ...form, name: event.currentTarget.value })}
      />
      <TextInput
        label="Phone"
        {...LTR_DIR}
        inputMode="tel"
        maxLength={400}
        value={form.phones}
        onChange={(event) => setForm({ ...form, phones: event.currentTarget.value })}
      />
      <NativeSelect
        label="Language of the message"
        value={form.language}
        data={[...LANGUAGES]}
        onChange={(event) => setForm({ ...form, language: event.currentTarget.value as Language })} // the choices above
      />
    </FormDialog>
  );
}

/** The open restaurants that take part and in which somebody works. */
function useBranches({ competition: { branches } }: OpenedCompetition): string[] {
  const own = useSession().user?.branches ?? null;
  return openRestaurants().filter((key) => (branches.length === 0 || branches.includes(key)) && (own === null || own.includes(key)));
}

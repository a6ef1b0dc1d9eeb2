import { Radio, TextInput } from "@mantine/core";
import { useAppSettings } from "@/components/app-base/app-settings";
import { useServerClock } from "@/components/app-base/server-clock";
import { FormDialog } from "@/components/loyalty/form-dialog";
import { changeFailure } from "@/components/ui/change-failure";
import { counted } from "@/components/ui/counted";
import { toast } from "@/components/ui/toast";
import { COMPETITION_TEXTS as TEXTS } from "@/lib/competitions/competition-texts";
import type { OpenedCompetition } from "@/lib/competitions/contract";
import { inHouse, momentOf } from "./competition-form";
import { useLock } from "./queries";
import { useTyped } from "./typed";

/** How far ahead a round is named, unless somebody says otherwise, in milliseconds. */
const AHEAD = 30 * 60_000;

/** The list is locked, and what will draw it is named. */
export function LockDialog({ opened, onClose }: { opened: OpenedCompetition; onClose: () => void }) {
  const { timeZone } = useAppSettings();
  const now = useServerClock();
  const { id, version } = opened.competition;
  const { entries, people } = opened.counts;
  const [form, setForm, forget] = useTyped<{ way: "drand" | "secret"; at: string }>(`lock_${id}`, {
    way: "drand",
    at: inHouse(new Date(now.getTime() + AHEAD), timeZone),
  });
  const lock = useLock(id);
  const draws_at = momentOf(form.at, timeZone);
  return (
    <FormDialog
      title="Lock the list?"
      submit={`Lock ${counted(entries, "entry").replace("entrys", "entries")}`}
      isReady={draws_at !== null && entries > 0}
      isSaving={lock.isPending}
      problem={lock.error ? changeFailure(lock.error, "", TEXTS.shows) : null}
      onClose={onClose}
      onSubmit={() =>
        draws_at &&
        lock.mutate(
          { version, way: form.way, draws_at },
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
      <p>
        {counted(entries, "comment")} of {counted(people, "user")} take part. {TEXTS.lockHelp}
      </p>
      <Radio.Group
        label="What draws the winners"
        value={form.way}
        onChange={(way) => setForm({ ...form, way: way === "secret" ? "secret" : "drand" })}
      >
        <Radio value="drand" label="A public round that lies ahead" description={TEXTS.drandHelp} />
        <Radio value="secret" label="A secret of this server" description={TEXTS.secretHelp} />
      </Radio.Group>
      <TextInput
        type="datetime-local"
        label="Drawn after"
        value={form.at}
        error={draws_at === null ? "Choose a day and a time." : undefined}
        onChange={(event) => setForm({ ...form, at: event.currentTarget.value })}
      />
    </FormDialog>
  );
}

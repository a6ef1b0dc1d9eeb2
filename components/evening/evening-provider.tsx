import { type ComponentProps, createContext, type ReactNode, useContext, useMemo, useState } from "react";
import { useAppSettings, useBranch } from "@/components/app-base/app-settings";
import { useServerClock } from "@/components/app-base/server-clock";
import { useSession } from "@/components/app-base/session";
import { useDialogs } from "@/components/ui/dialogs";
import { lazyComponent } from "@/components/ui/lazy-component";
import { toast } from "@/components/ui/toast";
import { isApiError, limitOf } from "@/lib/api/api-error";
import { endOfDayHourText, endOfDayIsOpen } from "@/lib/business-day";
import { EVENING_TEXTS } from "@/lib/evening/evening-texts";
import { type BranchKey, branchName } from "@/lib/known-branches";
import { MergeHints, RawError } from "./failures";
import { useEndOfDay, useMergeAll, useSeatsGuests } from "./queries";
import type { EveningResult, ResultDialog as Result } from "./result-dialog";
import { AFTER_END_OF_DAY_MINUTES, SNOOZE_MINUTES, useQuiet } from "./snooze";

/** Nobody needs it before a run. */
const ResultDialog = lazyComponent<ComponentProps<typeof Result>>(() => import("./result-dialog").then((module) => module.ResultDialog), {
  onClose: (props) => props.onClose,
});

interface Evening {
  mergeAll: () => Promise<void>;
  /** Of this device's branch, or of another one that this server keeps. */
  endOfDay: (of?: BranchKey) => Promise<void>;
  /** One of the two is running. */
  busy: boolean;
  /** End of Day may run now and nobody has snoozed it. */
  reminderDue: boolean;
  /** End of Day ran from this device: only late tables bring the reminder back. */
  isQuietAfterwards: boolean;
  snoozeReminder: () => void;
}

const EveningContext = createContext<Evening | null>(null);

/** Merge All and End of Day, for every place that offers them: the same question, the same answers. */
export function EveningProvider({ children }: { children: ReactNode }) {
  const settings = useAppSettings();
  const branch = useBranch();
  const now = useServerClock();
  const session = useSession();
  const seatsGuests = useSeatsGuests();
  const dialogs = useDialogs();
  const { mutateAsync: merge, isPending: isMerging } = useMergeAll();
  const { mutateAsync: end, isPending: isEnding } = useEndOfDay();
  const [result, setResult] = useState<EveningResult | null>(null);
  const quiet = useQuiet(branch, now);

  const busy = isMerging || isEnding;
  const isOpen = endOfDayIsOpen(now, settings);

  const evening = useMemo<Evening>(() => {
    const mergeAll = async () => {
      const body = `${branchName(branch)}. Nobody is recorded twice: guests who are there already are skipped.`;
      if (busy || !(await dialogs.confirm({ title: EVENING_TEXTS.confirmMergeAll, body, confirmLabel: "Merge all tables" }))) return;
      setResult({ kind: "running", title: "Merging the saved tables…" });
      try {
        setResult({ kind: "merged", answer: await merge() });
      } catch (error) {
        setResult(null);
        const limit = limitOf(error);
        await dialogs.alert(limit ? limit.said : EVENING_TEXTS.mergeFailed, limit ? undefined : <MergeHints error={error} />);
      }
    };
    const endOfDay = async (of: BranchKey = branch) => {
      if (!isOpen) {
        toast.info(endOfDayHourText(settings));
        return;
      }
      const body = `${branchName(of)}. Tonight's guests go into the guest book and the saved tables are closed. A backup is made first.`;
      if (busy || !(await dialogs.confirm({ title: EVENING_TEXTS.confirmEndOfDay, body, confirmLabel: "Run End of Day", tone: "accent" })))
        return;
      setResult({ kind: "running", title: "Running End of Day…" });
      try {
        const answer = await end(of === branch ? undefined : of);
        setResult({ kind: "ended", answer, branch: of });
        if (of === branch) quiet.keep("done", AFTER_END_OF_DAY_MINUTES);
      } catch (error) {
        setResult(null);
        const answered = isApiError(error) && error.status > 0;
        await dialogs.alert(answered ? error.message : EVENING_TEXTS.endOfDayNetwork, answered ? undefined : <RawError error={error} />);
      }
    };
    return {
      mergeAll,
      endOfDay,
      busy,
      reminderDue: isOpen && seatsGuests && session.can("end_of_day") && now.getTime() >= quiet.until.asked,
      isQuietAfterwards: now !== null && now.getTime() < quiet.until.done,
      snoozeReminder: () => quiet.keep("asked", SNOOZE_MINUTES),
    };
  }, [branch, busy, dialogs, end, isOpen, merge, now, quiet, seatsGuests, session, settings]);

  return (
    <EveningContext value={evening}>
      {children}
      {result && <ResultDialog result={result} onClose={() => setResult(null)} />}
    </EveningContext>
  );
}

export function useEvening(): Evening {
  const evening = useContext(EveningContext);
  if (!evening) throw new Error("useEvening needs EveningProvider around it.");
  return evening;
}

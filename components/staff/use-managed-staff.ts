import { useState } from "react";
import { usePlaces } from "@/components/app-base/server-of-branch";
import { isUnanswered } from "@/components/ui/change-failure";
import { useDialogs } from "@/components/ui/dialogs";
import { toast } from "@/components/ui/toast";
import { branchName, isRestaurant } from "@/lib/known-branches";
import type { StaffLists, StaffRole } from "@/lib/staff/contract";
import { DEFAULT_STAFF, hasName } from "@/lib/staff/names";
import { STAFF_TEXTS } from "@/lib/staff/staff-texts";
import { type StaffChange, useStaff, useStaffChange } from "./queries";

export interface StaffProblem {
  sentence: string;
  error: unknown;
  change: StaffChange;
}

/** The lists of a branch while somebody changes them. */
export function useManagedStaff(given: string | null) {
  const places = usePlaces();
  const dialogs = useDialogs();
  const [branch, setBranch] = useState(given ?? places.here ?? "");
  const [problems, setProblems] = useState<readonly StaffProblem[]>([]);
  const place = { base: places.baseOf(branch, false), branch };
  const staff = useStaff(place);
  const { mutateAsync } = useStaffChange(place);

  const change = async (next: StaffChange) => {
    // A new try of the same change; what else failed is still to be done.
    const others = (now: readonly StaffProblem[]) => now.filter(({ change }) => !isSame(change, next));
    setProblems(others);
    try {
      await mutateAsync(next);
      return true;
    } catch (error) {
      setProblems((now) => [...others(now), { sentence: sentenceOf(next), error, change: next }]);
      return false;
    }
  };
  return {
    branch,
    hasServer: (one: string) => places.baseOf(one, false) !== "",
    isReady: isRestaurant(branch) && place.base !== "",
    staff,
    // A change without an answer is no problem any more once the list shows it done.
    problems: problems.filter(({ error, change }) => !isUnanswered(error) || !isDone(staff.lists, change)),
    chooseBranch: (next: string) => {
      setBranch(next);
      setProblems([]);
    },
    change,
    remove: async (role: StaffRole, name: string) => {
      if (await change({ kind: "remove", role, name }))
        toast.undo(`${name} taken off the list`, () => void change({ kind: "add", role, name }));
    },
    reset: async () => {
      if (!isRestaurant(branch)) return;
      const confirmed = await dialogs.confirm({
        title: `Reset the lists of ${branchName(branch)}?`,
        body: `They become what they were on the first day: ${DEFAULT_STAFF.hostesses.join(", ")}; ${DEFAULT_STAFF.waiters.join(", ")}. Names that were added since are gone.`,
        confirmLabel: "Reset the lists",
        cancelLabel: "Keep them",
        tone: "danger",
      });
      if (confirmed) await change({ kind: "reset" });
    },
  };
}
export type ManagedStaff = ReturnType<typeof useManagedStaff>;

/** Whether two changes are about the same: a name on a list is added or taken off, and the later word counts. */
function isSame(one: StaffChange, other: StaffChange): boolean {
  if (one.kind === "reset" || other.kind === "reset") return one.kind === other.kind;
  return one.role === other.role && hasName([one.name], other.name);
}

function isDone(lists: StaffLists, change: StaffChange): boolean {
  if (change.kind === "reset") return false;
  return hasName(change.role === "hostess" ? lists.hostesses : lists.waiters, change.name) === (change.kind === "add");
}

function sentenceOf(change: StaffChange): string {
  if (change.kind === "reset") return STAFF_TEXTS.resetFailed;
  return change.kind === "add" ? STAFF_TEXTS.addFailed : STAFF_TEXTS.removeFailed;
}

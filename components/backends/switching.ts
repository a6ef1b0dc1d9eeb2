import { baseOfBranch, chooseBackend, resetBackends } from "@/components/app-base/backend-choice";
import { keepWork, keptWork } from "@/components/app-base/guest-search-work";
import { toast } from "@/components/ui/toast";
import { FRAME_TEXTS } from "@/lib/frame-texts";
import type { BranchKey } from "@/lib/known-branches";
import type { PublicSettings } from "@/lib/public-settings";

/** Switches to a branch and its server, null for the automatic one; says so if the page would not load there. */
export async function switchBackend(branch: BranchKey | null, settings: PublicSettings): Promise<void> {
  if (!(await chooseBackend(branch, settings))) toast.error(FRAME_TEXTS.notSwitched);
}

export const SEARCH_PAGE = "/guest-search";

/**
 * Looks for a guest in a branch's own book: a search is of one book alone, so the device goes to that branch.
 * @param user who is signed in; @param typed what is looked for
 */
export async function findGuestIn(branch: BranchKey, typed: string, user: string, settings: PublicSettings): Promise<void> {
  // A guest who is being edited here stays in their form, as long as it is the same server's.
  keepWork({ ...keptWork(user), user, typed }, baseOfBranch(branch, settings));
  if (!(await chooseBackend(branch, settings, SEARCH_PAGE))) toast.error(FRAME_TEXTS.notSwitched);
}

/** Shows who celebrates on a date in a branch's own book: a search is of one book alone, so the device goes to that branch. */
export async function openBirthdaysIn(branch: BranchKey, date: string, settings: PublicSettings): Promise<void> {
  if (!(await chooseBackend(branch, settings, `/birthdays?date=${date}`))) toast.error(FRAME_TEXTS.notSwitched);
}

/** Forgets every choice of a server; says so where the page would not come. */
export async function forgetBackends(): Promise<void> {
  if (!(await resetBackends())) toast.error(FRAME_TEXTS.notSwitched);
}

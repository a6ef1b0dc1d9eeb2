import { chooseBackend, resetBackends } from "@/components/app-base/backend-choice";
import { toast } from "@/components/ui/toast";
import type { BranchKey } from "@/lib/branches";
import { FRAME_TEXTS } from "@/lib/frame-texts";
import type { PublicSettings } from "@/lib/public-settings";

/** Goes to a branch and its server, null to the automatic one; says so where the page would not come. */
export async function switchBackend(branch: BranchKey | null, settings: PublicSettings): Promise<void> {
  if (!(await chooseBackend(branch, settings))) toast.error(FRAME_TEXTS.notSwitched);
}

/** Forgets every choice of a server; says so where the page would not come. */
export async function forgetBackends(): Promise<void> {
  if (!(await resetBackends())) toast.error(FRAME_TEXTS.notSwitched);
}

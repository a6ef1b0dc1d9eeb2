import { useAppSettings, useBackend } from "@/components/app-base/app-settings";
import { chooseBackend } from "@/components/app-base/backend-choice";
import { toast } from "@/components/ui/toast";
import { BRANCH_NAMES, type BranchKey } from "@/lib/branches";
import styles from "./backend-selector.module.css";

/** Where a branch lives, when that is not this server. */
export function ServerOf({ branch }: { branch: BranchKey }) {
  const { branches, apiBases } = useAppSettings();
  const backend = useBackend();
  const elsewhere = apiBases[branch];
  if (branches.includes(branch) || !elsewhere || !backend) return null;
  return <span className={styles.server}>{new URL(elsewhere).host}</span>;
}

export function switchTo(branch: BranchKey | null, settings: ReturnType<typeof useAppSettings>): void {
  toast.info(branch ? `Switching to ${BRANCH_NAMES[branch]}, reloading…` : "Switching to automatic, reloading…");
  // The words are read first, then the page goes.
  window.setTimeout(() => chooseBackend(branch, settings), 400);
}

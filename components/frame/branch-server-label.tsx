import { useAppSettings, useBackend } from "@/components/app-base/app-settings";
import { baseOfBranch, draftsAt, shortAddress } from "@/components/app-base/backend-choice";
import { readSession } from "@/components/app-base/session-store";
import { type Reach, useReach } from "@/components/backends/queries";
import { forgetBackends, switchBackend } from "@/components/backends/switching";
import { counted } from "@/components/ui/counted";
import { toast } from "@/components/ui/toast";
import { isPagesServer } from "@/lib/api/backends";
import { type BranchKey, branchName } from "@/lib/known-branches";
import styles from "./backend-selector.module.css";

/** Of a branch that another server keeps: whether that one answers, and whether somebody signed in there. */
export function ServerOf({ branch }: { branch: BranchKey }) {
  const settings = useAppSettings();
  const backend = useBackend();
  if (!backend) return null;
  const base = baseOfBranch(branch, settings);
  return isPagesServer(base) ? null : <OtherServer base={base} />;
}

const SAID: Record<Reach, string> = { asking: "asking…", ok: "answers", off: "no answer" };

function OtherServer({ base }: { base: string }) {
  const reach = useReach(base);
  const { user } = readSession(base);
  const drafts = draftsAt(base);
  return (
    <span className={styles.server} title={shortAddress(base)}>
      <span className={styles.reach} data-reach={reach}>
        {SAID[reach]}
      </span>
      {" · "}
      {user ? (
        <>
          signed in as <bdi>{user.name}</bdi>
        </>
      ) : (
        "asks for its own sign-in"
      )}
      {drafts > 0 && ` · ${counted(drafts, "table")} on this device`}
    </span>
  );
}

// Time to read the message before the page changes.
const READ_FOR_MS = 400;

export function switchTo(branch: BranchKey | null, settings: ReturnType<typeof useAppSettings>): void {
  toast.info(branch ? `Switching to ${branchName(branch)}, reloading…` : "Switching to automatic, reloading…");
  window.setTimeout(() => void switchBackend(branch, settings), READ_FOR_MS);
}

export function resetChoices(): void {
  toast.info("Every choice of a server is forgotten, reloading…");
  window.setTimeout(() => void forgetBackends(), READ_FOR_MS);
}

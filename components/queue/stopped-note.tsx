import { TriangleAlert } from "lucide-react";
import { useBranch } from "@/components/app-base/app-settings";
import { branchName } from "@/lib/known-branches";
import type { Campaign } from "@/lib/queue/campaigns/contract";
import { isUnderWay } from "./queue-status";
import { ResumeSending } from "./sending-pause-note";
import styles from "./sending-pause-note.module.css";

/** That the sending of a campaign's branch is stopped, with Resume sending where that branch is chosen; nothing while it is not. */
export function StoppedNote({ campaign }: { campaign: Pick<Campaign, "stopped" | "branch" | "counts" | "unanswered"> }) {
  const isHere = useBranch() === campaign.branch;
  if (!campaign.stopped || !isUnderWay(campaign)) return null;
  const name = branchName(campaign.branch);
  return (
    <>
      <p className={styles.note} role="status">
        <TriangleAlert size={18} strokeWidth={1.75} aria-hidden />
        <span>
          Sending of {name} is stopped: nothing goes until somebody resumes sending.{!isHere && ` Choose ${name} in the bar to resume it.`}
        </span>
      </p>
      {isHere && <ResumeSending />}
    </>
  );
}

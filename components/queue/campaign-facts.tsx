import { useAppSettings } from "@/components/app-base/app-settings";
import { dayAndTime } from "@/components/ui/local-times";
import type { Campaign } from "@/lib/queue/campaigns/contract";
import { OPTED_OUT } from "@/lib/queue/left-out-reasons";
import { lastPress } from "./campaign-badge";
import styles from "./campaigns.module.css";

/** Who queued a campaign, and when; and who has queued more of it since. */
export function WhoQueued({ campaign }: { campaign: Parameters<typeof lastPress>[0] & Pick<Campaign, "created_by"> }) {
  const { timeZone } = useAppSettings();
  const last = lastPress(campaign);
  return (
    <>
      <bdi>{campaign.created_by}</bdi> · {dayAndTime(campaign.created_at, timeZone)}
      {last && (
        <>
          {" · again by "}
          <bdi>{last.by}</bdi>, {dayAndTime(last.at, timeZone)}
        </>
      )}
    </>
  );
}

/** What is waited for, and why messages failed. @param most how many sentences stand here */
export function Reasons({ campaign, most }: { campaign: Pick<Campaign, "reasons" | "obstacle" | "state">; most: number }) {
  // What keeps all that wait from going out is said by itself, and so is a pause.
  const isSaid = Boolean(campaign.obstacle) || campaign.state === "PAUSED";
  const reasons = campaign.reasons.filter(({ status, undecided }) => status !== "PENDING" || !isSaid || undecided);
  const rest = reasons.slice(most).reduce((sum, { count }) => sum + count, 0);
  if (reasons.length === 0) return null;
  return (
    <ul className={styles.reasons} aria-label="Reasons">
      {reasons.slice(0, most).map(({ status, unanswered, undecided, reason, count }) => (
        <li key={`${status} ${reason}`}>
          <b>
            {count.toLocaleString("en")}{" "}
            {unanswered ? "without an answer" : status === "FAILED" ? endedInWords(reason) : waitsInWords(count, undecided)}:
          </b>{" "}
          <span dir="auto">{reason}</span>
        </li>
      ))}
      {rest > 0 && <li>{rest.toLocaleString("en")} for other reasons</li>}
    </ul>
  );
}

/** Nothing failed where the guest wants nothing. */
const endedInWords = (reason: string) => (reason === OPTED_OUT ? "not sent" : "failed");

/** What waits for a person is told as that. */
const waitsInWords = (count: number, undecided = false) => `${count === 1 ? "waits" : "wait"}${undecided ? " for your decision" : ""}`;

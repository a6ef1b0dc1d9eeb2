import { CircleCheck, CircleX, Clock, type LucideIcon, OctagonPause, OctagonX, Send, TriangleAlert } from "lucide-react";
import type { ComponentProps } from "react";
import { FactChip } from "@/components/ui/fact-chip";
import type { Campaign } from "@/lib/queue/campaigns/contract";
import { SAID_NO, UNANSWERED } from "./state-badge";
import { unansweredOf, waitingOf } from "./unanswered";

type Told = Pick<Campaign, "state" | "stopped" | "next_try" | "obstacle" | "counts" | "said_no" | "unanswered" | "waits_for">;

interface Badge {
  words: string;
  tone: ComponentProps<typeof FactChip>["tone"];
  icon: LucideIcon;
}

/** How a campaign stands, or what came of it, in a few words. */
export function CampaignBadge({ campaign }: { campaign: Told }) {
  const { words, tone, icon } = badgeOf(campaign);
  return (
    <FactChip small tone={tone} icon={icon}>
      {words}
    </FactChip>
  );
}

/** While something waits: whether it goes. Then what has no answer, and once all is known what has become of most of it. */
export function badgeOf(campaign: Told): Badge {
  if (waitingOf(campaign) > 0) return ofWaiting(campaign);
  const doubts = unansweredOf(campaign);
  if (doubts > 0) return { ...UNANSWERED, words: `${doubts.toLocaleString("en")} without an answer` };
  return ofOver(campaign);
}

function ofWaiting({ state, stopped, next_try, obstacle, waits_for }: Told): Badge {
  // Nothing of it goes out until somebody does something.
  if (obstacle) return { words: "Not going out", tone: "danger", icon: TriangleAlert };
  if (state === "PAUSED") return { words: stopped ? "Stopped" : "Paused", tone: "warning", icon: OctagonPause };
  if (next_try !== null || waits_for) return { words: "Waiting", tone: "info", icon: Clock };
  return { words: "Sending", tone: "primary", icon: Send };
}

function ofOver({ counts: { SENT, FAILED, CANCELLED }, said_no = 0 }: Told): Badge {
  const ends = [
    { count: SENT, look: { words: "Done", tone: "success", icon: CircleCheck }, also: "sent" },
    { count: FAILED - said_no, look: { words: "Failed", tone: "danger", icon: CircleX }, also: "failed" },
    { count: CANCELLED, look: { words: "Cancelled", tone: "neutral", icon: OctagonX }, also: "cancelled" },
    { count: said_no, look: SAID_NO, also: "said no" },
  ] as const;
  const most = ends.reduce((one, other) => (other.count > one.count ? other : one));
  const others = ends.filter((end) => end !== most && end.count > 0).map(({ count, also }) => `${count.toLocaleString("en")} ${also}`);
  return { ...most.look, words: [most.look.words, ...others].join(" · ") };
}

/** One press deals a campaign out to several workers, a part after the other. */
const ONE_PRESS_MS = 60_000;

/** Who queued more of a campaign since it was queued first, and when (ISO 8601); null where nobody has. */
export function lastPress({ created_at, last_at, last_by }: Pick<Campaign, "created_at" | "last_at" | "last_by">): {
  by: string;
  at: string;
} | null {
  if (!last_at || !last_by || Date.parse(last_at) - Date.parse(created_at) < ONE_PRESS_MS) return null;
  return { by: last_by, at: last_at };
}

import { Ban, CircleCheck, CircleHelp, CircleX, Clock, FlaskConical, type LucideIcon, OctagonPause, Send } from "lucide-react";
import { FactChip } from "@/components/ui/fact-chip";
import type { ItemStatus } from "@/lib/queue/contract";
import { QUEUE_TEXTS } from "@/lib/queue/queue-texts";

interface StateLook {
  words: string;
  tone: "info" | "primary" | "success" | "danger" | "neutral" | "warning";
  icon: LucideIcon;
}

/** What each state of a message is called, and how it looks, everywhere; in the order of their lives. */
export const STATES: Record<ItemStatus, StateLook> = {
  PENDING: { words: "Pending", tone: "info", icon: Clock },
  IN_PROGRESS: { words: "In progress", tone: "primary", icon: Send },
  SENT: { words: "Sent", tone: "success", icon: CircleCheck },
  FAILED: { words: "Failed", tone: "danger", icon: CircleX },
  CANCELLED: { words: "Cancelled", tone: "neutral", icon: Ban },
};

/** Beside those sent: what counts as sent, and no guest got. */
export const SANDBOX: StateLook = { words: QUEUE_TEXTS.sandbox, tone: "warning", icon: FlaskConical };

/** In place of having failed: nothing went to who wants nothing. */
export const SAID_NO: StateLook = { words: "Not sent: they said no", tone: "neutral", icon: Ban };

/** In place of its state: it was handed over and nobody has answered, so that it neither waits nor has failed. */
export const UNANSWERED: StateLook = { words: QUEUE_TEXTS.unanswered, tone: "warning", icon: CircleHelp };

/** The same while word of it is still waited for: nobody has to do anything yet. */
const AWAITED: StateLook = { words: QUEUE_TEXTS.awaited, tone: "warning", icon: CircleHelp };

/** In place of waiting: a person has to decide before it can go. */
const HELD: StateLook = { words: "Held: may have said no", tone: "warning", icon: OctagonPause };

interface Props {
  status: ItemStatus;
  undecided?: boolean | undefined;
  /** A worker with the sandbox took it. */
  sandbox?: boolean | undefined;
  unanswered?: boolean | undefined;
}

export function StateBadge({ status, undecided = false, sandbox = false, unanswered = false }: Props) {
  const { words, tone, icon } = unanswered
    ? status === "FAILED"
      ? UNANSWERED
      : AWAITED
    : sandbox
      ? SANDBOX
      : undecided
        ? HELD
        : STATES[status];
  return (
    <FactChip small tone={tone} icon={icon}>
      {words}
    </FactChip>
  );
}

import { Ban, CircleCheck, CircleX, Clock, type LucideIcon, Send } from "lucide-react";
import { FactChip } from "@/components/ui/fact-chip";
import type { ItemStatus } from "@/lib/queue/contract";

interface StateLook {
  words: string;
  tone: "info" | "primary" | "success" | "danger" | "neutral";
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

export function StateBadge({ status }: { status: ItemStatus }) {
  const { words, tone, icon } = STATES[status];
  return (
    <FactChip small tone={tone} icon={icon}>
      {words}
    </FactChip>
  );
}

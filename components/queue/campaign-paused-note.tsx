import { TriangleAlert } from "lucide-react";
import { useAppSettings } from "@/components/app-base/app-settings";
import { dayAndTime } from "@/components/ui/local-times";
import type { Campaign } from "@/lib/queue/campaigns/contract";
import styles from "./sending-pause-note.module.css";

interface Props {
  paused: Campaign["paused"];
  /** Its Resume stands beside it. */
  isOnCard?: boolean;
}

/** That one campaign alone is paused, and by whom; nothing while it is not. */
export function PausedNote({ paused, isOnCard = false }: Props) {
  const { timeZone } = useAppSettings();
  if (!paused) return null;
  return (
    <p className={styles.note} role="status">
      <TriangleAlert size={18} strokeWidth={1.75} aria-hidden />
      <span>
        Paused by <bdi>{paused.by}</bdi>, {dayAndTime(paused.at, timeZone)}. It waits until somebody{" "}
        {isOnCard ? "presses Resume." : "resumes it under Campaigns of Whatsapp Live Queue."}
      </span>
    </p>
  );
}

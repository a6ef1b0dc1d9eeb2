import { BellOff, MessageCircleQuestion } from "lucide-react";
import { useAppSettings } from "@/components/app-base/app-settings";
import { FactChip } from "@/components/ui/fact-chip";
import { dayAndTime } from "@/components/ui/local-times";
import type { SaidNo } from "@/lib/opt-outs/contract";
import { howTheySaidNo, OPT_OUT_TEXTS } from "@/lib/opt-outs/opt-out-texts";
import styles from "./opt-out-mark.module.css";

interface Props {
  said: SaidNo | null;
  /** When they wrote what sounds like a no, on which nobody has decided (ISO 8601). */
  unsure?: string | null;
}

/** That a guest wants no messages, since when, and by what, or may have said so; nothing for everybody else. */
export function OptOutMark({ said, unsure = null }: Props) {
  const { timeZone } = useAppSettings();
  if (!said && unsure === null) return null;
  if (!said) {
    return (
      <span className={styles.mark}>
        <FactChip small tone="warning" icon={MessageCircleQuestion}>
          {OPT_OUT_TEXTS.unsure}
        </FactChip>
        <span className={styles.since}>
          wrote it <time dateTime={unsure ?? ""}>{dayAndTime(unsure ?? "", timeZone)}</time>
        </span>
      </span>
    );
  }
  return (
    <span className={styles.mark}>
      <FactChip small tone="danger" icon={BellOff}>
        {OPT_OUT_TEXTS.mark}
      </FactChip>
      <span className={styles.since}>
        since <time dateTime={said.since}>{dayAndTime(said.since, timeZone)}</time>, <bdi>{howTheySaidNo(said)}</bdi>
      </span>
    </span>
  );
}

import { BellOff } from "lucide-react";
import { useAppSettings } from "@/components/app-base/app-settings";
import { FactChip } from "@/components/ui/fact-chip";
import { dayAndTime } from "@/components/ui/local-times";
import { OPT_OUT_TEXTS } from "@/lib/guest-texts";
import type { SaidNo } from "@/lib/opt-outs/contract";
import styles from "./opt-out-mark.module.css";

/** That a guest wants no messages, since when, and by what; nothing for everybody else. */
export function OptOutMark({ said }: { said: SaidNo | null }) {
  const { timeZone } = useAppSettings();
  if (!said) return null;
  return (
    <span className={styles.mark}>
      <FactChip small tone="danger" icon={BellOff}>
        {OPT_OUT_TEXTS.mark}
      </FactChip>
      <span className={styles.since}>
        since <time dateTime={said.since}>{dayAndTime(said.since, timeZone)}</time>, {OPT_OUT_TEXTS.by[said.by]}
      </span>
    </span>
  );
}

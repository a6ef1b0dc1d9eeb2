import { Button } from "@mantine/core";
import { Columns2 } from "lucide-react";
import { FactChip } from "@/components/ui/fact-chip";
import { GuestRow } from "@/components/ui/guest-row";
import type { GuestOfPair, PossiblePair } from "@/lib/duplicates/contract";
import { DUPLICATES_TEXTS, likely, REASON_TEXTS } from "@/lib/duplicates/duplicates-texts";
import type { Reason } from "@/lib/duplicates/reasons";
import { branchName } from "@/lib/known-branches";
import styles from "./duplicates.module.css";

/** What a guest is called where they have no name. */
export const calledBy = ({ name, numbers = [] }: Pick<GuestOfPair, "name" | "numbers">) => name || numbers[0]?.shown || "this guest";

/** Two guests with why they may be one. */
export function PairRow({ pair, onCompare }: { pair: PossiblePair; onCompare: () => void }) {
  const { one, other, score, reasons } = pair;
  return (
    <section className={styles.pair} aria-label={`${calledBy(one)} and ${calledBy(other)}`}>
      <div className={styles.two}>
        <OfPair guest={one} />
        <OfPair guest={other} />
      </div>
      <div className={styles.why}>
        <Why score={score} reasons={reasons} />
        <Button
          variant="default"
          leftSection={<Columns2 size={18} strokeWidth={1.75} aria-hidden />}
          aria-label={`Compare ${calledBy(one)} and ${calledBy(other)}`}
          aria-haspopup="dialog"
          onClick={onCompare}
        >
          {DUPLICATES_TEXTS.compare}
        </Button>
      </div>
    </section>
  );
}

function OfPair({ guest }: { guest: GuestOfPair }) {
  const { name, also, numbers = [], birthday, company, branch } = guest;
  return (
    <GuestRow
      guest={{ name, also, phones: numbers.map(({ shown }) => shown).join(", "), numbers, birthday }}
      withDay
      details={[company, branchName(branch)].filter(Boolean).join(" · ")}
    />
  );
}

/** How likely it is, and why. */
export function Why({ score, reasons }: { score: number; reasons: readonly Reason[] }) {
  return (
    <span className={styles.reasons}>
      <FactChip small tone={score >= 78 ? "primary" : "neutral"}>
        {likely(score)} ({score} %)
      </FactChip>
      {reasons.map((reason) => (
        <FactChip key={reason} small>
          {REASON_TEXTS[reason]}
        </FactChip>
      ))}
    </span>
  );
}

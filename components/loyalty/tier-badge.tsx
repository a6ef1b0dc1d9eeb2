import type { ShownTier } from "@/lib/loyalty/tiers/contract";
import styles from "./tier-badge.module.css";

/** One letter of each of two words, else the first two. */
function lettersOf(name: string): string {
  const [first = "", second = ""] = name.split(/\s+/).map((word) => [...word]);
  const letters = second.length > 0 ? [first[0], second[0]] : [...first].slice(0, 2);
  return letters.join("").toLocaleUpperCase();
}

interface Props {
  tier: Pick<ShownTier, "name" | "place" | "of"> | null | undefined;
  /** Where there is room, its name; else two letters of it. */
  whole?: boolean;
}

/** A guest's tier, the upper half of the tiers in the other colour; nothing where there is none. */
export function TierBadge({ tier, whole = false }: Props) {
  if (!tier) return null;
  return (
    <span
      className={styles.badge}
      role="img"
      aria-label={`Tier ${tier.name}`}
      title={tier.name}
      data-upper={tier.place * 2 > tier.of || undefined}
    >
      {whole ? <bdi>{tier.name}</bdi> : lettersOf(tier.name)}
    </span>
  );
}

import { Armchair, TriangleAlert, UserCheck } from "lucide-react";
import { FactChip } from "@/components/ui/fact-chip";
import { nameOf } from "./guest-lists";

type Named = Parameters<typeof nameOf>[0];

/** Where a guest of this evening sits already. */
export function TonightNote({ table }: { table: string }) {
  return (
    <FactChip small tone="primary" icon={Armchair}>
      at table <bdi>{table}</bdi> tonight
    </FactChip>
  );
}

/** Same last eight digits in two countries: shown, never merged. */
export function SimilarNote({ guest }: { guest: Named }) {
  return (
    <FactChip small tone="warning" icon={TriangleAlert}>
      may be the same as <bdi>{nameOf(guest)}</bdi>
    </FactChip>
  );
}

export function SamePhoneNote({ guest }: { guest: Named }) {
  return (
    <FactChip small tone="info" icon={UserCheck}>
      Same phone as <bdi>{nameOf(guest)}</bdi>
    </FactChip>
  );
}

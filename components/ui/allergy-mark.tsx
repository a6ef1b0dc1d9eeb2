import { TriangleAlert } from "lucide-react";
import { FactChip } from "./fact-chip";

/** What a guest must not be served, in red; nothing where nothing is known, or may be seen. */
export function AllergyMark({ allergies }: { allergies: string | undefined }) {
  if (!allergies) return null;
  return (
    <FactChip small tone="danger" icon={TriangleAlert}>
      Allergies: <bdi>{allergies}</bdi>
    </FactChip>
  );
}

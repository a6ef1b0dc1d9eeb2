import { Users } from "lucide-react";
import { counted } from "@/components/ui/counted";
import { FactChip } from "@/components/ui/fact-chip";
import { useAllDataCount } from "./queries";

/** How many guests there are: at least so many until all are counted. */
export function GuestCount({ filters }: { filters: Record<string, string> }) {
  const { sum, isWhole, failed } = useAllDataCount(filters);
  return (
    <span role="status">
      <FactChip icon={Users} tone={isWhole && sum ? "primary" : "neutral"}>
        {inWords(sum, isWhole, failed)}
      </FactChip>
    </span>
  );
}

function inWords(sum: number | null, isWhole: boolean, failed: boolean): string {
  if (sum === null) return failed ? "Not counted" : "Counting…";
  if (isWhole) return counted(sum, "guest");
  return `At least ${counted(sum, "guest")}${failed ? "" : ", counting…"}`;
}

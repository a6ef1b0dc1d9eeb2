import { TriangleAlert } from "lucide-react";
import { FactChip } from "@/components/ui/fact-chip";
import { useWorkers } from "./queries";

/** Messages wait and no worker takes them: said where the numbers stand still. */
export function NobodySends({ isOpen }: { isOpen: boolean }) {
  const workers = useWorkers(isOpen).data?.workers;
  if (!workers || workers.some(({ online }) => online)) return null;
  return (
    <FactChip small tone="warning" icon={TriangleAlert}>
      No worker is online: nothing is sent
    </FactChip>
  );
}

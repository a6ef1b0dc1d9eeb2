import { TriangleAlert } from "lucide-react";
import { FactChip } from "@/components/ui/fact-chip";
import { useWorkers } from "./queries";

/** Messages wait and no worker takes them: said where the numbers stand still. */
export function NobodySends({ isOpen }: { isOpen: boolean }) {
  const workers = useWorkers(isOpen).data?.workers;
  if (!workers || workers.some(({ online, problem }) => online && problem === null)) return null;
  return (
    <FactChip small tone="warning" icon={TriangleAlert}>
      {workers.some(({ online }) => online) ? "No worker can send now: its card says why" : "No worker is online: nothing is sent"}
    </FactChip>
  );
}

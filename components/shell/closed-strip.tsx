import { DoorClosed } from "lucide-react";
import { useBranch } from "@/components/app-base/app-settings";
import { Strip } from "@/components/ui/strip";
import { branchName, isClosedBranch } from "@/lib/branches";

/** Says on every page of a branch that is closed that nothing is written there. */
export function ClosedStrip() {
  const branch = useBranch();
  const words = isClosedBranch(branch) ? `${branchName(branch)} is closed: you can look everything up, and nothing is changed here.` : "";
  return <Strip icon={DoorClosed} tone="calm" words={words} />;
}

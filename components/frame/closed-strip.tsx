import { DoorClosed } from "lucide-react";
import { useBranch } from "@/components/app-base/app-settings";
import { Strip } from "@/components/ui/strip";
import { branchName, isClosedBranch } from "@/lib/known-branches";

/** Says on every page of a branch that is closed that nothing is written there. */
export function ClosedStrip() {
  const branch = useBranch();
  const words = isClosedBranch(branch)
    ? `${branchName(branch)} is closed: you can look everything up, and change nothing. To go on working, choose an open branch.`
    : "";
  return <Strip icon={DoorClosed} tone="calm" words={words} />;
}

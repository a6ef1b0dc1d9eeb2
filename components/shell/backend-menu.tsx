import { Menu } from "@mantine/core";
import { Check } from "lucide-react";
import { useAppSettings, useBranch } from "@/components/app-base/app-settings";
import { choosableBranches } from "@/components/app-base/backend-choice";
import { useSession } from "@/components/app-base/session";
import { AnchoredMenu } from "@/components/ui/anchored";
import type { PanelProps } from "@/components/ui/opens-panel";
import { BRANCH_NAMES } from "@/lib/branches";
import { ServerOf, switchTo } from "./server-of";

/** The branches that can be chosen, each with its server. */
export function BackendMenu(place: PanelProps) {
  const settings = useAppSettings();
  const branch = useBranch();
  const limit = useSession().user?.branches ?? null;
  return (
    <AnchoredMenu {...place} label="Branch and server" position="bottom-end" width={260}>
      <Menu.Label>Branch and server</Menu.Label>
      {choosableBranches(settings, limit).map((choice) => (
        <Menu.Item
          key={choice}
          aria-current={choice === branch ? "true" : undefined}
          rightSection={choice === branch && <Check size={16} aria-hidden />}
          onClick={() => switchTo(choice, settings)}
        >
          {BRANCH_NAMES[choice]}
          <ServerOf branch={choice} />
        </Menu.Item>
      ))}
      <Menu.Divider />
      <Menu.Item onClick={() => switchTo(null, settings)}>Automatic (this server)</Menu.Item>
    </AnchoredMenu>
  );
}

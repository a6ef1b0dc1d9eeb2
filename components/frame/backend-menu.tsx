import { Menu } from "@mantine/core";
import { Check } from "lucide-react";
import { useAppSettings, useBranch } from "@/components/app-base/app-settings";
import { choosableBranches, isAutomatic } from "@/components/app-base/backend-choice";
import { signOutThere } from "@/components/app-base/log-out";
import { useSignedInThere } from "@/components/app-base/session";
import { AnchoredMenu } from "@/components/ui/anchored";
import type { PanelProps } from "@/components/ui/opens-panel";
import { branchLabel, branchName } from "@/lib/known-branches";
import styles from "./backend-selector.module.css";
import { resetChoices, ServerOf, switchTo } from "./branch-server-label";

/** The branches that can be chosen, each with its server. */
export function BackendMenu(place: PanelProps) {
  const settings = useAppSettings();
  const branch = useBranch();
  const there = useSignedInThere();
  return (
    <AnchoredMenu {...place} label="Branch and server" position="bottom-end" width={320}>
      <Menu.Label>Branch and server</Menu.Label>
      {choosableBranches(settings).map((choice) => (
        <Menu.Item
          key={choice}
          aria-current={choice === branch ? "true" : undefined}
          rightSection={choice === branch && <Check size={16} aria-hidden />}
          onClick={() => switchTo(choice, settings)}
        >
          {branchLabel(choice)}
          <ServerOf branch={choice} />
        </Menu.Item>
      ))}
      <Menu.Divider />
      <Menu.Item onClick={() => switchTo(null, settings)}>
        Automatic (this server)
        {isAutomatic() && <span className={styles.server}>in use now</span>}
      </Menu.Item>
      <Menu.Item onClick={resetChoices}>
        Reset
        <span className={styles.server}>forgets every server that was chosen on this device</span>
      </Menu.Item>
      {there && (
        <>
          <Menu.Divider />
          <Menu.Item onClick={() => void signOutThere()}>
            Sign out at {branchName(branch)} only
            <span className={styles.server}>
              <bdi>{there.name}</bdi>; your sign-in here goes on
            </span>
          </Menu.Item>
        </>
      )}
    </AnchoredMenu>
  );
}

import { Button, Menu } from "@mantine/core";
import { Check, ChevronDown, Store } from "lucide-react";
import { useAppSettings, useBackend, useBranch } from "@/components/app-base/app-settings";
import { choosableBranches, chooseBackend } from "@/components/app-base/backend-choice";
import { LayerMenu } from "@/components/ui/layer-menu";
import { toast } from "@/components/ui/toast";
import { BRANCH_NAMES, type BranchKey } from "@/lib/branches";
import styles from "./backend-selector.module.css";

/** The branch and its server. Choosing reloads the page; drafts are kept on the device before that. */
export function BackendSelector() {
  const settings = useAppSettings();
  const branch = useBranch();
  return (
    <LayerMenu position="bottom-end" withArrow shadow="md" width={260}>
      <Menu.Target>
        <Button
          variant="default"
          leftSection={<Store size={18} strokeWidth={1.75} aria-hidden />}
          rightSection={<ChevronDown size={16} aria-hidden />}
          px="sm"
        >
          {BRANCH_NAMES[branch]}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>Branch and server</Menu.Label>
        {choosableBranches(settings).map((choice) => (
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
        <AutomaticItem />
      </Menu.Dropdown>
    </LayerMenu>
  );
}

function AutomaticItem() {
  const settings = useAppSettings();
  return <Menu.Item onClick={() => switchTo(null, settings)}>Automatic (this server)</Menu.Item>;
}

/** Where a branch lives, when that is not this server. */
export function ServerOf({ branch }: { branch: BranchKey }) {
  const { branches, apiBases } = useAppSettings();
  const backend = useBackend();
  const elsewhere = apiBases[branch];
  if (branches.includes(branch) || !elsewhere || !backend) return null;
  return <span className={styles.server}>{new URL(elsewhere).host}</span>;
}

export function switchTo(branch: BranchKey | null, settings: ReturnType<typeof useAppSettings>): void {
  toast.info(branch ? `Switching to ${BRANCH_NAMES[branch]}, reloading…` : "Switching to automatic, reloading…");
  // The words are read first, then the page goes.
  window.setTimeout(() => chooseBackend(branch, settings), 400);
}

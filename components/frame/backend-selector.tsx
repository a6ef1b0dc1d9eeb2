import { Button } from "@mantine/core";
import { ChevronDown, Store } from "lucide-react";
import { useBranch } from "@/components/app-base/app-settings";
import { lazyComponent } from "@/components/ui/lazy-component";
import { OpensPanel, type PanelProps } from "@/components/ui/opens-panel";
import { branchName } from "@/lib/known-branches";

const BackendMenu = lazyComponent<PanelProps>(() => import("./backend-menu").then((module) => module.BackendMenu), {
  onClose: (props) => props.onClose,
});

/** The branch and its server. Choosing reloads the page; drafts are kept on the device before that. */
export function BackendSelector() {
  const branch = useBranch();
  return (
    <OpensPanel
      kind="menu"
      button={(opener) => (
        <Button
          variant="default"
          leftSection={<Store size={18} strokeWidth={1.75} aria-hidden />}
          rightSection={<ChevronDown size={16} aria-hidden />}
          px="sm"
          {...opener}
        >
          {branchName(branch)}
        </Button>
      )}
      panel={(place) => <BackendMenu {...place} />}
    />
  );
}

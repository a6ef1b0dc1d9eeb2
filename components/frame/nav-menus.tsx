import { UnstyledButton } from "@mantine/core";
import { ChevronDown } from "lucide-react";
import { type ComponentProps, Fragment } from "react";
import { useSession } from "@/components/app-base/session";
import { lazyComponent } from "@/components/ui/lazy-component";
import { OpensPanel } from "@/components/ui/opens-panel";
import { useMenuGroups } from "./menu-groups";
import type { NavGroup, NavMenuPanel } from "./nav-menu-panel";
import styles from "./nav-menus.module.css";

const Panel = lazyComponent<ComponentProps<typeof NavMenuPanel>>(() => import("./nav-menu-panel").then((module) => module.NavMenuPanel), {
  onClose: (props) => props.onClose,
});

/** The four groups of the top bar; a group without an item for this role is not there. */
export function NavMenus({ onKeys }: { onKeys: () => void }) {
  const session = useSession();
  const known = session.status !== "unknown";
  const has = useMenuGroups();
  return (
    <nav aria-label="Main" className={styles.menus}>
      {(Object.keys(has) as NavGroup[]).map((group) => (
        <Fragment key={group}>
          {(has[group] || !known) && (
            <OpensPanel
              kind="menu"
              button={(opener) => (
                <UnstyledButton className={styles.group} {...opener}>
                  {group}
                  <ChevronDown size={16} aria-hidden />
                </UnstyledButton>
              )}
              panel={(place) => <Panel {...place} group={group} onKeys={onKeys} />}
            />
          )}
        </Fragment>
      ))}
    </nav>
  );
}

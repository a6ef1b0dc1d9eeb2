import { Menu, UnstyledButton, useMantineColorScheme } from "@mantine/core";
import { Check, ChevronDown, Keyboard, Moon, Sun, SunMoon } from "lucide-react";
import Link from "next/link";
import { usePathname } from "next/navigation";
import type { MouseEvent, ReactNode } from "react";
import { type HouseAction, useHouseActions } from "@/components/app-base/house-actions";
import { useSession } from "@/components/app-base/session";
import { LayerMenu } from "@/components/ui/layer-menu";
import { leaveByLink } from "@/components/ui/layers";
import styles from "./nav-menus.module.css";
import { PAGES } from "./navigation";

/** The four groups of the top bar; a group without an item for this role is not there. */
export function NavMenus({ onKeys }: { onKeys: () => void }) {
  const session = useSession();
  const actions = useHouseActions();
  const path = usePathname();
  const pages = PAGES.filter((page) => session.can(page.permission));
  const known = session.status !== "unknown";
  const inGroup = (group: HouseAction["group"]) => actions.filter((action) => action.group === group);

  return (
    <nav aria-label="Main" className={styles.menus}>
      {(!known || inGroup("Actions").length > 0) && (
        <Group label="Actions">
          <ActionItems actions={inGroup("Actions")} />
        </Group>
      )}
      {(!known || pages.length > 0) && (
        <Group label="Navigate">
          {pages.map(({ href, label, icon: Icon }) => (
            <Menu.Item
              key={href}
              component={Link}
              href={href}
              replace
              onClick={(event: MouseEvent) => (href === path ? event.preventDefault() : leaveByLink())}
              aria-current={href === path ? "page" : undefined}
              leftSection={<Icon size={20} strokeWidth={1.75} aria-hidden />}
              rightSection={href === path && <Check size={16} aria-hidden />}
            >
              {label}
            </Menu.Item>
          ))}
        </Group>
      )}
      {(!known || inGroup("End").length > 0) && (
        <Group label="End">
          <ActionItems actions={inGroup("End")} />
        </Group>
      )}
      <Group label="Options">
        <ThemeItems />
        <Menu.Divider />
        <Menu.Item leftSection={<Keyboard size={20} strokeWidth={1.75} aria-hidden />} onClick={onKeys}>
          Keyboard keys
        </Menu.Item>
      </Group>
    </nav>
  );
}

function Group({ label, children }: { label: string; children: ReactNode }) {
  return (
    <LayerMenu position="bottom-start" shadow="md" width={290} withArrow>
      <Menu.Target>
        <UnstyledButton className={styles.group}>
          {label}
          <ChevronDown size={16} aria-hidden />
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>{children}</Menu.Dropdown>
    </LayerMenu>
  );
}

function ActionItems({ actions }: { actions: HouseAction[] }) {
  return actions.map(({ name, label, icon: Icon, key, run }) => (
    <Menu.Item
      key={name}
      leftSection={<Icon size={20} strokeWidth={1.75} aria-hidden />}
      rightSection={key && <kbd className={styles.key}>{key}</kbd>}
      onClick={run}
    >
      {label}
    </Menu.Item>
  ));
}

export const THEMES = [
  { value: "light", label: "Light", icon: Sun },
  { value: "dark", label: "Dark", icon: Moon },
  { value: "auto", label: "As this device", icon: SunMoon },
] as const;

function ThemeItems() {
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  return (
    <>
      <Menu.Label>Theme</Menu.Label>
      <Menu.RadioGroup value={colorScheme} onChange={(value) => setColorScheme(value as typeof colorScheme)}>
        {THEMES.map(({ value, label, icon: Icon }) => (
          <Menu.RadioItem key={value} value={value} rightSection={<Icon size={18} strokeWidth={1.75} aria-hidden />}>
            {label}
          </Menu.RadioItem>
        ))}
      </Menu.RadioGroup>
    </>
  );
}

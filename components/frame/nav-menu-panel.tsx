import { Menu, useMantineColorScheme } from "@mantine/core";
import { Check, Keyboard } from "lucide-react";
import Link from "next/link";
import { usePathname } from "next/navigation";
import type { MouseEvent } from "react";
import { type HouseAction, inParts, useHouseActions } from "@/components/app-base/house-actions";
import { useMayOpen } from "@/components/app-base/session";
import { AnchoredMenu } from "@/components/ui/anchored";
import { leaveByLink } from "@/components/ui/layers";
import type { PanelProps } from "@/components/ui/opens-panel";
import { MenuIcon } from "./menu-icon";
import styles from "./nav-menus.module.css";
import { PAGES } from "./navigation";
import { THEMES } from "./themes";

export type NavGroup = HouseAction["group"] | "Navigate";

interface Props extends PanelProps {
  group: NavGroup;
  onKeys: () => void;
}

/** The entries of one group of the top bar. */
export function NavMenuPanel({ group, onKeys, ...place }: Props) {
  return (
    <AnchoredMenu {...place} label={group} position="bottom-start" width={290}>
      {group === "Navigate" ? (
        <PageItems />
      ) : group === "Options" ? (
        <OptionItems onKeys={onKeys} onClose={place.onClose} />
      ) : (
        <ActionItems group={group} onClose={place.onClose} />
      )}
    </AnchoredMenu>
  );
}

function PageItems() {
  const mayOpen = useMayOpen();
  const path = usePathname();
  const pages = PAGES.filter((page) => mayOpen(page.permission));
  return pages.map(({ href, label }) => (
    <Menu.Item
      key={href}
      component={Link}
      href={href}
      replace
      onClick={(event: MouseEvent) => (href === path ? event.preventDefault() : leaveByLink())}
      aria-current={href === path ? "page" : undefined}
      leftSection={<MenuIcon of={href} />}
      rightSection={href === path && <Check size={16} aria-hidden />}
    >
      {label}
    </Menu.Item>
  ));
}

/** Closed first, which gives the focus back to the button: a dialog that opens now gives it back there when it closes. */
function ActionItems({ group, onClose }: { group: HouseAction["group"]; onClose: () => void }) {
  const actions = useHouseActions().filter((action) => action.group === group);
  return inParts(actions).map(({ heading, actions: own }) => (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is none of the children that a menu may have.
    <div key={heading ?? group} role="group" aria-label={heading}>
      {heading && <Menu.Label>{heading}</Menu.Label>}
      {own.map(({ name, label, key, run }) => (
        <Menu.Item
          key={name}
          leftSection={<MenuIcon of={name} />}
          rightSection={key && <kbd className={styles.key}>{key}</kbd>}
          onClick={() => {
            onClose();
            run();
          }}
        >
          {label}
        </Menu.Item>
      ))}
    </div>
  ));
}

function OptionItems({ onKeys, onClose }: { onKeys: () => void; onClose: () => void }) {
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  return (
    <>
      <ActionItems group="Options" onClose={onClose} />
      <Menu.Divider />
      <Menu.Label>Theme</Menu.Label>
      <Menu.RadioGroup value={colorScheme} onChange={(value) => setColorScheme(value as typeof colorScheme)}>
        {THEMES.map(({ value, label, icon: Icon }) => (
          <Menu.RadioItem key={value} value={value} rightSection={<Icon size={18} strokeWidth={1.75} aria-hidden />}>
            {label}
          </Menu.RadioItem>
        ))}
      </Menu.RadioGroup>
      <Menu.Divider />
      <Menu.Item
        leftSection={<Keyboard size={20} strokeWidth={1.75} aria-hidden />}
        onClick={() => {
          onClose();
          onKeys();
        }}
      >
        Keyboard keys
      </Menu.Item>
    </>
  );
}

"use client";

import { Button } from "@mantine/core";
import { ArrowUp, Menu } from "lucide-react";
import { Switchboard } from "@/components/control/switchboard";
import { DateSetting } from "@/components/date-setting/date-setting";
import { inList } from "@/components/ui/counted";
import { PageHead } from "@/components/ui/page-head";
import { CONTROL_TEXTS } from "@/lib/control/control-texts";
import styles from "./control-screen.module.css";
import { useMenuGroups } from "./menu-groups";
import { useOpenMore } from "./more-menu";
import { WithinReach } from "./within-reach";

function groupsInWords(groups: readonly string[]): string {
  const menus = groups.length === 1 ? "The menu" : "The menus";
  return `${menus} ${inList(groups)} ${groups.length === 1 ? "stands" : "stand"} in the bar at the top.`;
}

/** Says where the menus are, for a hand on a phone and for a desk; what is within reach, as links; and the settings of the group. */
export function ControlScreen() {
  const openMore = useOpenMore();
  const has = useMenuGroups();
  const groups = Object.entries(has).flatMap(([group, isThere]) => (isThere ? [group] : []));
  return (
    <div className={styles.page}>
      <PageHead title={CONTROL_TEXTS.title} />
      <p className={styles.phone}>
        <Menu size={20} strokeWidth={1.75} aria-hidden /> More is at the bottom right of this screen.
      </p>
      <Button size="lg" className={styles.open} leftSection={<Menu size={18} strokeWidth={1.75} aria-hidden />} onClick={openMore}>
        Open More
      </Button>
      <p className={styles.desktop}>
        <ArrowUp size={20} strokeWidth={1.75} aria-hidden /> {groupsInWords(groups)}
      </p>
      <p className={styles.text}>
        <span className={styles.desktopOnly}>On a phone: </span>
        {CONTROL_TEXTS.pointer}
      </p>
      <Switchboard />
      <WithinReach />
      <DateSetting />
    </div>
  );
}

"use client";

import { Button } from "@mantine/core";
import { ArrowUp, Menu, PanelsTopLeft } from "lucide-react";
import { NoticePage } from "@/components/app-base/notice-page";
import { CONTROL_TEXTS } from "@/lib/texts";
import styles from "./control-screen.module.css";
import { useMenuGroups } from "./menu-groups";
import { useOpenMore } from "./more-menu";

/** Says where the menus are, for a hand on a phone and for a desk. */
export function ControlScreen() {
  const openMore = useOpenMore();
  const has = useMenuGroups();
  const groups = Object.entries(has).flatMap(([group, isThere]) => (isThere ? [group] : []));
  return (
    <NoticePage icon={<PanelsTopLeft size={32} strokeWidth={1.75} aria-hidden />} title={CONTROL_TEXTS.title}>
      <p className={styles.text}>{CONTROL_TEXTS.pointer}</p>
      <p className={styles.phone}>
        <Menu size={20} strokeWidth={1.75} aria-hidden /> More is at the bottom right of this screen.
      </p>
      <Button size="lg" className={styles.open} leftSection={<Menu size={18} strokeWidth={1.75} aria-hidden />} onClick={openMore}>
        Open More
      </Button>
      <p className={styles.desk}>
        <ArrowUp size={20} strokeWidth={1.75} aria-hidden /> On a wide screen its groups stand in the top bar: {groups.join(", ")}.
      </p>
    </NoticePage>
  );
}

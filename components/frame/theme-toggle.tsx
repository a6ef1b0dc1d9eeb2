import { ActionIcon, useComputedColorScheme, useMantineColorScheme } from "@mantine/core";
import { Moon, Sun } from "lucide-react";
import styles from "./theme-toggle.module.css";

/** One tap between light and dark, remembered on this device. Both icons are there and the style sheet shows one. */
export function ThemeToggle() {
  const { setColorScheme } = useMantineColorScheme();
  const computed = useComputedColorScheme("light", { getInitialValueInEffect: true });
  return (
    <ActionIcon aria-label="Switch between light and dark" onClick={() => setColorScheme(computed === "dark" ? "light" : "dark")}>
      <Moon className={styles.moon} size={20} strokeWidth={1.75} aria-hidden />
      <Sun className={styles.sun} size={20} strokeWidth={1.75} aria-hidden />
    </ActionIcon>
  );
}

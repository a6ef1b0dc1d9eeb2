import { useMantineColorScheme } from "@mantine/core";
import styles from "./theme-choice.module.css";
import { THEMES } from "./themes";

/** Light, dark or as the device; the browser's own radio buttons underneath bring the arrow keys. */
export function ThemeChoice() {
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  return (
    <div role="radiogroup" aria-label="Theme" className={styles.themes}>
      {THEMES.map(({ value, label }) => (
        <label key={value} className={styles.theme}>
          <input type="radio" name="theme" value={value} checked={value === colorScheme} onChange={() => setColorScheme(value)} />
          {label}
        </label>
      ))}
    </div>
  );
}

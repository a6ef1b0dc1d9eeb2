import { type ReactNode, useId } from "react";
import styles from "./radio-chips.module.css";

export interface Chip {
  value: string;
  label: string;
  /** Below it, in small letters. */
  note?: ReactNode;
  tone?: "free" | "tight" | "full";
}

interface Props {
  label: string;
  chips: readonly Chip[];
  value: string;
  onChange: (value: string) => void;
  disabled?: boolean;
  /** Numbers stand closer than words. */
  isNarrow?: boolean;
}

/** One of many, each a tap away, in columns of one width; the browser's own radio buttons underneath bring the arrow keys. */
export function RadioChips({ label, chips, value, onChange, disabled, isNarrow }: Props) {
  const id = useId();
  return (
    <fieldset className={styles.group} disabled={disabled}>
      <legend className={styles.legend}>{label}</legend>
      <div className={styles.chips} data-narrow={isNarrow || undefined}>
        {chips.map((chip) => (
          <label key={chip.value} className={styles.chip} data-tone={chip.tone}>
            <input type="radio" name={id} value={chip.value} checked={chip.value === value} onChange={() => onChange(chip.value)} />
            <span className={styles.value}>{chip.label}</span>
            {chip.note && <span className={styles.note}>{chip.note}</span>}
          </label>
        ))}
      </div>
    </fieldset>
  );
}

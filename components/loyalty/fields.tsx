import { Checkbox, TextInput } from "@mantine/core";
import { branchName, restaurants } from "@/lib/known-branches";
import styles from "./loyalty.module.css";

interface NumberProps {
  label: string;
  description?: string;
  /** As typed. */
  value: string;
  onChange: (value: string) => void;
  error?: string | undefined;
}

/** A whole number, typed with the keys of digits on a tablet. */
export function NumberField({ onChange, ...props }: NumberProps) {
  return <TextInput {...props} inputMode="numeric" autoComplete="off" onChange={(event) => onChange(event.currentTarget.value)} />;
}

/** What was typed as a whole number; null for nothing, NaN for what is none. */
export function numberOf(typed: string): number | null {
  const text = typed.trim();
  return text === "" ? null : /^\d{1,9}$/.test(text) ? Number(text) : Number.NaN;
}

interface BranchesProps {
  label: string;
  chosen: readonly string[];
  onChange: (chosen: string[]) => void;
}

export function BranchBoxes({ label, chosen, onChange }: BranchesProps) {
  return (
    <Checkbox.Group label={label} value={[...chosen]} onChange={onChange}>
      <span className={styles.boxes}>
        {restaurants().map((branch) => (
          <Checkbox key={branch} value={branch} label={branchName(branch)} />
        ))}
      </span>
    </Checkbox.Group>
  );
}

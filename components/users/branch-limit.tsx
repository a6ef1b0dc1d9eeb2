import { Checkbox } from "@mantine/core";
import { useId } from "react";
import { useSession } from "@/components/app-base/session";
import { branchKeys, branchLabel, branchName } from "@/lib/known-branches";
import styles from "./people.module.css";

interface Props {
  /** Null: every branch. */
  value: string[] | null;
  onChange: (branches: string[] | null) => void;
  disabled?: boolean;
}

/** In which branches somebody works: every one, or only those that are ticked. */
export function BranchLimit({ value, onChange, disabled }: Props) {
  const group = useId(); // arrow keys go between radios of one name
  const own = useSession().user?.branches ?? null;
  const offered = branchKeys().filter((branch) => own?.includes(branch) ?? true);
  return (
    <fieldset className={styles.limit} disabled={disabled}>
      <legend className={styles.legend}>Works in</legend>
      {own === null && (
        <label className={styles.choice}>
          <input type="radio" name={group} checked={value === null} onChange={() => onChange(null)} />
          Every branch
        </label>
      )}
      <label className={styles.choice}>
        <input type="radio" name={group} checked={value !== null} onChange={() => onChange(value ?? [])} />
        Only some branches
      </label>
      {value !== null && (
        <div className={styles.branches}>
          {offered.map((branch) => (
            <Checkbox
              key={branch}
              label={branchLabel(branch)}
              checked={value.includes(branch)}
              onChange={(event) => onChange(event.currentTarget.checked ? [...value, branch] : value.filter((one) => one !== branch))}
            />
          ))}
        </div>
      )}
      {value?.length === 0 && <p className="note">Choose at least one branch.</p>}
    </fieldset>
  );
}

/** `Every branch`, `Batroun, Ehden`. */
export function branchesInWords(branches: readonly string[] | null): string {
  return branches === null
    ? "Every branch"
    : branchKeys()
        .filter((key) => branches.includes(key))
        .map((key) => branchName(key))
        .join(", ");
}

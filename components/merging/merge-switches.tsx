import { Checkbox } from "@mantine/core";
import { BACKUPS_KEPT } from "@/lib/evening/evening-texts";
import { DATE_MERGE_TEXTS } from "@/lib/merging/merge-by-date-texts";
import styles from "./merge-by-date-screen.module.css";
import type { MergeChoices } from "./queries";

export type Switches = Pick<MergeChoices, "force" | "backup" | "includeServerTable" | "includeEarlier">;

interface MergeSwitchesProps {
  switches: Switches;
  onChange: (switches: Switches) => void;
  endOfDayAt: string;
  disabled: boolean;
}

export function MergeSwitches({ switches, onChange, endOfDayAt, disabled }: MergeSwitchesProps) {
  const all: { name: keyof Switches; label: string; description?: string }[] = [
    { name: "force", label: DATE_MERGE_TEXTS.force.replace("23:15", endOfDayAt) },
    { name: "backup", label: DATE_MERGE_TEXTS.backup, description: BACKUPS_KEPT },
    { name: "includeServerTable", label: DATE_MERGE_TEXTS.includeServerTable },
    { name: "includeEarlier", label: DATE_MERGE_TEXTS.includeEarlier },
  ];
  return (
    <div className={styles.checks}>
      {all.map(({ name, label, description }) => (
        <Checkbox
          key={name}
          label={label}
          description={description}
          checked={switches[name]}
          disabled={disabled}
          onChange={(event) => onChange({ ...switches, [name]: event.currentTarget.checked })}
        />
      ))}
    </div>
  );
}

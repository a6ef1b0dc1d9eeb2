import { Checkbox } from "@mantine/core";
import { counted } from "@/components/ui/counted";
import { longDate } from "@/components/ui/local-times";
import { BRANCH_NAMES, isBranchKey } from "@/lib/branches";
import { DATE_MERGE_TEXTS } from "@/lib/guest-texts";
import { BACKUPS_KEPT } from "@/lib/texts";
import styles from "./merge-by-date-screen.module.css";
import { type MergeChoices, useWaitingDays } from "./queries";

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

/** What waits of the days before, per branch: a forgotten End of Day is seen before anybody misses a guest. */
export function Waiting(choices: { date: string; includeServerTable: boolean; root: string }) {
  const { data } = useWaitingDays(choices);
  if (!data) return null;
  const rows = data.rows.map(({ branch, date, rows }) => `${nameOf(branch)} ${longDate(date)} (${counted(rows, "guest")})`);
  const open = data.open_tables.map(({ branch, date, tables }) => `${nameOf(branch)} ${longDate(date)} (${counted(tables, "table")})`);
  return (
    <p className={styles.waiting}>
      {rows.length === 0 ? "Nothing of earlier dates is missing." : `Missing: ${rows.join(", ")}.`}
      {open.length > 0 && <span className={styles.openTables}>Without End of Day in the branch: {open.join(", ")}.</span>}
    </p>
  );
}

function nameOf(branch: string): string {
  return isBranchKey(branch) ? BRANCH_NAMES[branch] : branch;
}

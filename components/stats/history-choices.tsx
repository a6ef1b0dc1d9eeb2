import { Button } from "@mantine/core";
import { Download } from "lucide-react";
import { useState } from "react";
import { useAppSettings } from "@/components/app-base/app-settings";
import { useSession } from "@/components/app-base/session";
import { ChoiceChips } from "@/components/ui/choice-chips";
import { DateField } from "@/components/ui/date-field";
import { failureText } from "@/components/ui/notice";
import { saveFile } from "@/components/ui/save-file";
import { toast } from "@/components/ui/toast";
import { mayWorkIn } from "@/lib/caller";
import { DATE_SEARCH_TEXTS } from "@/lib/date-search/date-search-texts";
import { BUCKETS, type Bucket } from "@/lib/stats/history-measures";
import { type HistoryChoice, presets } from "./history-range";
import styles from "./history-section.module.css";
import { fetchHistory } from "./queries";

const BY: Record<Bucket, string> = { day: "Day", week: "Week", month: "Month" };

interface Props {
  choice: HistoryChoice;
  today: string;
  onChange: (choice: HistoryChoice) => void;
}

/** Which evenings, of which branches, against what; and the figures as a file. */
export function HistoryChoices({ choice, today, onChange }: Props) {
  const all = presets(today);
  const preset = all.find(({ from, to }) => from === choice.from && to === choice.to);
  const choosePreset = (name: string) => {
    const next = all.find((one) => one.name === name);
    if (next) onChange({ ...choice, from: next.from, to: next.to, by: next.by });
  };
  return (
    <div className={styles.choices}>
      <ChoiceChips
        label="Evenings"
        choices={all.map(({ name }) => ({ value: name, label: name }))}
        value={preset?.name ?? ""}
        onChange={choosePreset}
      />
      <div className={styles.line}>
        <DateField
          label="From"
          value={choice.from}
          unreadableText={DATE_SEARCH_TEXTS.invalidDate}
          onChange={(from) => onChange({ ...choice, from })}
        />
        <DateField
          label="To"
          value={choice.to}
          unreadableText={DATE_SEARCH_TEXTS.invalidDate}
          onChange={(to) => onChange({ ...choice, to })}
        />
        <ChoiceChips
          label="Compare with"
          choices={[
            { value: "period", label: "The days before" },
            { value: "year", label: "A year before" },
          ]}
          value={choice.compare}
          onChange={(compare) => onChange({ ...choice, compare: compare === "year" ? "year" : "period" })}
        />
        <ChoiceChips
          label="Course by"
          choices={BUCKETS.map((by) => ({ value: by, label: BY[by] }))}
          value={choice.by}
          onChange={(by) => onChange({ ...choice, by: BUCKETS.find((one) => one === by) ?? "day" })}
        />
      </div>
      <div className={styles.line}>
        <Branches choice={choice} onChange={onChange} />
        <Files choice={choice} />
      </div>
    </div>
  );
}

/** One branch or all: several together are compared in the table as it is. */
function Branches({ choice, onChange }: Omit<Props, "today">) {
  const { branchRows } = useAppSettings();
  const mine = useSession().user?.branches ?? null;
  const theirs = branchRows.filter(({ key }) => mayWorkIn(mine, key));
  if (theirs.length < 2) return <span />;
  return (
    <ChoiceChips
      label="Branch"
      choices={[{ value: "", label: "All" }, ...theirs.map(({ key, name }) => ({ value: key, label: name }))]}
      value={choice.branches[0] ?? ""}
      onChange={(branch) => onChange({ ...choice, branches: branch === "" ? [] : [branch] })}
    />
  );
}

function Files({ choice }: { choice: HistoryChoice }) {
  const [making, setMaking] = useState<"csv" | "xlsx" | null>(null);
  const save = async (kind: "csv" | "xlsx") => {
    setMaking(kind);
    try {
      saveFile(await fetchHistory(choice, kind));
    } catch (error) {
      toast.error(failureText(error, "The file could not be made."));
    } finally {
      setMaking(null);
    }
  };
  const isWhole = choice.from !== "" && choice.to !== "";
  return (
    <span className={styles.files}>
      {(["csv", "xlsx"] as const).map((kind) => (
        <Button
          key={kind}
          variant="default"
          disabled={!isWhole}
          loading={making === kind}
          leftSection={<Download size={18} strokeWidth={1.75} aria-hidden />}
          onClick={() => save(kind)}
        >
          Export {kind.toUpperCase()}
        </Button>
      ))}
    </span>
  );
}

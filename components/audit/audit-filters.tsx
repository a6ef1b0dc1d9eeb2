import { Button, NativeSelect, Switch } from "@mantine/core";
import { X } from "lucide-react";
import { DateField } from "@/components/ui/date-field";
import { FactChip } from "@/components/ui/fact-chip";
import { AUDIT_GROUPS } from "@/lib/audit/kinds";
import { DATE_SEARCH_TEXTS } from "@/lib/date-search/date-search-texts";
import { branchKeys, branchLabel } from "@/lib/known-branches";
import styles from "./audit-screen.module.css";
import { GROUP_NAMES } from "./groups";
import type { AuditFilter } from "./queries";

interface Props {
  filter: AuditFilter;
  people: readonly { id: string; name: string }[];
  onChange: (filter: AuditFilter) => void;
}

const stores = () => [
  ...branchKeys().map((branch) => ({ value: branch, label: branchLabel(branch) })),
  { value: "hub", label: "The whole group" },
];

/** Days, person, kind and branch; one call's entries take the place of all of them. */
export function AuditFilters({ filter, people, onChange }: Props) {
  if (filter.request) {
    return (
      <div className={styles.tools}>
        <FactChip>Everything that was done together</FactChip>
        <Button variant="subtle" leftSection={<X size={16} aria-hidden />} onClick={() => onChange({})}>
          Back to everything
        </Button>
      </div>
    );
  }
  const set = (change: Partial<AuditFilter>) =>
    onChange(Object.fromEntries(Object.entries({ ...filter, ...change }).filter(([, value]) => value)) as AuditFilter);
  return (
    <div className={styles.filters}>
      <DateField label="From" value={filter.from ?? ""} unreadableText={DATE_SEARCH_TEXTS.invalidDate} onChange={(from) => set({ from })} />
      <DateField label="To" value={filter.to ?? ""} unreadableText={DATE_SEARCH_TEXTS.invalidDate} onChange={(to) => set({ to })} />
      {people.length > 0 && (
        <NativeSelect
          label="Who"
          value={filter.who ?? ""}
          data={[{ value: "", label: "Everybody" }, ...people.map(({ id, name }) => ({ value: id, label: name }))]}
          onChange={(event) => set({ who: event.currentTarget.value })}
        />
      )}
      <NativeSelect
        label="What"
        value={filter.group ?? ""}
        data={[{ value: "", label: "Everything" }, ...AUDIT_GROUPS.map((group) => ({ value: group, label: GROUP_NAMES[group] }))]}
        onChange={(event) => set({ group: event.currentTarget.value as AuditFilter["group"] })}
      />
      <NativeSelect
        label="Where"
        value={filter.store ?? ""}
        data={[{ value: "", label: "Every branch" }, ...stores()]}
        onChange={(event) => set({ store: event.currentTarget.value as AuditFilter["store"] })}
      />
      <Switch
        className={styles.depth}
        label="Each guest of a merge too"
        checked={filter.depth === "all"}
        onChange={(event) => set({ depth: event.currentTarget.checked ? "all" : undefined })}
      />
    </div>
  );
}

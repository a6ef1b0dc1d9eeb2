import { NativeSelect, TextInput } from "@mantine/core";
import { DateField } from "@/components/ui/date-field";
import { AUTO_DIR } from "@/components/ui/input-direction";
import { FILTER_CHOICES, FILTER_LABELS } from "@/lib/all-data/all-data-texts";
import { dateSaid, type Filters } from "@/lib/all-data/views";
import { DATE_SEARCH_TEXTS } from "@/lib/date-search/date-search-texts";
import { branchKeys, branchLabel } from "@/lib/known-branches";
import { LANGUAGES } from "@/lib/languages";
import styles from "./all-data-screen.module.css";

interface Props {
  filters: Filters;
  today: string;
  onChange: (filters: Filters) => void;
}

const choicesOf = (choices: Record<string, string>) => Object.entries(choices).map(([value, label]) => ({ value, label }));

/** Every filter. A day that a view said from today on stands there as its date. */
export function FilterFields({ filters, today, onChange }: Props) {
  const set = (name: keyof Filters) => (said: string) => onChange({ ...filters, [name]: said });
  const few = (name: keyof Filters, choices: readonly { value: string; label: string }[]) => (
    <NativeSelect
      label={FILTER_LABELS[name]}
      value={filters[name] ?? ""}
      data={[{ value: "", label: "Any" }, ...choices]}
      onChange={(event) => set(name)(event.currentTarget.value)}
    />
  );
  const day = (name: keyof Filters) => (
    <DateField
      label={FILTER_LABELS[name]}
      value={filters[name] ? dateSaid(filters[name], today) : ""}
      unreadableText={DATE_SEARCH_TEXTS.invalidDate}
      onChange={set(name)}
    />
  );
  return (
    <section className={styles.fields} aria-label="Filters">
      <TextInput
        label={FILTER_LABELS.company}
        {...AUTO_DIR}
        autoComplete="off"
        maxLength={200}
        value={filters.company ?? ""}
        onChange={(event) => set("company")(event.currentTarget.value)}
      />
      {few("phone", choicesOf(FILTER_CHOICES.phone))}
      {few("birthday", choicesOf(FILTER_CHOICES.birthday))}
      {few("email", choicesOf(FILTER_CHOICES.email))}
      {few("language", [...choicesOf(LANGUAGES), { value: "none", label: "Not known" }])}
      {few(
        "of_branch",
        branchKeys().map((key) => ({ value: key, label: branchLabel(key) })),
      )}
      {few("opted_out", choicesOf(FILTER_CHOICES.opted_out))}
      {few("duplicates", choicesOf(FILTER_CHOICES.duplicates))}
      {day("added_from")}
      {day("added_to")}
      {day("visited_from")}
      {day("visited_to")}
      {day("not_seen_since")}
    </section>
  );
}

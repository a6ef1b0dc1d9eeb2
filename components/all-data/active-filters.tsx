import { Button } from "@mantine/core";
import { X } from "lucide-react";
import { longDate } from "@/components/ui/local-times";
import { FILTER_CHOICES, FILTER_LABELS } from "@/lib/all-data/all-data-texts";
import { dateSaid, type Filters } from "@/lib/all-data/views";
import { shownField } from "@/lib/guest-fields";
import { branchLabel } from "@/lib/known-branches";
import styles from "./all-data-screen.module.css";

interface Props {
  filters: Filters;
  today: string;
  onChange: (filters: Filters) => void;
}

/** Each filter that is on, as a button that ends it. */
export function ActiveFilters({ filters, today, onChange }: Props) {
  const active = (Object.keys(FILTER_LABELS) as (keyof Filters)[]).filter((name) => name !== "text" && filters[name]);
  if (active.length === 0) return null;
  return (
    <>
      {active.map((name) => {
        const said = filterInWords(name, filters[name] ?? "", today);
        return (
          <Button
            key={name}
            className={styles.active}
            variant="light"
            size="sm"
            rightSection={<X size={14} aria-hidden />}
            aria-label={`Without the filter ${said}`}
            onClick={() => onChange({ ...filters, [name]: "" })}
          >
            <bdi>{said}</bdi>
          </Button>
        );
      })}
      {active.length > 1 && (
        <Button variant="subtle" size="sm" onClick={() => onChange({ text: filters.text })}>
          Clear the filters
        </Button>
      )}
    </>
  );
}

/** `Company: MEA`, `Not seen since: 22 August 2026`. */
function filterInWords(name: keyof Filters, said: string, today: string): string {
  const choices: Record<string, string> | undefined = name in FILTER_CHOICES ? FILTER_CHOICES[name as keyof typeof FILTER_CHOICES] : undefined; // biome-ignore format: one line
  return `${FILTER_LABELS[name]}: ${choices?.[said] ?? valueInWords(name, said, today)}`;
}

function valueInWords(name: keyof Filters, said: string, today: string): string {
  if (name === "of_branch") return branchLabel(said);
  if (name === "language") return said === "none" ? "not known" : shownField("language", said);
  return name === "company" ? said : longDate(dateSaid(said, today));
}

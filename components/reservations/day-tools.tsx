import { ActionIcon, Button, NativeSelect, SegmentedControl, TextInput } from "@mantine/core";
import { CalendarDays, ChevronLeft, ChevronRight, ListFilter, Search, X } from "lucide-react";
import { useState } from "react";
import { DateField } from "@/components/ui/date-field";
import { AUTO_DIR } from "@/components/ui/input-direction";
import { longDate } from "@/components/ui/local-times";
import { branchName } from "@/lib/known-branches";
import { addDays } from "@/lib/local-time";
import { STATUS_LABELS } from "@/lib/reservations/reservation-texts";
import { SOURCE_WORDS } from "@/lib/reservations/screen-words";
import type { ReservationSource } from "@/lib/reservations/shapes";
import { STATUSES } from "@/lib/reservations/states";
import styles from "./day-tools.module.css";
import { type Filters, filterCount } from "./filters";
import type { ShownDay } from "./kept/with-kept";
import { type ChosenDay, VIEWS, type View } from "./use-chosen-day";

const VIEW_WORDS: Record<View, string> = { list: "List", slots: "Slots", floor: "Floor", waitlist: "Waitlist" };

interface Props {
  chosen: ChosenDay;
  day: ShownDay | undefined;
  filters: Filters;
  onFilters: (filters: Filters) => void;
}

/** Which day, which view of it, and what of it is looked for. */
export function DayTools({ chosen, day, filters, onFilters }: Props) {
  const [isOpen, setOpen] = useState(false);
  const set = filterCount(filters);
  const waiting = day?.totals.waiting ?? 0;
  return (
    <div className={styles.tools}>
      <DayChoice chosen={chosen} />
      <SegmentedControl
        className={styles.views}
        fullWidth
        aria-label="View"
        value={chosen.view}
        onChange={(value) => chosen.choose({ view: VIEWS.find((one) => one === value) ?? "list" })}
        data={VIEWS.map((value) => ({
          value,
          label: value === "waitlist" && waiting > 0 ? `${VIEW_WORDS[value]} ${waiting}` : VIEW_WORDS[value],
        }))}
      />
      <div className={styles.find}>
        <TextInput
          className={styles.text}
          aria-label="Search by name, phone or code"
          placeholder="Name, phone or code"
          leftSection={<Search size={18} strokeWidth={1.75} aria-hidden />}
          rightSection={
            filters.text !== "" && (
              <ActionIcon
                variant="subtle"
                color="neutral"
                aria-label="Clear the search"
                onClick={() => onFilters({ ...filters, text: "" })}
              >
                <X size={18} aria-hidden />
              </ActionIcon>
            )
          }
          inputMode="search"
          autoComplete="off"
          {...AUTO_DIR}
          maxLength={100}
          value={filters.text}
          onChange={(event) => onFilters({ ...filters, text: event.currentTarget.value })}
        />
        <Button
          variant={set > 0 ? "light" : "default"}
          aria-expanded={isOpen}
          leftSection={<ListFilter size={18} strokeWidth={1.75} aria-hidden />}
          onClick={() => setOpen(!isOpen)}
        >
          Filter{set > 0 && ` ${set}`}
        </Button>
      </div>
      {isOpen && <FilterFields {...{ chosen, day, filters, onFilters }} />}
    </div>
  );
}

function DayChoice({ chosen: { date, today, choose } }: { chosen: ChosenDay }) {
  const [isPicked, setPicked] = useState(false);
  const go = (to: string) => choose({ date: to === today ? null : to });
  const words = date === today ? "Tonight" : date === addDays(today, 1) ? "Tomorrow" : "";
  return (
    <div className={styles.day}>
      <ActionIcon variant="default" className={styles.arrow} aria-label="The day before" onClick={() => go(addDays(date, -1))}>
        <ChevronLeft size={20} aria-hidden />
      </ActionIcon>
      <Button
        variant="default"
        className={styles.date}
        aria-expanded={isPicked}
        leftSection={<CalendarDays size={18} strokeWidth={1.75} aria-hidden />}
        onClick={() => setPicked(!isPicked)}
      >
        {[words, longDate(date).slice(0, -5)].filter(Boolean).join(", ")}
      </Button>
      <ActionIcon variant="default" className={styles.arrow} aria-label="The day after" onClick={() => go(addDays(date, 1))}>
        <ChevronRight size={20} aria-hidden />
      </ActionIcon>
      {date !== today && (
        <Button variant="subtle" onClick={() => go(today)}>
          Tonight
        </Button>
      )}
      {isPicked && (
        <DateField
          className={styles.picked}
          label="Day"
          value={date}
          unreadableText="This is no date."
          onChange={(picked) => picked && go(picked)}
          onSubmit={() => setPicked(false)}
        />
      )}
    </div>
  );
}

function FilterFields({ chosen, day, filters, onFilters }: Props) {
  const { branches, place, choose } = chosen;
  return (
    <section className={styles.fields} aria-label="Filters">
      {branches.length > 1 && (
        <NativeSelect
          label="Restaurant"
          value={place?.branch ?? ""}
          data={branches.map((value) => ({ value, label: branchName(value) }))}
          onChange={(event) => choose({ branch: event.currentTarget.value })}
        />
      )}
      <NativeSelect
        label="Shift"
        value={filters.shift}
        data={[
          { value: "", label: "The whole day" },
          ...(day?.shifts ?? []).map(({ id, name, from, until }) => ({ value: id, label: `${name}, ${from} to ${until}` })),
        ]}
        onChange={(event) => onFilters({ ...filters, shift: event.currentTarget.value })}
      />
      <NativeSelect
        label="Status"
        value={filters.status}
        data={[{ value: "", label: "Any" }, ...STATUSES.map((value) => ({ value, label: STATUS_LABELS[value] }))]}
        onChange={(event) => onFilters({ ...filters, status: event.currentTarget.value as Filters["status"] })}
      />
      <NativeSelect
        label="Came by"
        value={filters.source}
        data={[{ value: "", label: "Any way" }, ...Object.entries(SOURCE_WORDS).map(([value, label]) => ({ value, label }))]}
        onChange={(event) => onFilters({ ...filters, source: event.currentTarget.value as ReservationSource | "" })}
      />
    </section>
  );
}

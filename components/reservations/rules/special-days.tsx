import { Button, Checkbox, NativeSelect, Skeleton, TextInput } from "@mantine/core";
import { CalendarPlus, Trash2 } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { useBusinessDay } from "@/components/app-base/server-clock";
import { type Place, useSpecialDayChanges, useSpecialDays } from "@/components/reservations/queries";
import { RadioChips } from "@/components/reservations/radio-chips";
import { counted } from "@/components/ui/counted";
import { DateField } from "@/components/ui/date-field";
import { AUTO_DIR } from "@/components/ui/input-direction";
import { longDate } from "@/components/ui/local-times";
import { ErrorNotice, failureText } from "@/components/ui/notice";
import { toast } from "@/components/ui/toast";
import { addDays } from "@/lib/local-time";
import type { SpecialDay } from "@/lib/reservations/rules/contract";
import styles from "./rules-screen.module.css";

const AHEAD_DAYS = 366;
const HOLIDAYS_SHOWN = 8;

/**
 * The days that are other: closed, with other hours such as in Ramadan, or with times at which nobody is taken; and holidays to decide about.
 * `?other=YYYY-MM-DD` in the address begins with a time of that day.
 */
export function SpecialDays({ place, mayChange, areas }: { place: Place; mayChange: boolean; areas: readonly string[] }) {
  const today = useBusinessDay();
  const days = useSpecialDays(place, today, addDays(today, AHEAD_DAYS));
  const { save, clear } = useSpecialDayChanges(place);
  const { part, begun, setBegun } = useBegun(mayChange);
  const put = (said: Begun) =>
    save.mutate(
      { day: dayOf(said), ...(said.until !== "" && { until: said.until }) },
      {
        onSuccess: ({ message, reservations }) => {
          setBegun(null);
          if (reservations > 0) toast.notice(message, "special-day");
          else toast.success(message, "special-day");
        },
        onError: (error) => toast.error(failureText(error, "The day was not saved."), "special-day"),
      },
    );
  const remove = (date: string) =>
    clear.mutate(date, {
      onSuccess: ({ message }) => toast.success(message, "special-day"),
      onError: (error) => toast.error(failureText(error, "The day was not changed."), "special-day"),
    });
  return (
    <section ref={part} className={styles.part} aria-labelledby="days-title">
      <h2 id="days-title" className={styles.title}>
        Closed days, Ramadan and other hours
      </h2>
      {mayChange && !begun && (
        <Button
          variant="default"
          className={styles.add}
          leftSection={<CalendarPlus size={16} aria-hidden />}
          onClick={() => setBegun(blankDay(today))}
        >
          Say what is other
        </Button>
      )}
      {begun && (
        <DayForm
          areas={areas}
          value={begun}
          isSaving={save.isPending}
          onChange={setBegun}
          onSave={() => put(begun)}
          onCancel={() => setBegun(null)}
        />
      )}
      {days.isPending && <Skeleton height={120} radius="md" />}
      {days.isError && !days.data && (
        <ErrorNotice title="The days could not be loaded." error={days.error} onRetry={() => void days.refetch()} />
      )}
      {days.data && (
        <>
          <DayList days={days.data.days} onRemove={mayChange ? remove : null} />
          {mayChange && <Holidays holidays={days.data.holidays} onDecide={(date, name) => setBegun({ ...blankDay(date), name })} />}
        </>
      )}
    </section>
  );
}

/** What somebody is saying of a day: begun with the day of the address, where it names one. */
function useBegun(mayChange: boolean) {
  const [begun, setBegun] = useState<Begun | null>(null);
  const part = useRef<HTMLElement>(null);
  useEffect(() => {
    const date = new URLSearchParams(window.location.search).get("other") ?? "";
    if (!mayChange || !isDate(date)) return;
    setBegun({ ...blankDay(date), kind: "blocked" });
    part.current?.scrollIntoView();
  }, [mayChange]);
  return { part, begun, setBegun };
}

interface ListProps {
  days: readonly (SpecialDay & { reservations: number })[];
  /** Null for whoever may not. */
  onRemove: ((date: string) => void) | null;
}

function DayList({ days, onRemove }: ListProps) {
  if (days.length === 0) return <p className="note">Every day of the next year is as the rules say.</p>;
  return (
    <ul className={styles.rows} aria-label="Days that are other">
      {days.map((day) => (
        <li key={day.date} className={styles.day}>
          <span>
            <b>{longDate(day.date)}</b> {day.name}
          </span>
          <span className="note">
            {whatIsOther(day)}
            {day.reservations > 0 && ` · ${counted(day.reservations, "reservation")} that day`}
          </span>
          {onRemove && (
            <Button
              variant="subtle"
              color="danger"
              leftSection={<Trash2 size={16} aria-hidden />}
              onClick={() => onRemove(day.date)}
              aria-label={`As the rules say: ${longDate(day.date)}`}
            >
              As usual
            </Button>
          )}
        </li>
      ))}
    </ul>
  );
}

interface HolidaysProps {
  holidays: { date: string; name: string; about: boolean }[];
  onDecide: (date: string, name: string) => void;
}

function Holidays({ holidays, onDecide }: HolidaysProps) {
  if (holidays.length === 0) return null;
  return (
    <>
      <h3 className={styles.legend}>Holidays that nobody has decided about</h3>
      <ul className={styles.rows} aria-label="Holidays">
        {holidays.slice(0, HOLIDAYS_SHOWN).map(({ date, name, about }) => (
          <li key={date} className={styles.day}>
            <span>
              <b>{longDate(date)}</b> {name}
              {about && <span className="note"> (about: it hangs on the moon)</span>}
            </span>
            <Button variant="default" onClick={() => onDecide(date, name)} aria-label={`Decide about ${name}`}>
              Decide
            </Button>
          </li>
        ))}
      </ul>
    </>
  );
}

type Kind = "closed" | "hours" | "blocked";

interface Begun {
  date: string;
  /** The last day of a stretch; empty for one day. */
  until: string;
  name: string;
  kind: Kind;
  /** Of a blocked time: where; empty for the whole house. */
  area: string;
  from: string;
  to: string;
  last: string;
}

const isDate = (text: string) => /^\d{4}-\d\d-\d\d$/.test(text);

const blankDay = (date: string): Begun => ({
  date,
  until: "",
  name: "",
  kind: "closed",
  area: "",
  from: "18:00",
  to: "23:30",
  last: "22:00",
});

function dayOf({ date, name, kind, area, from, to, last }: Begun): SpecialDay {
  return {
    date,
    name,
    closed: kind === "closed",
    hours: kind === "hours" ? { from, until: to, last_booking: last } : null,
    large_party_from: null,
    blocked: kind === "blocked" ? [{ from, until: to, area, why: name.trim() || "Not taken" }] : [],
  };
}

function whatIsOther({ closed, hours, blocked }: Pick<SpecialDay, "closed" | "hours" | "blocked">): string {
  if (closed) return "Closed";
  const parts = [
    hours && `${hours.from} to ${hours.until}, last booking ${hours.last_booking}`,
    ...blocked.map(({ from, until, area, why }) => `nobody is taken${area === "" ? "" : ` in ${area}`} ${from} to ${until}: ${why}`),
  ].filter(Boolean);
  return parts.join("; ") || "As the rules say";
}

interface FormProps {
  areas: readonly string[];
  value: Begun;
  isSaving: boolean;
  onChange: (value: Begun) => void;
  onSave: () => void;
  onCancel: () => void;
}

function DayForm({ areas, value, isSaving, onChange, onSave, onCancel }: FormProps) {
  const [isStretch, setStretch] = useState(value.until !== "");
  const set = (changed: Partial<Begun>) => onChange({ ...value, ...changed });
  const time = (field: "from" | "to" | "last", label: string) => (
    <TextInput
      label={label}
      type="time"
      value={value[field]}
      onChange={(event) => set({ [field]: event.currentTarget.value.slice(0, 5) })}
    />
  );
  return (
    <div className={styles.card}>
      <div className={styles.fields}>
        <DateField label="Day" value={value.date} onChange={(date) => set({ date })} unreadableText="This is no date." />
        {isStretch && (
          <DateField label="Until" value={value.until} onChange={(until) => set({ until })} unreadableText="This is no date." />
        )}
        <TextInput
          label="Name"
          placeholder="Ramadan"
          {...AUTO_DIR}
          maxLength={100}
          value={value.name}
          onChange={(event) => set({ name: event.currentTarget.value })}
        />
      </div>
      <Checkbox
        label="The same for several days"
        checked={isStretch}
        onChange={(event) => {
          setStretch(event.currentTarget.checked);
          set({ until: event.currentTarget.checked ? value.date : "" });
        }}
      />
      <RadioChips
        label="What is other?"
        chips={[
          { value: "closed", label: "Closed" },
          { value: "hours", label: "Other hours" },
          { value: "blocked", label: "A time is blocked" },
        ]}
        value={value.kind}
        onChange={(kind) => set({ kind: kind as Kind })}
      />
      {value.kind !== "closed" && (
        <div className={styles.fields}>
          {time("from", "From")}
          {time("to", "Until")}
          {value.kind === "hours" && time("last", "Last booking")}
          {value.kind === "blocked" && areas.length > 0 && <Where areas={areas} area={value.area} onChange={(area) => set({ area })} />}
        </div>
      )}
      <span className="wrap">
        <Button variant="default" onClick={onCancel}>
          Cancel
        </Button>
        <Button loading={isSaving} disabled={value.date === "" || (isStretch && value.until === "")} onClick={onSave}>
          {isStretch ? "Save these days" : "Save the day"}
        </Button>
      </span>
    </div>
  );
}

/** Which part of the house a blocked time is of. */
function Where({ areas, area, onChange }: { areas: readonly string[]; area: string; onChange: (area: string) => void }) {
  return (
    <NativeSelect
      label="Where"
      data={[{ value: "", label: "The whole house" }, ...areas]}
      value={area}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}

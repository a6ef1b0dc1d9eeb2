import { Button, Skeleton, TextInput } from "@mantine/core";
import { useState } from "react";
import { DateField } from "@/components/ui/date-field";
import { longDate } from "@/components/ui/local-times";
import { plainCause } from "@/components/ui/notice";
import type { AnswerOf } from "@/lib/api/endpoint";
import { addDays } from "@/lib/local-time";
import { MOST_PEOPLE, partySizeOf } from "@/lib/party-size";
import type { availability } from "@/lib/reservations/day/contract";
import { openInWords } from "@/lib/reservations/reservation-texts";
import { isTable } from "@/lib/reservations/rules/choose-tables";
import type { Booking } from "./booking";
import styles from "./booking-form.module.css";
import { type Place, useAvailability, useRules } from "./queries";
import { type Chip, RadioChips } from "./radio-chips";
import { shortTime } from "./short-time";

interface Props {
  booking: Booking;
  onChange: (booking: Booking) => void;
  disabled: boolean;
}

const FEW = ["1", "2", "3", "4", "5", "6", "7", "8"];

/** How many: a tap for most parties, a field for the large ones. */
export function PartyChoice({ booking, onChange, disabled }: Props) {
  const isLarge = booking.party !== null && !FEW.includes(String(booking.party));
  const [isTyped, setTyped] = useState(isLarge);
  const chips: Chip[] = [...FEW.map((one) => ({ value: one, label: one })), { value: "more", label: "9+" }];
  const choose = (value: string) => {
    setTyped(value === "more");
    onChange({
      ...booking,
      party: value === "more" ? null : Number(value),
      time: booking.kind === "edit" ? booking.time : "",
      tables: null,
    });
  };
  return (
    <div>
      <RadioChips
        label="How many people?"
        chips={chips}
        value={isTyped ? "more" : String(booking.party ?? "")}
        onChange={choose}
        disabled={disabled}
        isNarrow
      />
      {isTyped && (
        <TextInput
          className={styles.number}
          mt="xs"
          label="Number of people"
          inputMode="numeric"
          autoComplete="off"
          maxLength={String(MOST_PEOPLE).length}
          autoFocus
          disabled={disabled}
          value={booking.party ?? ""}
          onChange={(event) => {
            const said = partySizeOf(event.currentTarget.value);
            onChange({ ...booking, party: said === "wrong" ? null : said, tables: null });
          }}
        />
      )}
    </div>
  );
}

const DAYS_SHOWN = 6;

/** The next days, each a tap away, and any other one. */
export function DayChoice({ booking, onChange, disabled, today }: Props & { today: string }) {
  const near = Array.from({ length: DAYS_SHOWN }, (_, ahead) => addDays(today, ahead));
  const [isOther, setOther] = useState(!near.includes(booking.date));
  const choose = (date: string) => onChange({ ...booking, date, time: "", tables: null });
  const chips: Chip[] = [
    ...near.map((date, ahead) => ({ value: date, label: ahead === 0 ? "Tonight" : weekdayOf(date), note: longDate(date).slice(4, -5) })),
    { value: "other", label: "Other", note: isOther && booking.date ? longDate(booking.date).slice(4, -5) : "day" },
  ];
  return (
    <div>
      <RadioChips
        label="Which day?"
        chips={chips}
        value={isOther ? "other" : booking.date}
        onChange={(value) => {
          setOther(value === "other");
          if (value !== "other") choose(value);
        }}
        disabled={disabled}
      />
      {isOther && (
        <div className={styles.others}>
          <DateField label="Day" value={booking.date} onChange={choose} unreadableText="This is no date." disabled={disabled} />
        </div>
      )}
    </div>
  );
}

const weekdayOf = (date: string) => longDate(date).slice(0, 3);

type Times = AnswerOf<typeof availability>;
type Slot = Times["slots"][number];

interface TimeProps extends Props {
  place: Place;
}

/** The times of the day with what is free at each; without an answer the time is typed. */
export function TimeChoice({ booking, onChange, disabled, place }: TimeProps) {
  const { party, date, of } = booking;
  const asked = party === null || date === "" ? null : { party, date, ...(of && { except: of.id }) };
  const times = useAvailability(place, asked);
  const shifts = useRules(place).data?.rules.shifts;
  const nameOf = (id: string) => shifts?.find((shift) => shift.id === id)?.name ?? "";
  if (asked === null) return <p className="note">The free times stand here as soon as the people and the day are said.</p>;
  if (times.isPending) return <Skeleton height={150} radius="md" />;
  if (!times.data) return <TypedTime {...{ booking, onChange, disabled }} why={plainCause(times.error)} />;
  const { slots } = times.data;
  // A time that is over, or that the rules do not know: it stays unless another one is chosen.
  const asItIs = of !== null && date === of.date && !slots.some(({ time }) => time === of.time) ? of.time : null;
  if (slots.length === 0 && asItIs === null)
    return <TypedTime {...{ booking, onChange, disabled }} why="The house takes no more bookings that day." />;
  const chosen = slots.find(({ time }) => time === booking.time);
  return (
    <div className={styles.times} aria-busy={times.isPlaceholderData}>
      {asItIs !== null && (
        <RadioChips
          label="As it was"
          chips={[{ value: asItIs, label: asItIs, note: "stays" }]}
          value={booking.time}
          onChange={(time) => onChange({ ...booking, time, tables: of?.tables ?? null })}
          disabled={disabled}
        />
      )}
      {shiftsIn(slots).map((shift) => (
        <RadioChips
          key={shift}
          label={nameOf(shift) === "" ? "At what time?" : `At what time? ${nameOf(shift)}`}
          chips={slots.filter((slot) => slot.shift === shift).map((slot) => chipOf(slot))}
          value={booking.time}
          onChange={(time) => onChange({ ...booking, time, tables: null })}
          disabled={disabled}
        />
      ))}
      {chosen && <p className={styles.table}>{tableInWords(chosen)}</p>}
    </div>
  );
}

const shiftsIn = (slots: readonly Slot[]) => [...new Set(slots.map(({ shift }) => shift))];

function chipOf({ time, free, problems, covers_left }: Slot): Chip {
  if (free) return { value: time, label: time, note: covers_left === null ? "free" : `${covers_left} left`, tone: "free" };
  const has = (wanted: Slot["problems"][number]["rule"]) => problems.some(({ rule }) => rule === wanted);
  const isLarge = problems.every(({ rule }) => rule === "party_too_large");
  return {
    value: time,
    label: time,
    note: has("no_table") ? "no table" : has("blocked") ? "blocked" : isLarge ? "ask" : "full",
    tone: "full",
  };
}

function tableInWords({ free, tables, problems, warning }: Slot): string {
  if (!free) return problems.map(({ text }) => text).join(" ");
  if (warning) return `No other table is free: ${warning}`;
  return tables.length === 0 ? "A table is chosen later." : `Table ${tables.join(" + ")} is kept for them.`;
}

/** Without the free times somebody still books: the server looks when it hears of it. */
function TypedTime({ booking, onChange, disabled, why }: Props & { why: string }) {
  return (
    <div className={styles.two}>
      <TextInput
        label="At what time?"
        type="time"
        step={900}
        disabled={disabled}
        value={booking.time}
        onChange={(event) => onChange({ ...booking, time: event.currentTarget.value.slice(0, 5) })}
      />
      <p className="note">{why} Whether there is a table is looked at when it is saved.</p>
    </div>
  );
}

interface TableProps extends Props {
  place: Place;
  /** Who sits down now is asked of the tables that are free now. */
  time: string;
  /** Shown at once. */
  isOpen?: boolean;
}

/** Which table: the house's choice unless somebody says another one; who has those that are not free. */
export function TableChoice({ booking, onChange, disabled, place, time, isOpen: isOpenAtOnce = false }: TableProps) {
  const { party, date, of, tables } = booking;
  const [isOpen, setOpen] = useState(isOpenAtOnce || (tables !== null && of === null));
  const asked = party === null || date === "" || time === "" || !isOpen ? null : { party, date, time, ...(of && { except: of.id }) };
  const times = useAvailability(place, asked);
  if (party === null || time === "") return null;
  if (!isOpen)
    return (
      <Button variant="subtle" color="neutral" onClick={() => setOpen(true)} style={{ alignSelf: "start" }}>
        {tables !== null && tables.length > 0 ? `Table ${tables.join(" + ")}: choose another one` : "Choose the table"}
      </Button>
    );
  if (times.isPending) return <Skeleton height={90} radius="md" />;
  if (!times.data) return <p className="note">The free tables are not known now: {plainCause(times.error)}</p>;
  const { choices, taken, open_tables = [] } = times.data;
  const isOpenNow = ({ tables: numbers }: (typeof choices)[number]) => numbers.some((number) => open_tables.some(isTable(number)));
  const keyOf = (numbers: readonly string[]) => numbers.join(" + ");
  const chips: Chip[] = [
    { value: "", label: "Any", note: "house chooses" },
    ...choices.map((one) => ({
      value: keyOf(one.tables),
      label: keyOf(one.tables),
      note: isOpenNow(one) ? "open now" : `${one.min}–${one.max}${one.area ? ` · ${one.area}` : ""}`,
    })),
    { value: "none", label: "None", note: "chosen later" },
  ];
  const choose = (value: string) => {
    if (value === "") return onChange({ ...booking, tables: null });
    onChange({ ...booking, tables: value === "none" ? [] : (choices.find((one) => keyOf(one.tables) === value)?.tables ?? null) });
  };
  return (
    <div>
      <RadioChips
        label="Which table?"
        chips={chips}
        value={tables === null ? "" : tables.length === 0 ? "none" : keyOf(tables)}
        onChange={choose}
        disabled={disabled}
      />
      {taken.length + open_tables.length > 0 && (
        <ul className={styles.table}>
          {open_tables.map((one) => (
            <li key={one.table}>{openInWords(one)}</li>
          ))}
          {taken.map((one) => (
            <li key={`${one.table} ${one.code} ${one.from}`}>
              Table {one.table}: <bdi>{one.by}</bdi>, {shortTime(one.from)} to {shortTime(one.until)}
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

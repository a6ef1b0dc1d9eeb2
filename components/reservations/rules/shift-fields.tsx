import { Button, Checkbox, TextInput } from "@mantine/core";
import { Plus, Trash2 } from "lucide-react";
import { AUTO_DIR } from "@/components/ui/input-direction";
import { MOST_PEOPLE } from "@/lib/party-size";
import type { Rules, Shift } from "@/lib/reservations/rules/contract";
import { NumberField } from "./number-field";
import styles from "./rules-screen.module.css";
import type { PartProps } from "./use-rules-form";

const DAYS = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"];

/** When guests are taken: each shift with its days and hours, how long parties stay and how many may come at once. */
export function ShiftFields({ rules, onChange, disabled }: PartProps) {
  const { shifts } = rules;
  const set = (at: number, changed: Partial<Shift>) =>
    onChange({ shifts: shifts.map((shift, one) => (one === at ? { ...shift, ...changed } : shift)) });
  return (
    <section className={styles.part} aria-labelledby="shifts-title">
      <h2 id="shifts-title" className={styles.title}>
        Shifts
      </h2>
      {shifts.map((shift, at) => (
        <fieldset key={shift.id} className={styles.card} disabled={disabled}>
          <legend className={styles.legend}>{shift.name || "A shift without a name"}</legend>
          <OneShift shift={shift} onChange={(changed) => set(at, changed)} />
          <Button
            variant="subtle"
            color="danger"
            className={styles.remove}
            leftSection={<Trash2 size={16} aria-hidden />}
            onClick={() => onChange({ shifts: shifts.filter((_, one) => one !== at) })}
          >
            Remove {shift.name}
          </Button>
        </fieldset>
      ))}
      {!disabled && (
        <Button
          variant="default"
          className={styles.add}
          leftSection={<Plus size={16} aria-hidden />}
          onClick={() => onChange({ shifts: [...shifts, newShift(rules)] })}
        >
          Add a shift
        </Button>
      )}
    </section>
  );
}

function newShift({ shifts }: Rules): Shift {
  const ids = new Set(shifts.map(({ id }) => id));
  const id = ["lunch", "dinner", "late", "brunch"].find((one) => !ids.has(one)) ?? `shift-${shifts.length + 1}-${ids.size}`;
  return {
    id,
    name: "",
    days: [0, 1, 2, 3, 4, 5, 6],
    from: "18:00",
    until: "23:30",
    last_booking: "22:00",
    step_minutes: 15,
    stays: [
      { up_to: 2, minutes: 90 },
      { up_to: 6, minutes: 120 },
      { up_to: MOST_PEOPLE, minutes: 150 },
    ],
    party_min: 1,
    party_max: 20,
    earliest_days: 365,
    latest_minutes: 0,
    covers_per_slot: null,
  };
}

interface ShiftProps {
  shift: Shift;
  onChange: (changed: Partial<Shift>) => void;
}

function OneShift({ shift, onChange }: ShiftProps) {
  const time = (field: "from" | "until" | "last_booking", label: string) => (
    <TextInput
      label={label}
      type="time"
      value={shift[field]}
      onChange={(event) => event.currentTarget.value && onChange({ [field]: event.currentTarget.value.slice(0, 5) })}
    />
  );
  return (
    <>
      <div className={styles.fields}>
        <TextInput
          label="Name"
          {...AUTO_DIR}
          maxLength={60}
          value={shift.name}
          onChange={(event) => onChange({ name: event.currentTarget.value })}
        />
        {time("from", "From")}
        {time("until", "Until")}
        {time("last_booking", "Last booking")}
        <ShiftNumbers shift={shift} onChange={onChange} />
      </div>
      <fieldset className={styles.days} aria-label={`Days of ${shift.name}`}>
        {DAYS.map((day, number) => (
          <Checkbox
            key={day}
            label={day}
            checked={shift.days.includes(number)}
            onChange={(event) => onChange({ days: toggled(shift.days, number, event.currentTarget.checked) })}
          />
        ))}
      </fieldset>
      <Stays shift={shift} onChange={onChange} />
    </>
  );
}

function ShiftNumbers({ shift, onChange }: ShiftProps) {
  return (
    <>
      <NumberField
        label="A slot, in minutes"
        min={5}
        max={120}
        value={shift.step_minutes}
        onChange={(step) => step && onChange({ step_minutes: step })}
      />
      <NumberField
        label="Guests per slot"
        description="Empty: no limit"
        min={1}
        max={999}
        isOptional
        value={shift.covers_per_slot}
        onChange={(covers_per_slot) => onChange({ covers_per_slot })}
      />
      <NumberField
        label="Smallest party"
        min={1}
        max={MOST_PEOPLE}
        value={shift.party_min}
        onChange={(least) => least && onChange({ party_min: least })}
      />
      <NumberField
        label="Largest party"
        min={1}
        max={MOST_PEOPLE}
        value={shift.party_max}
        onChange={(most) => most && onChange({ party_max: most })}
      />
      <NumberField
        label="Days ahead at most"
        min={0}
        max={400}
        value={shift.earliest_days}
        onChange={(ahead) => ahead !== null && onChange({ earliest_days: ahead })}
      />
      <NumberField
        label="Minutes before at least"
        min={0}
        max={2880}
        value={shift.latest_minutes}
        onChange={(before) => before !== null && onChange({ latest_minutes: before })}
      />
    </>
  );
}

const toggled = (days: readonly number[], day: number, isOn: boolean) =>
  isOn ? [...days, day].sort((a, b) => a - b) : days.filter((one) => one !== day);

/** How long a party stays, by its size. */
function Stays({ shift: { stays }, onChange }: ShiftProps) {
  const set = (at: number, changed: Partial<Shift["stays"][number]>) =>
    onChange({ stays: stays.map((stay, one) => (one === at ? { ...stay, ...changed } : stay)) });
  return (
    <fieldset className={styles.stays} aria-label="How long parties stay">
      {stays.map((stay, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a line is nothing but its place.
        <div key={at} className={styles.stay}>
          <NumberField
            label="Parties up to"
            min={1}
            max={MOST_PEOPLE}
            value={stay.up_to}
            onChange={(up_to) => up_to && set(at, { up_to })}
          />
          <NumberField
            label="stay, in minutes"
            min={15}
            max={720}
            value={stay.minutes}
            onChange={(minutes) => minutes && set(at, { minutes })}
          />
        </div>
      ))}
    </fieldset>
  );
}

import { Popover, TextInput } from "@mantine/core";
import { Cake } from "lucide-react";
import { type KeyboardEvent, useRef, useState } from "react";
import { type Birthday, formatBirthday, parseBirthday } from "@/lib/birthdays";
import { useLayerTarget } from "./layer-target";
import { focusFirstMonth, MonthDayCalendar } from "./month-day-calendar";
import classes from "./month-day-field.module.css";

interface Props {
  /** As it is stored, `--MM-DD`, or empty. */
  value: string;
  /** The year beside it, where somebody knew it. */
  year?: number | null;
  /** The year is null when only a day was said. */
  onChange: (birthday: Birthday) => void;
  label?: string;
  ariaLabel?: string;
  disabled?: boolean;
  /** Without label and frame height of a form: for a cell of a table. */
  className?: string;
}

/**
 * A birthday's month and day. The calendar opens on focus or click and closes on select, Escape, Tab or outside click; a
 * day can be typed too, as 14/5, 14.05.1990 or May 14.
 */
export function MonthDayField({ value, year = null, onChange, label, ariaLabel, disabled, className }: Props) {
  const field = useMonthDay({ value, onChange });
  const layer = useLayerTarget();
  const { opened, wrong } = field;
  const stored = value ? [formatBirthday(value), year].filter(Boolean).join(" ") : "";
  return (
    <Popover
      opened={opened && !disabled}
      onChange={field.setOpened}
      position="bottom-start"
      trapFocus={false}
      returnFocus={false}
      withinPortal
      portalProps={layer}
      withRoles={false}
      width={346}
      shadow="md"
    >
      <Popover.Target>
        <TextInput
          ref={field.input}
          className={className}
          label={label}
          aria-label={ariaLabel}
          placeholder={className ? "Add" : "Day and month"}
          leftSection={className ? undefined : <Cake size={18} strokeWidth={1.75} aria-hidden />}
          disabled={disabled}
          autoComplete="off"
          // The calendar is the keyboard of a touch screen; a real keyboard types all the same.
          inputMode="none"
          error={wrong && !opened ? "Write the day as 14/5 or 14 May" : wrong}
          value={field.typed ?? stored}
          onChange={(event) => field.type(event.currentTarget.value)}
          onFocus={field.open}
          onClick={field.open}
          onBlur={field.commit}
          onKeyDown={field.onKeyDown}
          data-mantine-stop-propagation={opened}
        />
      </Popover.Target>
      <Popover.Dropdown className={classes.dropdown}>
        <MonthDayCalendar
          ref={field.calendar}
          value={value}
          month={field.month}
          onMonth={field.setMonth}
          onPick={field.pick}
          onLeave={field.backToInput}
        />
      </Popover.Dropdown>
    </Popover>
  );
}

/** What stands in the field until it is understood, and the calendar below it. */
function useMonthDay({ value, onChange }: Pick<Props, "value" | "onChange">) {
  const [opened, setOpened] = useState(false);
  const [typed, setTyped] = useState<string | null>(null);
  const [month, setMonth] = useState<number | null>(null);
  const input = useRef<HTMLInputElement>(null);
  const calendar = useRef<HTMLFieldSetElement>(null);
  const chosen = /^--(\d\d)-\d\d$/.exec(value);
  const close = () => setOpened(false);
  const open = () => {
    setMonth(null);
    setOpened(true);
  };
  const backToInput = () => {
    input.current?.focus({ preventScroll: true });
    // The focus that comes back must not open what was just closed.
    requestAnimationFrame(close);
  };
  const commit = () => {
    // What was not understood stays in the field, marked, so that nobody has to type it again.
    const read = typed === null ? null : parseBirthday(typed);
    if (!read) return;
    setTyped(null);
    onChange(read);
  };
  const pick = (birthday: string) => {
    setTyped(null);
    onChange({ birthday, birth_year: null });
    close();
    if (birthday) backToInput();
  };
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.key === "Enter") {
      // A form around would be sent without the day that is only being understood now.
      if (opened || typed !== null) event.preventDefault();
      commit();
    }
    // The dialog around closes on Escape as well; this one was for the calendar.
    if (event.key === "Escape" && opened) event.stopPropagation();
    if (["Tab", "Enter", "Escape"].includes(event.key)) close();
    if (event.key !== "ArrowDown") return;
    event.preventDefault();
    if (!opened) open();
    requestAnimationFrame(() => focusFirstMonth(calendar.current));
  };
  return {
    opened,
    setOpened,
    open,
    typed,
    type: setTyped,
    wrong: typed !== null && parseBirthday(typed) === null,
    month: month ?? (chosen ? Number(chosen[1]) : null),
    setMonth,
    input,
    calendar,
    commit,
    pick,
    backToInput,
    onKeyDown,
  };
}

import { Popover, TextInput } from "@mantine/core";
import { Cake } from "lucide-react";
import { type KeyboardEvent, useRef, useState } from "react";
import { formatBirthday, parseBirthday } from "@/lib/birthdays";
import { useLayerTarget } from "./layer-target";
import classes from "./month-day-field.module.css";

const MONTHS = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"] as const;
const LENGTHS = [31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31] as const;

interface Props {
  /** As it is stored, `--MM-DD`, or empty. */
  value: string;
  onChange: (value: string) => void;
  label?: string;
  ariaLabel?: string;
  disabled?: boolean;
  /** Without label and frame height of a form: for a cell of a table. */
  className?: string;
}

/**
 * A birthday's month and day, no year. The calendar opens on focus or click and closes on select, Escape, Tab or
 * outside click; a day can be typed too, as 14/5 or 14 May.
 */
export function MonthDayField({ value, onChange, label, ariaLabel, disabled, className }: Props) {
  const [opened, setOpened] = useState(false);
  const [typed, setTyped] = useState<string | null>(null);
  const [month, setMonth] = useState<number | null>(null);
  const input = useRef<HTMLInputElement>(null);
  const calendar = useRef<HTMLFieldSetElement>(null);

  const layer = useLayerTarget();
  const chosen = /^--(\d\d)-(\d\d)$/.exec(value);
  const shownMonth = month ?? (chosen ? Number(chosen[1]) : null);
  const wrong = typed !== null && readTyped(typed) === null;

  const open = () => {
    setMonth(null);
    setOpened(true);
  };
  const close = () => setOpened(false);

  const commit = () => {
    if (typed === null) return;
    const read = readTyped(typed);
    // What was not understood stays in the field, marked, so that nobody has to type it again.
    if (read === null) return;
    setTyped(null);
    if (read !== value) onChange(read);
  };

  const pickDay = (day: number) => {
    if (shownMonth === null) return;
    setTyped(null);
    onChange(`--${pad(shownMonth)}-${pad(day)}`);
    close();
    input.current?.focus({ preventScroll: true });
    // The focus that comes back must not open what was just closed.
    requestAnimationFrame(close);
  };

  const onInputKey = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.key === "Tab") close();
    if (event.key === "Enter") {
      commit();
      close();
    }
    if (event.key === "Escape" && opened) {
      // The dialog around closes on Escape as well; this one was for the calendar.
      event.stopPropagation();
      close();
    }
    if (event.key === "ArrowDown") {
      event.preventDefault();
      if (!opened) open();
      requestAnimationFrame(() => buttonsOf(calendar.current)[0]?.focus());
    }
  };

  return (
    <Popover
      opened={opened && !disabled}
      onChange={setOpened}
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
          ref={input}
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
          value={typed ?? (value ? formatBirthday(value) : "")}
          onChange={(event) => setTyped(event.currentTarget.value)}
          onFocus={open}
          onClick={open}
          onBlur={commit}
          onKeyDown={onInputKey}
          data-mantine-stop-propagation={opened}
        />
      </Popover.Target>
      <Popover.Dropdown className={classes.dropdown}>
        <fieldset
          ref={calendar}
          className={classes.calendar}
          aria-label="Month and day"
          // The field keeps the focus while somebody picks, so that leaving it still means leaving the birthday.
          onMouseDown={(event) => event.preventDefault()}
          onKeyDown={(event) => {
            moveFocus(event, calendar.current);
            if (event.key === "Escape" || event.key === "Tab") {
              event.stopPropagation();
              input.current?.focus({ preventScroll: true });
              requestAnimationFrame(close);
            }
          }}
        >
          <div className={classes.months}>
            {MONTHS.map((name, index) => (
              <button
                key={name}
                type="button"
                tabIndex={-1}
                className={classes.cell}
                aria-pressed={shownMonth === index + 1}
                data-mantine-stop-propagation="true"
                onClick={() => setMonth(index + 1)}
              >
                {name}
              </button>
            ))}
          </div>
          <p className={classes.hint}>{shownMonth === null ? "Choose the month, then the day" : `Day in ${MONTHS[shownMonth - 1]}`}</p>
          {shownMonth !== null && (
            <div className={classes.days}>
              {Array.from({ length: LENGTHS[shownMonth - 1] ?? 31 }, (_, index) => index + 1).map((day) => (
                <button
                  key={day}
                  type="button"
                  tabIndex={-1}
                  className={classes.cell}
                  aria-pressed={value === `--${pad(shownMonth)}-${pad(day)}`}
                  aria-label={`${day} ${MONTHS[shownMonth - 1]}`}
                  data-mantine-stop-propagation="true"
                  onClick={() => pickDay(day)}
                >
                  {day}
                </button>
              ))}
            </div>
          )}
          {value !== "" && (
            <button
              type="button"
              tabIndex={-1}
              className={classes.none}
              onClick={() => {
                setTyped(null);
                onChange("");
                close();
              }}
            >
              No birthday
            </button>
          )}
        </fieldset>
      </Popover.Dropdown>
    </Popover>
  );
}

/** The stored form of what was typed; empty for nothing, null for what is no day. */
function readTyped(typed: string): string | null {
  return parseBirthday(typed)?.birthday ?? null;
}

function buttonsOf(calendar: HTMLElement | null): HTMLButtonElement[] {
  return [...(calendar?.querySelectorAll("button") ?? [])];
}

/** Arrow keys walk the months in rows of four and the days in rows of seven. */
function moveFocus(event: KeyboardEvent, calendar: HTMLElement | null): void {
  const buttons = buttonsOf(calendar);
  const at = buttons.indexOf(document.activeElement as HTMLButtonElement);
  if (at < 0) return;
  const row = at < MONTHS.length ? 4 : 7;
  const step = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -row, ArrowDown: row }[event.key];
  if (step === undefined) return;
  event.preventDefault();
  buttons[Math.max(0, Math.min(buttons.length - 1, at + step))]?.focus();
}

function pad(number: number): string {
  return String(number).padStart(2, "0");
}

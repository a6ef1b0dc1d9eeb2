import type { KeyboardEvent, Ref } from "react";
import { pad } from "@/lib/birthday-dates";
import classes from "./month-day-field.module.css";

const MONTHS = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"] as const;
const LENGTHS = [31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31] as const;

interface Props {
  /** As it is stored, `--MM-DD`, or empty. */
  value: string;
  /** 1 to 12; null until one was chosen. */
  month: number | null;
  onMonth: (month: number) => void;
  /** The stored form of a day; empty for none. */
  onPick: (value: string) => void;
  onLeave: () => void;
  ref: Ref<HTMLFieldSetElement>;
}

/** Months in rows of four, then the days of the chosen one in rows of seven. */
export function MonthDayCalendar({ value, month, onMonth, onPick, onLeave, ref }: Props) {
  const onKeyDown = (event: KeyboardEvent<HTMLFieldSetElement>) => {
    moveFocus(event);
    if (event.key !== "Escape" && event.key !== "Tab") return;
    event.stopPropagation();
    onLeave();
  };
  return (
    <fieldset
      ref={ref}
      className={classes.calendar}
      aria-label="Month and day"
      // The field keeps the focus while somebody picks, so that leaving it still means leaving the birthday.
      onMouseDown={(event) => event.preventDefault()}
      onKeyDown={onKeyDown}
    >
      <div className={classes.months}>
        {MONTHS.map((name, index) => (
          <Cell key={name} pressed={month === index + 1} onClick={() => onMonth(index + 1)}>
            {name}
          </Cell>
        ))}
      </div>
      <p className={classes.hint}>{month === null ? "Choose the month, then the day" : `Day in ${MONTHS[month - 1]}`}</p>
      {month !== null && (
        <div className={classes.days}>
          {Array.from({ length: LENGTHS[month - 1] ?? 31 }, (_, index) => index + 1).map((day) => {
            const stored = `--${pad(month)}-${pad(day)}`;
            return (
              <Cell key={day} pressed={value === stored} label={`${day} ${MONTHS[month - 1]}`} onClick={() => onPick(stored)}>
                {day}
              </Cell>
            );
          })}
        </div>
      )}
      {value !== "" && (
        <button type="button" tabIndex={-1} className={classes.none} onClick={() => onPick("")}>
          No birthday
        </button>
      )}
    </fieldset>
  );
}

interface CellProps {
  pressed: boolean;
  label?: string;
  onClick: () => void;
  children: string | number;
}

function Cell({ pressed, label, onClick, children }: CellProps) {
  return (
    <button
      type="button"
      tabIndex={-1}
      className={classes.cell}
      aria-pressed={pressed}
      aria-label={label}
      data-mantine-stop-propagation="true"
      onClick={onClick}
    >
      {children}
    </button>
  );
}

export function focusFirstMonth(calendar: HTMLElement | null): void {
  calendar?.querySelector("button")?.focus();
}

/** Arrow keys walk the months in rows of four and the days in rows of seven. */
function moveFocus(event: KeyboardEvent<HTMLFieldSetElement>): void {
  const buttons = [...event.currentTarget.querySelectorAll("button")];
  const at = buttons.indexOf(document.activeElement as HTMLButtonElement);
  if (at < 0) return;
  const row = at < MONTHS.length ? 4 : 7;
  const step = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -row, ArrowDown: row }[event.key];
  if (step === undefined) return;
  event.preventDefault();
  buttons[Math.max(0, Math.min(buttons.length - 1, at + step))]?.focus();
}

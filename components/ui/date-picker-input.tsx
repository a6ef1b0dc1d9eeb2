import "react-datepicker/dist/react-datepicker.css";
import "./date-picker-input.css";

import { CalendarDays, ChevronLeft, ChevronRight } from "lucide-react";
import { type KeyboardEvent, useEffect, useRef, useState } from "react";
import DatePicker, { type ReactDatePickerCustomHeaderProps } from "react-datepicker";
import { dateFormat, isWrittenDate } from "@/lib/date-format";

interface Props {
  id: string;
  value: string;
  onChange: (date: string) => void;
  invalid: boolean;
  /** Whether what stands in the field, when somebody leaves it, is no date. */
  onUnreadable: (unreadable: boolean) => void;
  describedBy?: string;
  onSubmit?: () => void;
  disabled?: boolean;
}

/** Twelve years in a grid (docs/design/spec-guests.md 9) are this picker's default. */
const ALWAYS = {
  strictParsing: true,
  renderCustomHeader: (header: ReactDatePickerCustomHeaderProps) => <MonthHead {...header} />,
  calendarStartDay: 1 as const,
  showPopperArrow: false,
  popperPlacement: "bottom-start" as const,
  autoComplete: "off",
  wrapperClassName: "date-field-wrapper",
  className: "date-field-input",
};

/** A field for a full date, typed or chosen in its calendar. What is no date stays as it was typed, to be seen and mended. */
export default function DatePickerInput({ id, value, onChange, invalid, onUnreadable, describedBy, onSubmit, disabled }: Props) {
  const picker = useRef<DatePicker>(null);
  const format = dateFormat();
  // The picker itself would erase what is no date.
  const [unreadable, setUnreadable] = useState<string | null>(null);
  const write = (typed: string | null) => {
    setUnreadable(typed);
    if (!typed) onUnreadable(false);
  };
  useEffect(() => {
    if (value) setUnreadable(null);
  }, [value]);
  const search = () => {
    onUnreadable(Boolean(unreadable));
    onSubmit?.();
  };
  return (
    <div
      className="date-field"
      data-invalid={invalid || undefined}
      onKeyDownCapture={(event) => {
        if (closesCalendar(event, picker.current)) document.getElementById(id)?.focus();
        else if (staysInField(event)) search();
        else return;
        picker.current?.setOpen(false, true);
      }}
    >
      <CalendarDays size={18} strokeWidth={1.75} aria-hidden className="date-field-icon" />
      <DatePicker
        ref={picker}
        id={id}
        selected={dateOf(value)}
        value={unreadable ?? undefined}
        onChange={(date: Date | null) => {
          if (date) write(null);
          onChange(date ? textOf(date) : "");
        }}
        onChangeRaw={(event) => {
          const typed = event?.target instanceof HTMLInputElement ? event.target.value : undefined;
          if (typed === undefined || isWrittenDate(typed, format)) return;
          write(typed);
          // The picker keeps its last good date while somebody types a wrong one; the search must not use that.
          onChange("");
        }}
        onBlur={() => onUnreadable(Boolean(unreadable))}
        onKeyDown={(event) => {
          if (event.key !== "Enter" || !onSubmit) return;
          picker.current?.setOpen(false);
          search();
        }}
        {...ALWAYS}
        dateFormat={format}
        placeholderText={format.toUpperCase()}
        disabled={disabled}
        ariaInvalid={invalid ? "true" : undefined}
        ariaDescribedBy={describedBy}
      />
    </div>
  );
}

/**
 * Takes the Escape that closes the calendar away from the picker, which gives the focus back to the field a moment later: by then
 * somebody may have gone on to another field.
 */
function closesCalendar(event: KeyboardEvent, picker: DatePicker | null): boolean {
  if (event.key !== "Escape" || !picker?.isCalendarOpen()) return false;
  event.preventDefault();
  event.stopPropagation();
  return true;
}

/**
 * Takes an Enter in the field away from the picker, which lets the field go at it: what somebody types next would be keys of the
 * page. On a touch screen that is right, because the screen's keyboard goes with it.
 */
function staysInField(event: KeyboardEvent): boolean {
  const isPlain = event.key === "Enter" && !(event.ctrlKey || event.metaKey) && event.target instanceof HTMLInputElement;
  if (!isPlain || !window.matchMedia("(pointer: fine)").matches) return false;
  event.preventDefault();
  event.stopPropagation();
  return true;
}

const MONTHS = Array.from({ length: 12 }, (_, month) => new Date(2000, month, 1).toLocaleDateString("en", { month: "long" }));
const OLDEST_YEAR = 2000;

/** The picker's own month and year fields have no names for a screen reader. */
function MonthHead({ date, changeMonth, changeYear, decreaseMonth, increaseMonth }: ReactDatePickerCustomHeaderProps) {
  const newest = Math.max(new Date().getFullYear() + 1, date.getFullYear());
  const years = Array.from({ length: newest - OLDEST_YEAR + 1 }, (_, index) => newest - index);
  return (
    <div className="date-field-month">
      <button type="button" aria-label="Month before" onClick={decreaseMonth}>
        <ChevronLeft size={20} aria-hidden />
      </button>
      <select aria-label="Month" value={date.getMonth()} onChange={(event) => changeMonth(Number(event.currentTarget.value))}>
        {MONTHS.map((name, month) => (
          <option key={name} value={month}>
            {name}
          </option>
        ))}
      </select>
      <select aria-label="Year" value={date.getFullYear()} onChange={(event) => changeYear(Number(event.currentTarget.value))}>
        {years.map((year) => (
          <option key={year}>{year}</option>
        ))}
      </select>
      <button type="button" aria-label="Month after" onClick={increaseMonth}>
        <ChevronRight size={20} aria-hidden />
      </button>
    </div>
  );
}

/** The picker works in the device's own zone; a calendar date has none, so noon of that day stands for it. */
function dateOf(text: string): Date | null {
  const parts = /^(\d{4})-(\d\d)-(\d\d)$/.exec(text);
  return parts ? new Date(Number(parts[1]), Number(parts[2]) - 1, Number(parts[3]), 12) : null;
}

function textOf(date: Date): string {
  const pad = (number: number, length = 2) => String(number).padStart(length, "0");
  return `${pad(date.getFullYear(), 4)}-${pad(date.getMonth() + 1)}-${pad(date.getDate())}`;
}

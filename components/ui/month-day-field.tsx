import { Popover, type PopoverProps, TextInput, type TextInputProps } from "@mantine/core";
import { useMergedRef } from "@mantine/hooks";
import { Cake } from "lucide-react";
import { type ChangeEvent, type KeyboardEvent, type Ref, useRef, useState } from "react";
import { type Birthday, formatBirthday } from "@/lib/birthday-dates";
import { useLayerTarget } from "./layer-target";
import { focusFirstMonth, MonthDayCalendar } from "./month-day-calendar";
import classes from "./month-day-field.module.css";
import { birthdayWrong, readTypedBirthday, yearBeside } from "./typed-birthday";

interface Props {
  /** As it is stored, `--MM-DD`, or empty; a text that is no birthday as it was typed, for the form to refuse. */
  value: string;
  /** The year beside it, where somebody knew it. */
  year?: number | null;
  /** At each letter: a form is sent with what stands in its field, however it is sent. */
  onChange: (birthday: Birthday) => void;
  label?: string;
  ariaLabel?: string;
  disabled?: boolean;
  /** Without label and frame height of a form: for a cell of a table. */
  className?: string;
  autoFocus?: boolean;
  ref?: Ref<HTMLInputElement>;
}

/** What is wrong stands beside the label: a line that appears would move a button away that is being pressed. */
const IN_FORM = {
  inputWrapperOrder: ["label", "error", "input"],
  classNames: { root: classes.field, error: classes.wrong, wrapper: classes.input },
} satisfies Partial<TextInputProps>;

/** Beside the field, where there is room: the button that is wanted next stands below it. */
const BESIDE = {
  position: "left-start",
  middlewares: { flip: { fallbackPlacements: ["bottom-start", "top-start"] }, shift: true },
} satisfies Partial<PopoverProps>;

/**
 * A birthday's month and day. The calendar opens on focus or click and closes on select, Escape, Tab or outside click, and
 * when a day has been typed, as 14/5, 14.05.1990 or May 14.
 */
export function MonthDayField({ value, year = null, onChange, label, ariaLabel, disabled, className, autoFocus, ref }: Props) {
  const field = useMonthDay({ value, year, onChange });
  const layer = useLayerTarget();
  const { opened } = field;
  return (
    <Popover
      opened={opened && !disabled}
      onChange={field.setOpened}
      {...(className ? { position: "bottom-start" } : BESIDE)}
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
          ref={useMergedRef(field.input, ref)}
          {...(className ? { className } : IN_FORM)}
          label={label}
          aria-label={ariaLabel}
          placeholder={className ? "Add" : "Day and month"}
          leftSection={className ? undefined : <Cake size={18} strokeWidth={1.75} aria-hidden />}
          disabled={disabled}
          autoComplete="off"
          // The calendar is the keyboard of a touch screen; a real keyboard types all the same.
          inputMode="none"
          autoFocus={autoFocus}
          data-autofocus={autoFocus || undefined}
          error={field.error}
          value={field.shown}
          onChange={field.type}
          onFocus={field.onFocus}
          onClick={field.open}
          onBlur={field.commit}
          onKeyDown={field.onKeyDown}
          data-mantine-stop-propagation={opened || field.isTyping}
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

const STORED = /^--(\d\d)-\d\d$/;

type Field = Pick<Props, "value" | "year" | "onChange">;

/** What is being typed, until the field is left or Enter is pressed. */
function useTyping({ value, year = null, onChange }: Field) {
  const [typing, setTyping] = useState<{ text: string; known: number | null } | null>(null);
  const wrong = birthdayWrong({ birthday: value, birth_year: year });
  return {
    isTyping: typing !== null,
    isWrong: wrong !== null,
    // Whoever has typed 14/ so far is not done yet.
    error: typing ? wrong !== null : wrong,
    shown: typing?.text ?? (STORED.test(value) ? [formatBirthday(value), year].filter(Boolean).join(" ") : value),
    type: ({ currentTarget }: ChangeEvent<HTMLInputElement>) => {
      const text = currentTarget.value;
      // The 19 of 1990 is a year too: what was known is what stood there before the first letter.
      const known = typing ? typing.known : year;
      setTyping({ text, known });
      const read = readTypedBirthday(text, known);
      onChange(read);
      return read;
    },
    commit: () => setTyping(null),
  };
}

/** The field, and the calendar below it. */
function useMonthDay(of: Field) {
  const [opened, setOpened] = useState(false);
  const [month, setMonth] = useState<number | null>(null);
  const typing = useTyping(of);
  const input = useRef<HTMLInputElement>(null);
  const calendar = useRef<HTMLFieldSetElement>(null);
  const chosen = STORED.exec(of.value);
  const close = () => setOpened(false);
  const open = () => {
    setMonth(null);
    setOpened(true);
  };
  // Whoever was sent back to what is wrong reads it first; a tap opens the calendar.
  const onFocus = () => {
    if (!typing.isWrong) open();
  };
  const backToInput = () => {
    input.current?.focus({ preventScroll: true });
    // The focus that comes back must not open what was just closed.
    requestAnimationFrame(close);
  };
  const type = (event: ChangeEvent<HTMLInputElement>) => {
    const isDay = STORED.test(typing.type(event).birthday);
    if (isDay) close(); // a day completes the choice, and the calendar covers the next field
  };
  const pick = (birthday: string) => {
    typing.commit();
    of.onChange({ birthday, birth_year: yearBeside(birthday, of.year ?? null) });
    close();
    if (birthday) backToInput();
  };
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.key === "Enter") {
      // A form around would be sent without the day that is only being understood now.
      if (opened || typing.isTyping) event.preventDefault();
      typing.commit();
    }
    // The dialog around closes on Escape as well; this one was for the calendar, open or just closed by a typed day.
    if (event.key === "Escape" && (opened || typing.isTyping)) event.stopPropagation();
    if (event.key === "Escape") typing.commit();
    if (["Tab", "Enter", "Escape"].includes(event.key)) close();
    if (event.key !== "ArrowDown") return;
    event.preventDefault();
    if (!opened) open();
    requestAnimationFrame(() => focusFirstMonth(calendar.current));
  };
  return {
    ...typing,
    type,
    opened,
    setOpened,
    open,
    onFocus,
    month: month ?? (chosen ? Number(chosen[1]) : null),
    setMonth,
    input,
    calendar,
    pick,
    backToInput,
    onKeyDown,
  };
}

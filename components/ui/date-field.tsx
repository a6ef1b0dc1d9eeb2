import { Input, Skeleton } from "@mantine/core";
import { useId, useState } from "react";
import { lazyComponent } from "./lazy-component";

interface Props {
  label: string;
  /** A calendar date, YYYY-MM-DD; empty for none. */
  value: string;
  /** Called with a date, or with an empty text where what stands there is no date. */
  onChange: (date: string) => void;
  error?: string;
  /** Said when somebody leaves the field with something in it that is no date. */
  unreadableText: string;
  /** Enter in the field. */
  onSubmit?: () => void;
  disabled?: boolean;
  className?: string;
}

const DatePickerInput = lazyComponent(() => import("./date-picker-input").then((module) => module.default), {
  waiting: <Skeleton height="var(--control)" />,
});

/** A full date, written as the group has chosen (`lib/date-format.ts`); its calendar is no part of a page's first load. */
export function DateField({ label, value, onChange, error, unreadableText, onSubmit, disabled, className }: Props) {
  const id = useId();
  const [unreadable, setUnreadable] = useState(false);
  const said = unreadable ? unreadableText : error;
  return (
    <Input.Wrapper id={id} label={label} error={said} className={className}>
      <DatePickerInput
        id={id}
        value={value}
        onChange={onChange}
        invalid={Boolean(said)}
        onUnreadable={setUnreadable}
        describedBy={said ? `${id}-error` : undefined}
        onSubmit={onSubmit}
        disabled={disabled}
      />
    </Input.Wrapper>
  );
}

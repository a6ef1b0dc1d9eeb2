import { Input, Skeleton } from "@mantine/core";
import { useId } from "react";
import { later } from "./later";

interface Props {
  label: string;
  /** A calendar date, YYYY-MM-DD; empty for none. */
  value: string;
  /** Called with a date, or with an empty text where what stands there is no date. */
  onChange: (date: string) => void;
  error?: string;
  /** Enter in the field. */
  onSubmit?: () => void;
  disabled?: boolean;
  className?: string;
}

const DatePickerInput = later(() => import("./date-picker-input").then((module) => module.default), {
  waiting: <Skeleton height="var(--control)" />,
});

/** A full date, MM/dd/yyyy; its calendar is no part of a page's first load. */
export function DateField({ label, value, onChange, error, onSubmit, disabled, className }: Props) {
  const id = useId();
  return (
    <Input.Wrapper id={id} label={label} error={error} className={className}>
      <DatePickerInput
        id={id}
        value={value}
        onChange={onChange}
        invalid={Boolean(error)}
        describedBy={error ? `${id}-error` : undefined}
        onSubmit={onSubmit}
        disabled={disabled}
      />
    </Input.Wrapper>
  );
}

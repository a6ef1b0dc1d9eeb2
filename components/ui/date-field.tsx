import { Input, Skeleton } from "@mantine/core";
import dynamic from "next/dynamic";
import { useId } from "react";

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

const DatePickerInput = dynamic(() => import("./date-picker-input"), { ssr: false, loading: () => <Skeleton height="var(--control)" /> });

/** A full date, MM/dd/yyyy; its calendar is loaded with the first field that is shown. */
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

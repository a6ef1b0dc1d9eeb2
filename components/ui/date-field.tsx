import { Input, Skeleton } from "@mantine/core";
import dynamic from "next/dynamic";
import { useId, useState } from "react";

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

const DatePickerInput = dynamic(() => import("./date-picker-input"), { ssr: false, loading: () => <Skeleton height="var(--control)" /> });

/** A full date, MM/dd/yyyy; its calendar is loaded with the first field that is shown. */
export function DateField({ label, value, onChange, error, unreadableText, onSubmit, disabled, className }: Props) {
  const id = useId();
  const [unreadable, setUnreadable] = useState(false);
  const said = error ?? (unreadable ? unreadableText : undefined);
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

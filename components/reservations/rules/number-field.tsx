import { TextInput } from "@mantine/core";
import { useState } from "react";
import { asciiDigits } from "@/lib/digits";

interface Props {
  label: string;
  description?: string;
  value: number | null;
  /** Null where nothing stands there; not called for what is no number of the range. */
  onChange: (value: number | null) => void;
  min: number;
  max: number;
  /** Whether nothing may stand there. */
  isOptional?: boolean;
  disabled?: boolean;
  className?: string;
}

/** A whole number as it is typed: what is none of the range stands there in red and counts for nothing until it is one. */
export function NumberField({ label, description, value, onChange, min, max, isOptional = false, disabled, className }: Props) {
  const [typed, setTyped] = useState<string | null>(null);
  const shown = typed ?? (value === null ? "" : String(value));
  const isWrong = typed !== null && readNumber(typed, { min, max, isOptional }) === undefined;
  return (
    <TextInput
      className={className}
      label={label}
      description={description}
      inputMode="numeric"
      autoComplete="off"
      maxLength={4}
      disabled={disabled}
      error={isWrong ? `${min} to ${max}` : undefined}
      value={shown}
      onChange={(event) => {
        const text = event.currentTarget.value;
        setTyped(text);
        const number = readNumber(text, { min, max, isOptional });
        if (number !== undefined) onChange(number);
      }}
      onBlur={() => !isWrong && setTyped(null)}
    />
  );
}

/** Undefined for what is no number of the range. */
function readNumber(text: string, { min, max, isOptional }: { min: number; max: number; isOptional: boolean }): number | null | undefined {
  const digits = asciiDigits(text).trim();
  if (digits === "") return isOptional ? null : undefined;
  const number = Number(digits);
  return Number.isInteger(number) && number >= min && number <= max ? number : undefined;
}

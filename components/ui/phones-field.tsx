import { TagsInput } from "@mantine/core";
import { LTR_DIR } from "./input-direction";
import classes from "./phones-field.module.css";

interface Props {
  /** One for each number. */
  value: string[];
  onChange: (phones: string[]) => void;
  disabled?: boolean;
}

/** A guest's numbers, one chip for each. */
export function PhonesField({ value, onChange, disabled }: Props) {
  return (
    <TagsInput
      classNames={{ pill: classes.number }}
      label="Phones"
      description="One for each number; Enter after each."
      {...LTR_DIR}
      inputMode="tel"
      splitChars={[",", ";"]}
      acceptValueOnBlur
      disabled={disabled}
      value={value}
      onChange={onChange}
    />
  );
}

/** The numbers of a phones string, as they were typed. */
export function numbersOf(phones: string): string[] {
  return phones
    .split(/[,;\n]/)
    .map((number) => number.trim())
    .filter(Boolean);
}

import { TextInput } from "@mantine/core";
import type { Ref } from "react";
import { CountryCodeField } from "./country-code-field";
import type { CountryCode } from "./country-codes";
import { LTR_DIR } from "./input-direction";
import classes from "./phone-field.module.css";
import { phoneToSave } from "./phone-to-save";

export interface TypedPhone {
  country: CountryCode;
  typed: string;
}

interface Props {
  value: TypedPhone;
  onChange: (value: TypedPhone) => void;
  required?: boolean;
  disabled?: boolean;
  error?: boolean;
  autoFocus?: boolean;
  ref?: Ref<HTMLInputElement>;
}

/** A country code and a number; says what will be kept of them. */
export function PhoneField({ value, onChange, required, disabled, error, autoFocus, ref }: Props) {
  const saved = phoneToSave(value.typed, value.country.code);
  return (
    <div className={classes.field}>
      <div className={classes.row}>
        <CountryCodeField value={value.country} onChange={(country) => onChange({ ...value, country })} disabled={disabled} label="Code" />
        <TextInput
          ref={ref}
          className={classes.number}
          label="Phone"
          withAsterisk={required}
          aria-required={required}
          type="tel"
          inputMode="tel"
          autoComplete="off"
          {...LTR_DIR}
          disabled={disabled}
          error={error}
          autoFocus={autoFocus}
          data-autofocus={autoFocus || undefined}
          value={value.typed}
          onChange={(event) => onChange({ ...value, typed: event.currentTarget.value })}
        />
      </div>
      <p className={classes.preview} aria-live="polite">
        {saved && (
          <>
            will be saved as <span dir="ltr">{saved}</span>
          </>
        )}
      </p>
    </div>
  );
}

import { TextInput } from "@mantine/core";
import { type ChangeEvent, type Ref, useState } from "react";
import { formatWhileTyping } from "@/lib/phones";
import { CountryCodeField } from "./country-code-field";
import type { CountryCode } from "./country-codes";
import { LTR_DIR } from "./input-direction";
import { NumberQuestion } from "./number-question";
import classes from "./phone-field.module.css";
import { asksAbout, readTypedPhone } from "./typed-phone";

interface PhoneValue {
  country: CountryCode;
  typed: string;
  /** The typed text that somebody agreed to keep although it is not simply one number. */
  agreed: string;
}

interface Props {
  value: PhoneValue;
  onChange: (value: PhoneValue) => void;
  required?: boolean;
  disabled?: boolean;
  error?: boolean;
  autoFocus?: boolean;
  /** The form waits for the answer: the question takes the cursor. */
  insists?: boolean;
  ref?: Ref<HTMLInputElement>;
}

/** A country code and a number, grouped while it is typed; says what will be kept of them, and asks where that is not clear. */
export function PhoneField({ value, onChange, required, disabled, error, autoFocus, insists = false, ref }: Props) {
  const { typed, country } = value;
  // Whoever has typed 123 so far is not done yet.
  const [typing, setTyping] = useState(false);
  const phone = readTypedPhone(typed, country.code);
  const asks = asksAbout(phone, typed, value.agreed) && (!typing || insists);
  const change = (next: string) => onChange({ ...value, typed: next });
  const type = (event: ChangeEvent<HTMLInputElement>) => {
    setTyping(true);
    change(grouped(event.currentTarget, typed, country.iso));
  };
  return (
    <div className={classes.field}>
      <div className={classes.row}>
        <CountryCodeField
          value={country}
          onChange={(next) => onChange({ ...value, country: next, agreed: "" })}
          disabled={disabled}
          label="Code"
        />
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
          value={typed}
          onChange={type}
          onBlur={(event) => setTyping(isSubmit(event.relatedTarget))}
        />
      </div>
      {asks ? (
        <NumberQuestion
          phone={phone}
          disabled={disabled}
          insists={insists}
          onChange={(next) => change(formatWhileTyping(next, country.iso))}
          onAgree={() => onChange({ ...value, agreed: typed })}
        />
      ) : (
        <p className={classes.preview} aria-live="polite">
          {phone.saved && (
            <>
              will be saved as <span dir="ltr">{phone.saved}</span>
              {phone.kind === "one" && phone.doubtful && !typing && ". No such number is known: check it."}
            </>
          )}
        </p>
      )}
    </div>
  );
}

/** The question must not push a button away that is being pressed; the form asks by itself then. */
function isSubmit(target: EventTarget | null): boolean {
  return target instanceof HTMLButtonElement && target.type === "submit";
}

/** Groups what is typed at the end of the number; whoever changes its middle or takes a digit away is left alone. */
function grouped(field: HTMLInputElement, before: string, iso: string): string {
  const typed = field.value;
  const isAtEnd = field.selectionStart === typed.length;
  return isAtEnd && typed.length > before.length ? formatWhileTyping(typed, iso) : typed;
}

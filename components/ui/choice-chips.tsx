import { useId } from "react";
import classes from "./choice-chips.module.css";

interface Choice {
  value: string;
  label: string;
  /** Said after the label, in smaller letters. */
  note?: string;
  disabled?: boolean;
}

interface Props {
  label: string;
  /** Beside the label, such as where the list comes from. */
  note?: string;
  choices: readonly Choice[];
  value: string;
  onChange: (value: string) => void;
  error?: string | null;
  required?: boolean;
}

/** One of a few, each a tap away; the browser's own radio buttons underneath bring the arrow keys. */
export function ChoiceChips({ label, note, choices, value, onChange, error, required }: Props) {
  const id = useId();
  return (
    <fieldset className={classes.group} aria-describedby={error ? `${id}-error` : undefined}>
      <legend className={classes.legend}>
        {label}
        {required && (
          <span className={classes.required} aria-hidden>
            {" *"}
          </span>
        )}
        {note && <span className={classes.note}>{note}</span>}
      </legend>
      <div className={classes.row} data-error={error ? "" : undefined}>
        {choices.map((choice) => (
          <label key={choice.value} className={classes.chip} data-disabled={choice.disabled || undefined}>
            <input
              type="radio"
              name={id}
              value={choice.value}
              checked={choice.value === value}
              disabled={choice.disabled}
              onChange={() => onChange(choice.value)}
            />
            <bdi>{choice.label}</bdi>
            {choice.note && <span className={classes.choiceNote}>{choice.note}</span>}
          </label>
        ))}
        {choices.length === 0 && <span className={classes.none}>Nobody on this list</span>}
      </div>
      {error && (
        <p id={`${id}-error`} className={classes.error}>
          {error}
        </p>
      )}
    </fieldset>
  );
}

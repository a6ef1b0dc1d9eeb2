import { TextInput } from "@mantine/core";
import { useId } from "react";
import { AUTO_DIR } from "@/components/ui/input-direction";
import { withInfo } from "@/lib/draft-destination";
import { MOST_PEOPLE, partySizeOf } from "@/lib/party-size";
import classes from "./party-size-field.module.css";
import type { DraftState } from "./use-draft";

const LABEL = "People";

interface Props {
  value: string;
  onChange: (value: string) => void;
  disabled?: boolean;
}

const NUMERIC = { inputMode: "numeric", autoComplete: "off", maxLength: String(MOST_PEOPLE).length, ...AUTO_DIR } as const;

const wrongOf = (value: string) => (partySizeOf(value) === "wrong" ? `1 to ${MOST_PEOPLE}` : undefined);

/** The party size, beside the table's number; optional. */
export function PartySizeField({ value, onChange }: Props) {
  return (
    <TextInput
      label={LABEL}
      classNames={{ root: classes.field, input: classes.number }}
      {...NUMERIC}
      error={wrongOf(value)}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}

/** The same of a table that is edited: one line above its guests. */
export function EditPartySize({
  state: { draft, change },
  disabled,
  onEdit,
}: {
  state: DraftState;
  disabled: boolean;
  onEdit: () => void;
}) {
  const id = useId();
  const { party_size } = draft.info;
  const say = (value: string) => {
    onEdit();
    change((was) => withInfo(was, { party_size: value }));
  };
  return (
    <div className={classes.line}>
      <label htmlFor={id} className={classes.label}>
        {LABEL}
      </label>
      <TextInput
        id={id}
        classNames={{ root: classes.inLine }}
        {...NUMERIC}
        error={wrongOf(party_size)}
        disabled={disabled}
        value={party_size}
        onChange={(event) => say(event.currentTarget.value)}
      />
    </div>
  );
}

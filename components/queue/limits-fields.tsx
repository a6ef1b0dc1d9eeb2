import { Textarea, TextInput, type TextInputProps } from "@mantine/core";
import { TriangleAlert } from "lucide-react";
import { useEffect, useRef } from "react";
import { useAppSettings } from "@/components/app-base/app-settings";
import { ChoiceChips } from "@/components/ui/choice-chips";
import { dayAndTime } from "@/components/ui/local-times";
import type { StoppedTemplate } from "@/lib/queue/limits/contract";
import styles from "./limits-dialog.module.css";
import {
  keyOf,
  LIMIT_GROUPS,
  type LimitField,
  type LimitTexts,
  mayChange,
  stopInWords,
  stopsOfField,
  WORDS_NOT_YOURS,
} from "./limits-form";

interface GroupsProps {
  texts: LimitTexts;
  /** The key of the field that the dialog was opened for. */
  meant: string | null;
  stopped: readonly StoppedTemplate[];
  /** Whoever sets them may do everything. */
  holdsEverything: boolean;
  wrong: Map<string, string>;
  onType: (key: string, value: string) => void;
}

/** The fields of the limits, group by group. */
export function Groups({ holdsEverything, ...given }: GroupsProps) {
  return LIMIT_GROUPS.map(({ title, hint, fields, parts }) => (
    <fieldset key={title} className={styles.group}>
      <legend className={styles.title}>{title}</legend>
      <p className={styles.hint}>{fields.every((field) => mayChange(field, holdsEverything)) ? hint : `${hint} ${WORDS_NOT_YOURS}`}</p>
      {!parts && <Fields fields={fields} holdsEverything={holdsEverything} {...given} />}
      {parts?.map((part) => (
        <fieldset key={part.title} className={styles.part}>
          <legend className={styles.partTitle}>{part.title}</legend>
          <StopNotes stops={part.fields.flatMap((field) => stopsOfField(field, given.texts, given.stopped))} />
          <Fields fields={part.fields} holdsEverything={holdsEverything} {...given} />
        </fieldset>
      ))}
    </fieldset>
  ));
}

/** Some fields in even rows: their labels stand in one line, and so do what is typed in and what is said of it. */
function Fields({ fields, texts, meant, holdsEverything, wrong, onType }: GroupsProps & { fields: readonly LimitField[] }) {
  return (
    <div className={styles.fields}>
      {fields.map((field) => {
        const key = keyOf(field);
        return (
          <Field
            key={key}
            field={field}
            isMeant={key === meant}
            value={texts[key] ?? ""}
            wrong={wrong.get(key)}
            isFixed={!mayChange(field, holdsEverything)}
            onChange={(value) => onType(key, value)}
          />
        );
      })}
    </div>
  );
}

/** A template that WhatsApp does not take: from which number, since when, why, and what ends it. */
function StopNotes({ stops }: { stops: readonly StoppedTemplate[] }) {
  const { timeZone } = useAppSettings();
  return stops.map((stop) => (
    <p key={`${stop.worker} ${stop.since}`} className={styles.stop}>
      <TriangleAlert size={18} strokeWidth={1.75} aria-hidden />
      <span>{stopInWords(stop, (iso) => dayAndTime(iso, timeZone))}</span>
    </p>
  ));
}

interface FieldProps {
  field: LimitField;
  /** The dialog was opened for it: it is in view, and has the focus. */
  isMeant: boolean;
  value: string;
  wrong?: string;
  /** Read, and not changed, by whoever looks at it. */
  isFixed: boolean;
  onChange: (value: string) => void;
}

const ORDER: TextInputProps["inputWrapperOrder"] = ["label", "input", "description", "error"];
const IN_ROWS = { root: styles.field, label: styles.label, description: styles.help, wrapper: styles.input, error: styles.wrong };

function Field({ field, isMeant, value, wrong, isFixed, onChange }: FieldProps) {
  const { label, short = label, help } = field;
  const shared = {
    label: short,
    "aria-label": label,
    description: help,
    value,
    error: wrong,
    classNames: IN_ROWS,
    inputWrapperOrder: ORDER,
  };
  if (field.kind === "choice") {
    return (
      <div className={styles.wide}>
        <ChoiceChips label={label} choices={field.choices ?? []} value={value} onChange={onChange} error={wrong} />
      </div>
    );
  }
  if (field.kind === "words" || field.kind === "paragraphs") {
    const size = { autosize: true, minRows: 4, maxRows: 10 };
    return (
      <Textarea
        {...shared}
        {...size}
        classNames={field.kind === "paragraphs" ? { ...IN_ROWS, root: styles.wide } : IN_ROWS}
        readOnly={isFixed}
        dir="auto"
        onChange={(event) => onChange(event.currentTarget.value)}
      />
    );
  }
  return <LineField {...{ field, isMeant, shared, onChange }} />;
}

interface LineProps extends Pick<FieldProps, "field" | "isMeant" | "onChange"> {
  shared: TextInputProps;
}

function LineField({ field, isMeant, shared, onChange }: LineProps) {
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (!isMeant) return;
    input.current?.closest("fieldset")?.scrollIntoView({ block: "start" });
    input.current?.focus();
  }, [isMeant]);
  const isNumber = field.kind === "number";
  return (
    <TextInput
      {...shared}
      ref={input}
      data-autofocus={isMeant || undefined}
      type={field.kind === "time" ? "time" : "text"}
      inputMode={isNumber ? "numeric" : undefined}
      autoComplete="off"
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}

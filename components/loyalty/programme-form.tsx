import { Button, Checkbox, TextInput } from "@mantine/core";
import type { FormEvent } from "react";
import { useAppSettings } from "@/components/app-base/app-settings";
import { changeFailure } from "@/components/ui/change-failure";
import { DateField } from "@/components/ui/date-field";
import { dayAndTime, longDate } from "@/components/ui/local-times";
import { isSameValue } from "@/components/ui/met-between";
import { branchName } from "@/lib/known-branches";
import { LOYALTY_TEXTS as TEXTS } from "@/lib/loyalty/loyalty-texts";
import { BranchBoxes, NumberField, numberOf } from "./fields";
import styles from "./loyalty.module.css";
import {
  type Met,
  NUMBERS,
  type NumberName,
  type RuleName,
  type SavedProgramme,
  type TypedProgramme,
  useProgrammeForm,
} from "./use-programme-form";

const LABELS: Record<RuleName, string> = {
  is_on: "Points are given",
  name: "Name of the programme",
  unit: "What the points are called",
  currency: "Currency of rewards",
  per_visit: "For each guest of a table",
  per_cover: "For each person at it, to its first guest",
  per_reservation: "For a reserved table, to its first guest",
  most_per_day: "At most for one guest on one evening",
  adjust_limit: "By hand without a second person, up to",
  from: "From (empty: since ever)",
  until: "Until (empty: no end)",
  birthday_double: "A visit on the guest’s birthday counts twice",
  branches_off: "No points in these restaurants",
};

/** The rules as a form; they count for what is given from then on. */
export function ProgrammeForm({ saved }: { saved: SavedProgramme }) {
  const { timeZone } = useAppSettings();
  const { changed, typed, change, met, save, isSaving, error } = useProgrammeForm(saved);
  const isWrong = NUMBERS.some((name) => errorOf(typed, name));
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!isWrong) save();
  };
  return (
    <form onSubmit={submit} className={styles.page} noValidate>
      <p className="note">
        {changed ? (
          <>
            Changed by <bdi>{changed.by}</bdi>, {dayAndTime(changed.at, timeZone)}. A change counts for points that are given from then on.
          </>
        ) : (
          "Nobody has changed them yet: five points for each guest of a saved table."
        )}
      </p>
      <RuleFields typed={typed} change={change} />
      {met && <Theirs met={met} typed={typed} />}
      {error && <p role="alert">{changeFailure(error, TEXTS.notSaved, TEXTS.shows)}</p>}
      <div className={styles.actions}>
        <Button type="submit" disabled={isWrong} loading={isSaving}>
          Save the rules
        </Button>
      </div>
    </form>
  );
}

function errorOf(typed: TypedProgramme, name: NumberName): string | undefined {
  const number = numberOf(typed[name]);
  if (number === null) return name === "most_per_day" ? undefined : "Write a number, 0 for none.";
  return Number.isNaN(number) || (name === "most_per_day" && number === 0) ? "Write a whole number." : undefined;
}

/** Two people change the rules: what the other one changed, and which of it one's own would replace. */
function Theirs({ met: { by, at, before, theirs }, typed }: { met: Met; typed: TypedProgramme }) {
  const { timeZone } = useAppSettings();
  const names = Object.keys(before) as RuleName[];
  return (
    <section className={styles.theirs} role="alert" aria-label="Changed by somebody else">
      <p>
        <bdi>{by}</bdi> changed the rules meanwhile, {dayAndTime(at, timeZone)}. What you typed stands in its fields; Save keeps both.
      </p>
      <ul>
        {names.map((name) => (
          <li key={name}>
            {LABELS[name]}: <s>{inWords(before[name])}</s> {inWords(theirs[name])}
            {!isSameValue(typed[name], theirs[name]) && <strong>, and yours, {inWords(typed[name])}, would replace it</strong>}
          </li>
        ))}
      </ul>
    </section>
  );
}

function inWords(value: TypedProgramme[RuleName] | undefined): string {
  if (typeof value === "boolean") return value ? "yes" : "no";
  if (Array.isArray(value)) return value.map(branchName).join(", ") || "none";
  return value ? (/^\d{4}-\d\d-\d\d$/.test(value) ? longDate(value) : value) : "empty";
}

interface FieldsProps {
  typed: TypedProgramme;
  change: (more: Partial<TypedProgramme>) => void;
}

function RuleFields({ typed, change }: FieldsProps) {
  const line = (name: "name" | "unit" | "currency", maxLength: number) => (
    <TextInput
      label={LABELS[name]}
      maxLength={maxLength}
      value={typed[name]}
      onChange={(event) => change({ [name]: event.currentTarget.value })}
    />
  );
  const day = (name: "from" | "until") => (
    <DateField
      label={LABELS[name]}
      value={typed[name] ?? ""}
      unreadableText="This is no date."
      onChange={(date) => change({ [name]: date || null })}
    />
  );
  const box = (name: "is_on" | "birthday_double") => (
    <Checkbox label={LABELS[name]} checked={typed[name]} onChange={(event) => change({ [name]: event.currentTarget.checked })} />
  );
  return (
    <>
      {box("is_on")}
      <div className={styles.fields}>
        {line("name", 60)}
        {line("unit", 20)}
        {line("currency", 5)}
        {NUMBERS.map((name) => (
          <NumberField
            key={name}
            label={LABELS[name]}
            {...(name === "most_per_day" && { description: "Empty: no limit" })}
            value={typed[name]}
            error={errorOf(typed, name)}
            onChange={(value) => change({ [name]: value })}
          />
        ))}
        {day("from")}
        {day("until")}
      </div>
      {box("birthday_double")}
      <BranchBoxes label={LABELS.branches_off} chosen={typed.branches_off} onChange={(branches_off) => change({ branches_off })} />
    </>
  );
}

import type { About, FieldsByHand } from "../../book/record-shapes";
import { AppError } from "../../errors";
import { TEXT_LIMITS } from "../../guest-fields";
import { MOST_OTHER_NAMES } from "../../merge-rule";
import { alsoNames, withNames } from "../../names";
import type { Person } from "../../person";
import type { PhoneNumber } from "../../phones";
import type { ChosenValues } from "./chosen-fields";
import type { KnownBy, OpenDeciding } from "./open-deciding";

export const NO_ROOM = "Together they have more numbers than one guest has room for: take some away first.";

/**
 * Whatever somebody who became one with another was found by stays: what was written of one of them by hand would else stand in place of
 * the other's numbers and names. Where somebody chose which of two values stands, it does.
 * @throws AppError `conflict` where the numbers of both are too long
 */
export function keepAll(book: OpenDeciding, about: About, before: readonly KnownBy[], chosen: Partial<Person> = {}): void {
  const [seq] = book.holdersOf(about);
  if (seq === undefined) return;
  const now = book.known(seq);
  const has = (numbers: readonly PhoneNumber[], { digits }: PhoneNumber) => numbers.some((one) => one.digits === digits);
  const lost: PhoneNumber[] = [];
  for (const number of before.flatMap(({ numbers }) => numbers))
    if (number.key !== "" && !has(now.numbers, number) && !has(lost, number)) lost.push(number);
  const phones = [now.phones, ...lost.map(({ typed }) => typed)].filter(Boolean).join(", ");
  if (phones.length > TEXT_LIMITS.phones) throw new AppError("conflict", `Nothing was changed. ${NO_ROOM}`);
  const shown = book.shown(seq);
  const others = (Object.keys(chosen) as (keyof Person)[]).filter((field) => chosen[field] !== shown[field]);
  const name = chosen.name ?? now.name;
  const names = [now.name, ...before.flatMap((one) => [one.name, ...alsoNames(one.also)])];
  const { also } = withNames({ ...now, name }, names, MOST_OTHER_NAMES);
  const values: FieldsByHand = {
    ...(lost.length > 0 && { phones, numbers: [...now.numbers, ...lost] }),
    ...(also !== now.also && { also }),
    ...Object.fromEntries(others.map((field) => [field, chosen[field]])),
  };
  // Of all that is one now: who is one of them no more when that ends keeps nothing of it.
  if (Object.keys(values).length > 0) book.decide({ kind: "fields", about: book.aboutNow(seq), values });
}

/**
 * What was chosen of two guests, field by field, as they have it: a birthday with its year, where either knows one.
 * @throws AppError `conflict` for a value that neither of them has by now: then it was not shown
 */
export function chosenOf(chosen: ChosenValues, both: readonly [Person, Person]): Partial<Person> {
  const values: Partial<Person> = {};
  for (const [field, value] of Object.entries(chosen) as [keyof ChosenValues, string | undefined][]) {
    if (value === undefined || value === "") continue; // nothing that is known is given up for nothing
    const theirs = both.filter((one) => one[field] === value);
    if (theirs.length === 0) throw new AppError("conflict", CHANGED);
    values[field] = value;
    const year = theirs.map(({ birth_year }) => birth_year).find((one) => one !== null);
    if (field === "birthday") values.birth_year = year ?? null;
  }
  return values;
}

const CHANGED =
  "One of the two was changed in the meantime, and does not have what you chose any more. Nothing was changed. Look at both again.";

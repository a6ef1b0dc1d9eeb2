import { FIELD_NAMES, keyOfField } from "../guest-fields";
import type { Permission } from "../permissions";

/** The key without which a guest's allergies are in no answer. */
export const SEES_ALLERGIES = "guest_allergies" satisfies Permission;

const HIDDEN: ReadonlySet<string> = new Set(FIELD_NAMES.filter((field) => keyOfField(field) === SEES_ALLERGIES));

const TELLS = new RegExp([...HIDDEN].map((field) => `"${field}":"[^"]|"field":"${field}"`).join("|"));

/** An answer's JSON for whoever has not the key. Most answers tell of none, and thousands of rows are not walked through for that. */
export function jsonWithoutAllergies(answer: unknown): string {
  const json = JSON.stringify(answer);
  return TELLS.test(json) ? JSON.stringify(withoutAllergies(answer)) : json;
}

/** What an answer holds, whichever call gives it, for whoever has not the key: the fields are empty, and nothing tells that there are any. */
export function withoutAllergies<Value>(value: Value): Value {
  return hide(value) as Value; // texts become other texts, and lists shorter ones
}

function hide(value: unknown): unknown {
  if (Array.isArray(value)) return value.filter((one) => !tellsOfOne(one)).map(hide);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, held]) => [name, HIDDEN.has(name) && typeof held === "string" ? "" : hide(held)]),
  );
}

/** An entry of a list that is about such a field: where a value of it comes from. */
const tellsOfOne = (value: unknown) =>
  typeof value === "object" && value !== null && "field" in value && typeof value.field === "string" && HIDDEN.has(value.field);

import { FIELD_NAMES, GUEST_FIELDS, type GuestValues } from "../../lib/guest-fields";

const examplesAt = (index: 0 | 1) =>
  Object.fromEntries(FIELD_NAMES.map((field) => [field, GUEST_FIELDS[field].examples[index]])) as unknown as GuestValues; // each of its field's own type

/** Two guests who differ in every field, as the fields' lines say. */
export const EXAMPLES: readonly [GuestValues, GuestValues] = [examplesAt(0), examplesAt(1)];

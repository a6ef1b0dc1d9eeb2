import { ASKED_FIELDS, FIELD_NAMES, GUEST_FIELDS, type GuestField, keyOfField } from "../guest-fields";

/** What All data shows beside the fields of a guest, each as people call it. */
const MORE = {
  branch: "Recorded in",
  added_at: "Added",
  changed_at: "Last change",
  visits: "Visits",
  last_visit: "Last visit",
  points: "Points",
  opted_out: "Messages",
} as const;

/** What has a key of its own is shown to few, and stands on the guest's page. */
type Field = Exclude<GuestField, "birth_year" | "allergies">;
export type ColumnKey = Field | keyof typeof MORE;

const isColumn = (field: GuestField): field is Field =>
  keyOfField(field) === undefined && (field === "also" || (ASKED_FIELDS as readonly string[]).includes(field));

/** Every column in its order; a year of birth stands with its day. */
export const COLUMN_KEYS: readonly ColumnKey[] = [...FIELD_NAMES.filter(isColumn), ...(Object.keys(MORE) as (keyof typeof MORE)[])];

/** What is shown until somebody chooses. */
export const USUAL_COLUMNS: readonly ColumnKey[] = ["name", "phones", "birthday", "company", "branch", "added_at", "visits", "last_visit"];

export function columnLabel(key: ColumnKey): string {
  return key in MORE ? MORE[key as keyof typeof MORE] : GUEST_FIELDS[key as Field].label;
}

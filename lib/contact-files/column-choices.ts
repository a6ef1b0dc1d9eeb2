import * as z from "zod";
import { COLUMN_FIELDS, GUEST_FIELDS } from "../guest-fields";
import type { FieldRole } from "./csv-headings";

const FIELDS = Object.fromEntries(COLUMN_FIELDS.map((field) => [GUEST_FIELDS[field].csv.role, GUEST_FIELDS[field].label])) as Record<
  FieldRole,
  string
>; // a role for each of them

/** What somebody may say that a column holds, in the words of a clerk. */
export const COLUMN_TARGETS = {
  name: GUEST_FIELDS.name.label,
  first: "First name",
  last: "Last name",
  phone: "Phone",
  birthday: GUEST_FIELDS.birthday.label,
  ...FIELDS,
  jobTitle: "Job title",
  addedAt: "Added at",
} as const satisfies Record<string, string>;
export type ColumnTarget = keyof typeof COLUMN_TARGETS;
export const COLUMN_TARGET_NAMES = Object.keys(COLUMN_TARGETS) as ColumnTarget[];

/** `out`: it is left out, whatever it says. `auto`: as its heading is read. */
export const columnChoice = z.enum(["auto", "out", ...COLUMN_TARGET_NAMES]);
export type ColumnChoice = z.output<typeof columnChoice>;

/** So much of a heading is shown, sent and remembered: a header may be as long as the file. */
export const HEADING_SHOWN = 100;
/** Of so many columns it is told what they are read as, and may be said. */
export const COLUMNS_SHOWN = 100;

/** A column of a file, and what is taken from it. */
export interface ColumnSeen {
  column: string;
  /** In the words of a clerk; null for one that is not read. */
  read_as: string | null;
  /** What its heading is read as where nobody says anything. */
  usual: string | null;
  chosen: ColumnChoice;
  /** That was chosen in an earlier import. */
  remembered: boolean;
  /** The first that it says. */
  example: string;
}

import { FIELD_NAMES } from "./guest-fields";
import type { Person } from "./person";

/** The columns of a guest in every store, in the order of their fields (lib/guest-fields.ts). */
export const GUEST_COLUMNS = FIELD_NAMES.join(", ");

/** The same and when the guest was recorded: a `Person`. */
export const PERSON_FIELDS = [...FIELD_NAMES, "added_at"] as const;
export const PERSON_COLUMNS = PERSON_FIELDS.join(", ");

/** `@name, @phones, …`: the values of some columns, in a statement that inserts them. */
export const parametersOf = (columns: string) => columns.replace(/\w+/g, "@$&");

/** `name = @name, …`, in a statement that changes them. */
export const settingsOf = (columns: string) => columns.replace(/\w+/g, "$& = @$&");

/** `g.name, g.phones, …`, in a statement over several tables. */
export const columnsOf = (table: string, columns: string) => columns.replace(/\w+/g, `${table}.$&`);

/**
 * A row that was read as an array, which costs half of an object that the driver makes.
 * @param from the place of the first of the columns
 */
export function rowAt<Row>(row: readonly unknown[], from: number, columns: readonly (keyof Row)[]): Row {
  const values: Partial<Record<keyof Row, unknown>> = {};
  for (let index = 0; index < columns.length; index++) values[columns[index] as keyof Row] = row[from + index];
  return values as Row; // the statement asks for these columns
}

/** The same of `PERSON_COLUMNS`. */
export function personAt(row: readonly unknown[], from: number): Person {
  return rowAt<Person>(row, from, PERSON_FIELDS);
}

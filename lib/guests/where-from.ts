import type { AnswerOf } from "../api/endpoint";
import { userName } from "../auth/user-name";
import { eveningHours } from "../business-day";
import type { Branch } from "../db/branch";
import { runBulk } from "../db/bulk-steps";
import { hubStore } from "../db/find-store";
import { env } from "../env";
import { shownNumbers } from "../phones";
import type { Origin, whereFrom } from "./contract";
import type { FoundOrigins, WhereFromInput } from "./where-from-step";

/**
 * Of each value of a guest what it comes from: the table, the import or the person. Nothing of anybody else is told.
 * @throws AppError `not_found`
 */
export async function originsOf(branch: Branch, id: string): Promise<AnswerOf<typeof whereFrom>> {
  const { file } = await branch.contacts();
  const input: WhereFromInput = { book: file, branch: branch.key, hours: eveningHours(env()), id };
  const { fields, numbers, names, decisions } = await runBulk<FoundOrigins>("find-origins", input);
  const { sql } = await hubStore();
  const nameOf = (user: string | null) => (user === null ? null : userName(sql, user));
  const named = <Value extends { origin: Origin }>(value: Value): Value => ({
    ...value,
    origin: { ...value.origin, by: nameOf(value.origin.by) },
  });
  const shownOf = (typed: string, digits: string) => shownNumbers(typed, env().DEFAULT_COUNTRY_CODE)[0]?.shown ?? `+${digits}`;
  return {
    fields: fields.map(named),
    numbers: numbers.map(named).map(({ typed, digits, origin }) => ({ digits, shown: shownOf(typed, digits), origin })),
    names: names.map(named),
    decisions: decisions.map(({ by, ...decision }) => ({ ...decision, by: nameOf(by) })),
  };
}

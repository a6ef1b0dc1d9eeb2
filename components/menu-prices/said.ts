import type { BodyInputOf } from "@/lib/api/endpoint";
import type { FieldState } from "@/lib/menu-prices/calibration";
import type { saveCalibration } from "@/lib/menu-prices/contract";
import type { NumberOfMenu } from "./queries";

/** What somebody says of a number on this page, over what was said before. */
export interface Said {
  kind: "price" | "other" | null;
  name: string;
  code: string;
}

/** By the ids of the numbers; what is not here is as it was read. */
export type AllSaid = Readonly<Record<string, Said>>;

/** What is said of a number now. */
export function saidOf(number: NumberOfMenu, said: AllSaid): Said {
  const { id, state, name, code } = number;
  const kind = state === "confirmed" || state === "conflict" ? "price" : state === "other" ? "other" : null;
  return said[id] ?? { kind, name, code };
}

/** How a number is drawn. */
export function stateNow(number: NumberOfMenu, said: AllSaid): FieldState {
  if (!(number.id in said)) return number.state;
  const { kind } = saidOf(number, said);
  if (kind === null) return number.is_sure ? "suggested" : "unmapped";
  return kind === "price" ? "confirmed" : "other";
}

/** Everything that is said, as the server takes it. */
export function fieldsOf(numbers: readonly NumberOfMenu[], said: AllSaid): BodyInputOf<typeof saveCalibration>["fields"] {
  return numbers.flatMap((number) => {
    const { kind, name, code } = saidOf(number, said);
    return kind === null ? [] : [{ id: number.id, kind, name, code }];
  });
}

/** The words of a line that are no numbers: what a dish is called where nobody has named it. */
export const dishOf = (beside: string) =>
  beside
    .replace(/[\d٠-٩۰-۹.,٬٫·…_$€-]+|\b(?:LBP|USD|EUR|L\.?L)\b|ل\.ل\.?/g, " ")
    .replace(/\s+/g, " ")
    .trim();

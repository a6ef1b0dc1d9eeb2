import type Database from "better-sqlite3";
import { statement } from "../db/statements";
import { type PhoneMatch, samePhone } from "../phones";
import { customersAgree } from "./award-matching";

interface Row extends PhoneMatch {
  id: string;
  name: string;
  points: number;
}

const WITH_KEY = `SELECT c.id, c.name, c.points, p.key, p.calling_code FROM json_each(?) k
  CROSS JOIN loyalty_customer_phone p ON p.key = k.value CROSS JOIN loyalty_customer c ON c.id = p.customer_id`;

interface Known {
  names: readonly string[];
  numbers: readonly PhoneMatch[];
}

/** The loyalty customers that a guest of a book is: by one of the guest's numbers, and under no other name. An older namesake's are not theirs. */
export function customersOf(
  hub: Database.Database,
  { names, numbers, elders }: Known & { elders: readonly Known[] },
): { id: string; points: number }[] {
  const keys = [...new Set(numbers.map(({ key }) => key).filter(Boolean))];
  const found = new Map<string, { id: string; points: number }>();
  for (const { id, name, points, ...number } of statement<[string], Row>(hub, WITH_KEY).all(JSON.stringify(keys))) {
    const isOf = (known: Known) =>
      known.numbers.some((one) => samePhone(one, number)) && known.names.some((one) => customersAgree(one, name));
    if (isOf({ names, numbers }) && !elders.some(isOf)) found.set(id, { id, points });
  }
  return [...found.values()];
}

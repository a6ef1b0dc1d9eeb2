import type { AnswerOf } from "../api/endpoint";
import type { Branch } from "../db/branch";
import { hubStore } from "../db/find-store";
import { env } from "../env";
import { restaurants } from "../known-branches";
import { customersAgree } from "../loyalty/award-matching";
import { customersWith } from "../loyalty/customers";
import { alsoNames } from "../names";
import { hasPhoneKey, shownNumbers } from "../phones";
import type { guestCard } from "./contract";
import { gone } from "./corrections";
import { eveningsIn, type Known } from "./evenings";

type Card = AnswerOf<typeof guestCard>;

/**
 * A guest of the guest book, in which restaurants and when they were last here, and their points. A guest without a number
 * that tells people apart has no visits: a name alone is nobody's.
 * @param all every branch that is kept here
 * @throws AppError `not_found`
 */
export async function cardOf(branch: Branch, all: readonly Branch[], id: string): Promise<Card> {
  const { read } = await branch.contacts();
  const found = await read.contact.findUnique({ where: { id }, include: { numbers: { orderBy: { position: "asc" } } } });
  if (!found) throw gone();
  const { seq: _, search_text: __, version: ___, numbers, ...contact } = found;
  const known: Known = { names: [contact.name, ...alsoNames(contact.also)], numbers };
  const visits: Card["visits"] = [];
  const unavailable: string[] = [];
  for (const key of restaurants()) {
    const store = await all.find((one) => one.key === key)?.table("probe").catch(() => null); // biome-ignore format: one line
    if (!store) unavailable.push(key);
    else {
      const days = hasPhoneKey(numbers) ? eveningsIn(store.sql, env().DEFAULT_COUNTRY_CODE)(known) : [];
      const [last] = days;
      if (last !== undefined) visits.push({ branch: key, evenings: days.length, last });
    }
  }
  visits.sort((one, other) => other.last.localeCompare(one.last));
  return {
    contact: { ...contact, numbers: shownNumbers(contact.phones, env().DEFAULT_COUNTRY_CODE) },
    visits,
    last_visit: visits[0]?.last ?? null,
    points: await pointsOf(known),
    unavailable,
  };
}

/** The points of customers who have one of the numbers and no other name. */
async function pointsOf({ names, numbers }: Known): Promise<number> {
  const keyed = numbers.filter(({ key }) => key !== "").map((number) => ({ typed: "", digits: "", ...number }));
  if (keyed.length === 0) return 0;
  const { read } = await hubStore();
  const customers = await customersWith(read, keyed);
  const own = customers.filter((one) => names.some((name) => customersAgree(name, one.name)));
  return own.reduce((sum, { points }) => sum + points, 0);
}

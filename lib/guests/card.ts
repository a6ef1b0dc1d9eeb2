import type { AnswerOf } from "../api/endpoint";
import { knownAs } from "../book/known-as";
import type { Branch } from "../db/branch";
import { hubStore } from "../db/find-store";
import { env } from "../env";
import { eveningsIn } from "../guest-page/visits";
import { restaurants } from "../known-branches";
import { customersOf } from "../loyalty/customers-of-guest";
import { shownNumbers } from "../phones";
import type { guestCard } from "./contract";
import { gone } from "./corrections";

type Card = AnswerOf<typeof guestCard>;

/**
 * A guest of the guest book, in which restaurants and when they were last here, and their points. Whose visits are theirs:
 * `eveningsIn`.
 * @param all every branch that is kept here
 * @throws AppError `not_found`
 */
export async function cardOf(branch: Branch, all: readonly Branch[], id: string): Promise<Card> {
  const { read, sql: book } = await branch.contacts();
  const found = await read.contact.findUnique({ where: { id } });
  if (!found) throw gone();
  const { seq: _, search_text: __, version: ___, ...contact } = found;
  const known = knownAs(book, found);
  const country = env().DEFAULT_COUNTRY_CODE;
  const visits: Card["visits"] = [];
  const unavailable: string[] = [];
  for (const key of restaurants()) {
    const store = await all.find((one) => one.key === key)?.table("probe").catch(() => null); // biome-ignore format: one line
    if (!store) unavailable.push(key);
    else {
      const days = eveningsIn(store.sql, book, country)(known).map(({ business_day }) => business_day);
      const last = days.toSorted().at(-1);
      if (last !== undefined) visits.push({ branch: key, evenings: days.length, last });
    }
  }
  visits.sort((one, other) => other.last.localeCompare(one.last));
  return {
    contact: { ...contact, numbers: shownNumbers(contact.phones, country) },
    visits,
    last_visit: visits[0]?.last ?? null,
    points: customersOf((await hubStore()).sql, known).reduce((sum, { points }) => sum + points, 0),
    unavailable,
  };
}

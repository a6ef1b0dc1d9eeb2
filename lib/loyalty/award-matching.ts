import { foldText } from "../fold-text";
import { LimitedMap } from "../limited-map";
import { namesAgree } from "../names";
import { type PhoneMatch, type PhoneNumber, readPhones, samePhone, sharesPhone } from "../phones";

/** How a guest is called who gave a phone and no name. */
export const NAMELESS = "Guest";

/** An evening's texts are asked for again and again. */
const readBefore = new LimitedMap<string, PhoneNumber[]>(2_000);

/** The numbers of a phones string by which somebody can be known. */
export function numbersOf(phones: string, countryCode: string): PhoneNumber[] {
  const asked = `${countryCode} ${phones}`;
  const known = readBefore.get(asked) ?? readPhones(phones, countryCode).filter(({ key }) => key !== "");
  if (!readBefore.has(asked)) readBefore.set(asked, known);
  return [...known];
}

export function isNameless(name: string): boolean {
  return ["", foldText(NAMELESS)].includes(foldText(name));
}

/** Whether two customers may be one by their names; a name that was made up for somebody says nothing. */
export function customersAgree(one: string, other: string): boolean {
  return isNameless(one) || isNameless(other) || namesAgree(one, other);
}

/** A guest of a saved table, with the numbers that can be read. */
export interface SeatedGuest {
  id: string;
  name: string;
  phones: string;
  numbers: PhoneNumber[];
  /** `--MM-DD`, where the table says it. */
  birthday?: string;
}

/** An award, and the numbers of the customer who has it. */
interface GivenAward {
  guest_id: string | null;
  customer: { numbers: readonly PhoneMatch[] };
}

/**
 * Whether an award belongs to nobody at its table any more: its guest was taken away or moved, and nobody there has a number
 * of its customer. Awards from before guests had ids are let be.
 */
export function isNobodysAt(
  table: { ids: ReadonlySet<string>; guests: readonly SeatedGuest[] },
  { guest_id, customer }: GivenAward,
): boolean {
  if (guest_id === null || table.ids.has(guest_id)) return false;
  return !table.guests.some(({ numbers }) => sharesPhone(customer.numbers, numbers));
}

/**
 * The award that a guest of a table has already: the one that was given for this very guest, whatever number is written
 * down by now; else one of a customer with the same number, unless it is another guest's of the table.
 */
export function awardOf<Award extends GivenAward>(guest: SeatedGuest, atTable: readonly SeatedGuest[], awards: readonly Award[]) {
  const own = awards.find(({ guest_id }) => guest_id === guest.id);
  if (own) return own;
  const isOfAnother = ({ guest_id }: Award) => atTable.some(({ id }) => id === guest_id);
  return awards.find((award) => sharesPhone(award.customer.numbers, guest.numbers) && !isOfAnother(award));
}

/** The numbers that the guests of an award have by now: two of a table may be one customer. */
export function numbersNow<Award extends GivenAward>(
  table: { guests: readonly SeatedGuest[] },
  award: Award,
  awards: readonly Award[],
): PhoneNumber[] {
  return table.guests.filter((guest) => awardOf(guest, table.guests, awards) === award).flatMap(({ numbers }) => numbers);
}

/** Values that a table once had for the guest of an award, and has no more. */
export function unsaidNumbers<Said extends PhoneMatch>(
  table: { guests: readonly SeatedGuest[] },
  award: GivenAward & { numbers: readonly Said[] },
  awards: readonly GivenAward[],
): Said[] {
  const own = table.guests.find(({ id }) => id === award.guest_id)?.numbers ?? [];
  // Nearly always its own guest still says them all, and nobody else need be asked.
  if (
    awards.find(({ guest_id }) => guest_id === award.guest_id) === award &&
    award.numbers.every((number) => own.some((other) => samePhone(other, number)))
  )
    return [];
  const now = numbersNow(table, award, awards);
  return award.numbers.filter((number) => !now.some((other) => samePhone(other, number)));
}

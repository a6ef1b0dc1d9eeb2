import { byPlace } from "../../book/apply-decisions";
import type { About, Decision, FieldsByHand } from "../../book/record-shapes";
import { typedOf } from "../../merge-rule";
import { alsoNames, namesAgree } from "../../names";
import type { PhoneNumber } from "../../phones";
import { onlyIds, type TwoPeople } from "./divided-names";
import type { OpenDeciding } from "./open-deciding";

type Written = Extract<Decision, { kind: "fields" }>;

/** The numbers that only one of two people had. */
function alone(mine: About, theirs: About): PhoneNumber[] {
  return mine.numbers.filter(({ key, digits }) => key !== "" && !theirs.numbers.some((number) => number.digits === digits));
}

const isAmong = (numbers: readonly PhoneNumber[], { digits }: PhoneNumber) => numbers.some((one) => one.digits === digits);

/**
 * What was written of two while they were one would stand with both: the numbers and the names of either. It becomes two decisions in the place of
 * the one, each about one of them: with their own numbers and names, and with all else that was written. A number that came by it is the
 * first one's, and a name is whose it agrees with. So points, vouchers and messages are one guest's again.
 * @param since what was decided since they were one
 */
export function divideWritten(book: OpenDeciding, { one, other }: TwoPeople, since: readonly Decision[]): void {
  const meets = ({ about }: Decision, side: About) => about.records.some((id) => side.records.includes(id));
  for (const decision of since) {
    if (decision.kind !== "fields" || !meets(decision, one) || !meets(decision, other)) continue;
    const { name, numbers, also } = decision.values;
    if (name === undefined && numbers === undefined && also === undefined) continue;
    book.replace(decision, [firstHalf(decision, { one, other }), secondHalf(decision, { one, other })]);
  }
}

/** Whether a name that was written of both is the second one's. */
const isSeconds = ({ one, other }: TwoPeople, name: string) =>
  other.names.some((theirs) => namesAgree(theirs, name)) && !one.names.some((mine) => namesAgree(mine, name));

function firstHalf({ about, values, ...place }: Written, two: TwoPeople): Written {
  const theirs = alone(two.other, two.one);
  const theirNames = two.other.names.filter((name) => !two.one.names.includes(name));
  const numbers = values.numbers?.filter((number) => !isAmong(theirs, number));
  const also = values.also === undefined ? undefined : alsoNames(values.also).filter((name) => !theirNames.includes(name)).join("\n"); // biome-ignore format: one line
  return {
    ...place,
    id: `${place.id}/1`,
    about: {
      ...about,
      records: about.records.filter((id) => !two.other.records.includes(id)),
      numbers: about.numbers.filter((number) => !isAmong(theirs, number)),
      names: about.names.filter((name) => !theirNames.includes(name)),
    },
    values: { ...restOf(values), ...(values.name !== undefined && !isSeconds(two, values.name) && { name: values.name }), ...(also !== undefined && { also }), ...numbersOf(numbers) }, // biome-ignore format: one line
  };
}

function secondHalf({ about, values, ...place }: Written, two: TwoPeople): Written {
  const numbers = alone(two.other, two.one);
  const name = values.name !== undefined && isSeconds(two, values.name) ? values.name : undefined;
  return {
    ...place,
    id: `${place.id}/2`,
    about: {
      ...about,
      records: about.records.filter((id) => two.other.records.includes(id)),
      numbers,
      names: [...two.other.names, ...(name === undefined ? [] : [name])],
    },
    values: { ...restOf(values), ...(name !== undefined && { name }), ...numbersOf(values.numbers?.filter((number) => isAmong(numbers, number))) }, // biome-ignore format: one line
  };
}

function restOf({ name: _, numbers: __, phones: ___, also: ____, ...rest }: FieldsByHand): FieldsByHand {
  return rest;
}

/** Numbers written by hand; where none is left of them, those that the records say stand. */
function numbersOf(numbers: readonly PhoneNumber[] = []): FieldsByHand {
  return numbers.length === 0 ? {} : { numbers: [...numbers], phones: typedOf("", numbers) };
}

/**
 * A table of one may have said the numbers of both, also one that no End of Day has booked yet: the other's leave it. It is said of whoever has the
 * numbers that are one's alone, and of each guest by itself: of more it would link people whom somebody parted.
 */
export function keepNumbersApart(book: OpenDeciding, { one, other }: TwoPeople): void {
  for (const [mine, theirs] of [[one, other] as const, [other, one] as const]) {
    const digits = alone(theirs, mine).map((number) => number.digits);
    if (digits.length === 0) continue;
    for (const { about, guest } of book.heldBy(mine)) {
      const numbers = alone(mine, theirs).filter((number) => isAmong(guest.numbers, number));
      const names = [guest.name, ...alsoNames(guest.also)].filter((name) => mine.names.some((own) => namesAgree(own, name)));
      book.decide({ kind: "not-their-number", about: { ...about, numbers, names }, digits });
    }
  }
}

/**
 * Where more than two were made one, and are parted one after the other, a number may still stand with several of them: it is whose record said it
 * first. Numbers that two had before they were one stay both's.
 * @param seqs the guests that they are now
 */
export function eachNumberOnce(book: OpenDeciding, { one, other }: TwoPeople, seqs: readonly number[]): void {
  const { records } = book.around(one);
  const inOrder = records.toSorted(byPlace);
  const isShared = (number: PhoneNumber) => isAmong(one.numbers, number) && isAmong(other.numbers, number);
  const numbers = new Map(seqs.flatMap((seq) => book.known(seq).numbers).map((number) => [number.digits, number]));
  for (const number of numbers.values()) {
    const holders = seqs.filter((seq) => isAmong(book.known(seq).numbers, number));
    if (holders.length < 2 || number.key === "" || isShared(number)) continue;
    const said = inOrder.find((record) => isAmong(record.numbers, number) && holders.includes(record.contact_seq ?? 0));
    for (const seq of holders.filter((one) => one !== (said?.contact_seq ?? holders[0]))) takeNumber(book, seq, number);
  }
}

function takeNumber(book: OpenDeciding, seq: number, number: PhoneNumber): void {
  const about = onlyIds(book.aboutNow(seq));
  book.decide({ kind: "not-their-number", about, digits: [number.digits] });
  const { numbers } = book.known(seq);
  if (!isAmong(numbers, number)) return;
  const left = numbers.filter(({ digits }) => digits !== number.digits); // it was written by hand
  book.decide({ kind: "fields", about, values: { numbers: left, phones: typedOf("", left) } });
}

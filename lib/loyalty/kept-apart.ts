import type { Tx } from "../db/clients";

type Digits = { digits: string };

/** A table that says the numbers of both makes nobody one again. */
export async function keepApart(tx: Tx<"hub">, [one, other]: readonly [readonly Digits[], readonly Digits[]]): Promise<void> {
  for (const { digits } of one)
    for (const { digits: other_digits } of other) {
      const pair = { digits, other_digits };
      await tx.loyaltyParting.upsert({ where: { digits_other_digits: pair }, create: pair, update: {} });
    }
}

/** Those of the numbers of one person that are one person's: where two are two people's, the known one's, else the first one's. */
export async function ofOnePerson<One extends Digits>(
  tx: Tx<"hub">,
  numbers: readonly One[],
  known: readonly Digits[] = [],
): Promise<One[]> {
  if (numbers.length === 0 || numbers.length + known.length < 2) return [...numbers];
  const all = [...known, ...numbers].map(({ digits }) => digits);
  const pairs = await tx.loyaltyParting.findMany({ where: { digits: { in: all }, other_digits: { in: all } } });
  const areTwo = (one: Digits, other: Digits) => pairs.some(({ digits, other_digits }) => [one.digits, other.digits].every((own) => own === digits || own === other_digits) && one.digits !== other.digits); // biome-ignore format: one line
  const theirs: One[] = [];
  for (const number of numbers) if (![...known, ...theirs].some((other) => areTwo(number, other))) theirs.push(number);
  return theirs;
}

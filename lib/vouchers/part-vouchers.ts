import type { Tx } from "../db/clients";
import { type PhoneMatch, type PhoneNumber, samePhone } from "../phones";

type Numbered = { guests: readonly { numbers: readonly PhoneNumber[] }[] };

/**
 * A voucher that was made for two people while they were one, or learned the numbers of both, is of whom it was made for: the other's numbers find it
 * no more, and they can have one of their own.
 */
export async function partVouchers(tx: Tx<"hub">, [one, other]: readonly [Numbered, Numbered]): Promise<void> {
  const numbersOf = ({ guests }: Numbered) => guests.flatMap(({ numbers }) => numbers);
  const has = (side: Numbered, number: PhoneMatch) => numbersOf(side).some((mine) => samePhone(mine, number));
  const keys = [one, other].flatMap(numbersOf).map(({ key }) => key).filter(Boolean); // biome-ignore format: one line
  const vouchers = await tx.voucher.findMany({ where: { numbers: { some: { key: { in: keys } } } }, include: { numbers: true } });
  for (const { id, key, calling_code, numbers } of vouchers) {
    const isOf = (side: Numbered) => has(side, { key, calling_code });
    if (isOf(one) === isOf(other)) continue; // of both, or of somebody whose number neither has
    const others = isOf(one) ? other : one;
    const mine = isOf(one) ? one : other;
    const foreign = numbers.filter((number) => has(others, number) && !has(mine, number)).map(({ digits }) => digits);
    if (foreign.length > 0) await tx.voucherNumber.deleteMany({ where: { voucher_id: id, digits: { in: foreign } } });
  }
}

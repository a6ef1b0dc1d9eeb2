import { createHmac, timingSafeEqual } from "node:crypto";

/** Six digits that a guest reads out: made of the redemption, so that a call that is repeated sends the same. @param key the hub's */
export function codeOf(redemptionId: string, key: Buffer): string {
  const made = createHmac("sha256", key).update(`loyalty code ${redemptionId}`).digest();
  return String(made.readUInt32BE(0) % 1_000_000).padStart(6, "0");
}

export function isSame(one: string, other: string): boolean {
  const [a, b] = [Buffer.from(one), Buffer.from(other)];
  return a.length === b.length && timingSafeEqual(a, b);
}

const MARK = "DL1";

/** A card of a loyalty customer: the first one is 0, and each that replaces another one more. */
export interface Card {
  customer: string;
  number: number;
}

/** The first card of a customer is named as before there was a second one. */
const placeOf = ({ customer, number }: Card) => (number === 0 ? customer : `${customer}.${number}`);

/**
 * What the QR code on a guest's statement says: whoever has it says yes to a reward for that guest. No name, no number, and no balance.
 * @param key the hub's, as of the addresses of vouchers
 */
export const codeOfCard = (card: Card, key: Buffer) => `${MARK}/${placeOf(card)}/${signatureOf(card, key)}`;

const signatureOf = (card: Card, key: Buffer) =>
  createHmac("sha256", key)
    .update(`loyalty card ${placeOf(card)}`)
    .digest("base64url")
    .slice(0, 32);

/** The card of a code, whether it was replaced or not; null for anything that the hub has not signed. */
export function cardOfCode(code: string, key: Buffer): Card | null {
  const [mark, place = "", signature = "", ...more] = code.trim().split("/");
  const [customer = "", number = "0"] = place.split(".");
  if (mark !== MARK || customer === "" || more.length > 0) return null;
  const card = { customer, number: Number(number) };
  return isSame(signature, signatureOf(card, key)) ? card : null;
}

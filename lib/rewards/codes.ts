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

/**
 * What the QR code on a guest's statement says: whoever has it says yes to a reward for that guest. No name, no number, and no balance.
 * @param key the hub's, as of the addresses of vouchers
 */
export const cardOf = (customerId: string, key: Buffer) => `${MARK}/${customerId}/${signatureOf(customerId, key)}`;

const signatureOf = (customerId: string, key: Buffer) =>
  createHmac("sha256", key).update(`loyalty card ${customerId}`).digest("base64url").slice(0, 32);

/** The customer of a card's code; null for anything that the hub has not signed. */
export function customerOfCard(code: string, key: Buffer): string | null {
  const [mark, id = "", signature = "", ...more] = code.trim().split("/");
  if (mark !== MARK || id === "" || more.length > 0) return null;
  return isSame(signature, signatureOf(id, key)) ? id : null;
}

import { createHmac, timingSafeEqual } from "node:crypto";

/** How a voucher can be looked at. */
export type Look = "image" | "thumbnail" | "pdf";

export interface Signed {
  /** Seconds since 1970. */
  expires: number;
  signature: string;
}

/** How long an address holds at least, in seconds: as long as somebody looks through a guest's vouchers. */
const HOLDS = 15 * 60;

/** On full quarters of an hour, so that a picture that is shown again keeps its address, and a browser its copy. */
export function expiryFrom(instant: Date): number {
  return (Math.ceil(instant.getTime() / 1000 / HOLDS) + 1) * HOLDS;
}

/** An address below the API that shows one voucher in one way until a moment, to whoever holds it. */
export function signedAddress(id: string, look: Look, expires: number, key: Buffer): string {
  return `/vouchers/${id}/${look}?expires=${expires}&signature=${signatureOf(id, look, expires, key)}`;
}

export function isSigned(id: string, look: Look, { expires, signature }: Signed, key: Buffer): boolean {
  const [given, right] = [Buffer.from(signature), Buffer.from(signatureOf(id, look, expires, key))];
  return given.length === right.length && timingSafeEqual(given, right);
}

function signatureOf(id: string, look: Look, expires: number, key: Buffer): string {
  return createHmac("sha256", key).update(`${id} ${look} ${expires}`).digest("base64url");
}

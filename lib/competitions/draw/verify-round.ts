import { createHash } from "node:crypto";
import { bls12_381 } from "@noble/curves/bls12-381.js";
import { QUICKNET, type Round } from "./quicknet";

/**
 * Whether quicknet signed a round. It takes a tenth of a second: in a thread alone.
 * @returns the round's randomness in hex; null for anything that the pinned key has not signed for this very round
 */
export function randomnessOf({ round, signature }: Round): string | null {
  if (!Number.isSafeInteger(round) || round < 1 || !/^[0-9a-f]{96}$/.test(signature)) return null;
  const bytes = Buffer.from(signature, "hex");
  return isSigned(round, bytes) ? createHash("sha256").update(bytes).digest("hex") : null;
}

function isSigned(round: number, signature: Buffer): boolean {
  const { shortSignatures } = bls12_381;
  const number = Buffer.alloc(8);
  number.writeBigUInt64BE(BigInt(round));
  const message = createHash("sha256").update(number).digest();
  try {
    const point = shortSignatures.hash(Uint8Array.from(message), QUICKNET.domain);
    return shortSignatures.verify(Uint8Array.from(signature), point, Uint8Array.from(Buffer.from(QUICKNET.publicKey, "hex")));
  } catch {
    return false; // no point of the curve, or of another group
  }
}

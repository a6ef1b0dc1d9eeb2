import { randomBytes } from "node:crypto";
import { hash, verify } from "@node-rs/argon2";
import { processWide } from "../process-wide";

/** argon2id with 46 MiB, one pass and one lane: a listed choice of OWASP ASVS 5, about 15 ms on a small server. */
const COST = { memoryCost: 47_104, timeCost: 1, parallelism: 1 };

/** How every hash of this cost begins. */
const OF_THIS_COST = `$argon2id$v=19$m=${COST.memoryCost},t=${COST.timeCost},p=${COST.parallelism}$`;

/** For somebody who has none to choose: 72 bits, in letters, digits, `-` and `_`. */
export function madeUpPassword(): string {
  return randomBytes(9).toString("base64url");
}

export function hashPassword(password: string): Promise<string> {
  return hash(password, COST);
}

/**
 * Whether a password is right. Without a hash, when no such user exists, it works just as long and says no: the time of
 * the answer must not tell which names exist.
 */
export async function passwordIsRight(password: string, passwordHash: string | null): Promise<boolean> {
  const stranger = processWide("hash of nobody", () => hashPassword("nobody has this password"));
  const right = await verify(passwordHash ?? (await stranger), password);
  return right && passwordHash !== null;
}

/** Whether a hash was made at another cost than passwords are hashed at now. */
export function isOfAnotherCost(passwordHash: string): boolean {
  return !passwordHash.startsWith(OF_THIS_COST);
}

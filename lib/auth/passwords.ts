import { randomBytes } from "node:crypto";
import { hash, verify } from "@node-rs/argon2";
import { processWide } from "../process-wide";
import { memoryOfHash } from "../test-hooks";

/** argon2id with 46 MiB, one pass and one lane: a listed choice of OWASP ASVS 5, about 15 ms on a small server. */
const cost = () => ({ memoryCost: memoryOfHash(47_104), timeCost: 1, parallelism: 1 });

/** How every hash of this cost begins. */
function beginning(): string {
  const { memoryCost, timeCost, parallelism } = cost();
  return `$argon2id$v=19$m=${memoryCost},t=${timeCost},p=${parallelism}$`;
}

/** For somebody who has none to choose: 72 bits, in letters, digits, `-` and `_`. */
export function madeUpPassword(): string {
  return randomBytes(9).toString("base64url");
}

export function hashPassword(password: string): Promise<string> {
  return hash(password, cost());
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
  return !passwordHash.startsWith(beginning());
}

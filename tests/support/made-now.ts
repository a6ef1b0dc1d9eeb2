import { readFileSync } from "node:fs";
import path from "node:path";
import { decode, encode } from "next-auth/jwt";

/** How long an access token lasts, and a sign-in, in seconds. */
const ACCESS = 900;
const SIGN_IN = 7 * 24 * 3_600;

/**
 * The same token as if it had just been made: an access token lasts a quarter of an hour, and all tests together longer. One of
 * another secret stays what it is.
 * @param data the data folder whose secret it was made with, or a copy of it
 */
export async function madeNow(token: string, data: string): Promise<string> {
  const secret = readFileSync(path.join(data, "auth-secret"), "utf8");
  const claims = await decode({ token, secret }).catch(() => null);
  if (!claims) return token;
  return encode({ token: { ...claims, until: Math.floor(Date.now() / 1_000) + ACCESS }, secret, maxAge: SIGN_IN });
}

import { decode, encode } from "next-auth/jwt";
import { dataDir } from "../db/files";
import { processWide } from "../process-wide";
import { COOKIE_NAMES } from "./cookie-names";
import { authSecret } from "./secret";

/** Seconds that a sign-in lasts: a week of evenings on a tablet. It ends at once when somebody logs out. */
export const SIGN_IN_LASTS = 7 * 24 * 3600;

/** What a token says: nothing but which sign-in it belongs to. Who that is, and what they may, the hub says at each call. */
export interface TokenClaims {
  sid: string;
}

/** An encrypted token (JWE, A256GCM) of next-auth's own kind, for the cookie and for `Authorization: Bearer` alike. */
export function makeToken(claims: TokenClaims): Promise<string> {
  return encode({ token: { ...claims }, secret: authSecret(), maxAge: SIGN_IN_LASTS });
}

interface KnownToken {
  sid: string;
  /** Seconds since 1970 of the machine's own clock, by which next-auth stamps and judges a token. */
  expires: number;
}

/** So many tokens that were read lately are remembered: deriving the key and decrypting cost more than most calls. */
const REMEMBERED = 2_000;

const knownTokens = () => processWide(`tokens of ${dataDir()}`, () => new Map<string, KnownToken>());

/**
 * The sign-in that a token names, or null for a token that is forged, torn or too old. Whether that sign-in still holds,
 * the hub says at each call.
 */
export async function readToken(token: string): Promise<TokenClaims | null> {
  const tokens = knownTokens();
  const known = tokens.get(token) ?? (await decrypt(token));
  if (!known || known.expires <= Date.now() / 1000) return null;
  tokens.delete(token); // and to the end of the map, so that the first is the one that was not used for longest
  tokens.set(token, known);
  if (tokens.size > REMEMBERED) tokens.delete(tokens.keys().next().value ?? "");
  return { sid: known.sid };
}

async function decrypt(token: string): Promise<KnownToken | null> {
  try {
    const claims = await decode({ token, secret: authSecret() });
    return typeof claims?.sid === "string" ? { sid: claims.sid, expires: Number(claims.exp) } : null;
  } catch {
    return null;
  }
}

/** How a token came: a bearer was put there by a program, a cookie goes along with every request of a browser. */
export type TokenSource = "bearer" | "cookie";

/** The token of a request: `Authorization: Bearer`, else `x-token`, else the page's cookie. */
export function tokenOf(headers: Headers): { token: string; source: TokenSource } | null {
  const bearer = /^Bearer\s+(\S+)$/i.exec(headers.get("authorization") ?? "")?.[1] ?? headers.get("x-token");
  if (bearer) return { token: bearer, source: "bearer" };
  const cookie = cookieOf(headers.get("cookie") ?? "");
  return cookie ? { token: cookie, source: "cookie" } : null;
}

function cookieOf(header: string): string | null {
  for (const pair of header.split(";")) {
    const at = pair.indexOf("=");
    const name = pair.slice(0, at).trim();
    // As it is: a token has no sign that a cookie would write in another way.
    if ((COOKIE_NAMES as readonly string[]).includes(name)) return pair.slice(at + 1).trim();
  }
  return null;
}

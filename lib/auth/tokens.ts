import { decode, encode } from "next-auth/jwt";
import * as z from "zod";
import { dataDir } from "../db/files";
import { env } from "../env";
import { LimitedMap } from "../limited-map";
import { processWide } from "../process-wide";
import { COOKIE_NAMES } from "./cookie-names";
import { authSecret } from "./secret";

/** Seconds that a sign-in lasts, however often its tokens are renewed: a week of evenings on a tablet. It ends at once when somebody logs out. */
export const SIGN_IN_LASTS = 7 * 24 * 3600;

/**
 * What a token says: which sign-in it belongs to, and of which of its pairs it is. Who that is, and what they may, the hub says
 * at each call. `access` opens calls for a quarter of an hour; `refresh` gets the next pair, and is the pages' cookie.
 */
export interface TokenClaims {
  sid: string;
  /** The number of the pair. */
  pair: number;
  use: "access" | "refresh";
  /** Seconds since 1970 until which it opens calls; a cookie does that as long as the access token that was made with it. */
  until: number;
}

/** The machine's own clock, by which next-auth stamps and judges a token. In seconds. */
const seconds = () => Date.now() / 1000;

/** The claims of a new token. */
export function newClaims(sid: string, pair: number, use: TokenClaims["use"]): TokenClaims {
  return { sid, pair, use, until: Math.floor(seconds()) + env().ACCESS_LASTS };
}

/** An encrypted token (JWE, A256GCM) of next-auth's own kind, for the cookie and for `Authorization: Bearer` alike. */
function makeToken(claims: TokenClaims): Promise<string> {
  return encode({ token: { ...claims }, secret: authSecret(), maxAge: SIGN_IN_LASTS });
}

/** The tokens of a sign-in, as clients get them. @param number of the pair */
export async function newPair(sid: string, number: number) {
  const access = newClaims(sid, number, "access");
  return {
    access_token: await makeToken(access),
    token_type: "bearer" as const,
    expires_at: new Date(access.until * 1_000).toISOString(),
    refresh_token: await makeToken(newClaims(sid, number, "refresh")),
  };
}

interface KnownToken extends TokenClaims {
  /** Seconds since 1970. */
  expires: number;
}

/** So many tokens that were read lately are remembered: deriving the key and decrypting cost more than most calls. */
const REMEMBERED = 2_000;

const knownTokens = () => processWide(`tokens of ${dataDir()}`, () => new LimitedMap<string, KnownToken>(REMEMBERED));

/**
 * What a token says, or null for one that is forged, torn or too old. Whether its sign-in still holds, the hub says at each call.
 */
export async function readToken(token: string): Promise<TokenClaims | null> {
  const tokens = knownTokens();
  const known = tokens.get(token) ?? (await decrypt(token));
  if (!known || known.expires <= seconds()) return null;
  tokens.set(token, known);
  return known;
}

/** Whether a token still opens calls, and not pages alone. */
export function opensCalls({ until }: TokenClaims): boolean {
  return until > seconds();
}

async function decrypt(token: string): Promise<KnownToken | null> {
  try {
    const said = claimsSchema.safeParse(await decode({ token, secret: authSecret() }));
    return said.success ? { ...said.data, expires: said.data.exp } : null;
  } catch {
    return null;
  }
}

const claimsSchema = z.object({
  sid: z.string(),
  pair: z.number().int().min(0),
  use: z.enum(["access", "refresh"]),
  until: z.number(),
  exp: z.number(),
});

/** How a token came: a bearer was put there by a program, a cookie goes along with every request of a browser. */
export type TokenSource = "bearer" | "cookie";

/** The token of a request: `Authorization: Bearer`, else `x-token`, else the page's cookie. */
export async function tokenOf(headers: Headers): Promise<{ token: string; source: TokenSource } | null> {
  const bearer = /^Bearer\s+(\S+)$/i.exec(headers.get("authorization") ?? "")?.[1] ?? headers.get("x-token");
  if (bearer) return { token: bearer, source: "bearer" };
  const cookie = await readCookie(headers);
  return cookie && { token: cookie.token, source: "cookie" };
}

/**
 * The pages' cookie of a request, and by which of its names it came; null for none. Of several the newest: a browser knows no
 * ports, so another program of this machine may have one of the same name, and http and https each have their own.
 */
export async function readCookie(headers: Headers): Promise<{ name: string; token: string } | null> {
  const found = cookiesIn(headers.get("cookie") ?? "");
  if (found.length < 2) return found[0] ?? null;
  const made = await Promise.all(found.map(async ({ token }) => (await readToken(token))?.until ?? 0));
  return found[made.indexOf(Math.max(...made))] ?? null;
}

/** Whether anything came by the name of the pages' cookie. */
export const hasCookie = (headers: Headers) => cookiesIn(headers.get("cookie") ?? "").length > 0;

function cookiesIn(header: string): { name: string; token: string }[] {
  const pairs = header.split(";").map((pair) => {
    const at = pair.indexOf("=");
    // As it is: a token has no sign that a cookie would write in another way.
    return { name: pair.slice(0, at).trim(), token: pair.slice(at + 1).trim() };
  });
  return pairs.filter(({ name, token }) => (COOKIE_NAMES as readonly string[]).includes(name) && token !== "").slice(0, MOST_COOKIES);
}

/** So many cookies of one name are looked at. */
const MOST_COOKIES = 4;

/** The pages' cookie as next-auth writes it. @param token null takes it away */
export function setCookieOf(name: string, token: string | null): string {
  const secure = name.startsWith("__Secure-") ? "; Secure" : "";
  return `${name}=${token ?? ""}; Path=/; Max-Age=${token === null ? 0 : SIGN_IN_LASTS}; HttpOnly; SameSite=Lax${secure}`;
}

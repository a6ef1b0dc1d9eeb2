/*
 * next-auth takes an address to go on to from the query, the body and a cookie, and fails with a stack, and the caller's own words in
 * it, where one cannot be read. What it would fail at is looked for here first.
 */

/** Our one provider, as next-auth's own answer names it, but by addresses of whichever server was asked. */
export const PROVIDERS = {
  credentials: {
    id: "credentials",
    name: "Credentials",
    type: "credentials",
    signinUrl: "/api/auth/signin/credentials",
    callbackUrl: "/api/auth/callback/credentials",
  },
};

/** Whether a call holds something that next-auth cannot read. @param body as it came */
export function hasForeignWords({ url, headers }: Request, body: string): boolean {
  const host = headers.get("x-forwarded-host") ?? headers.get("host");
  if (host !== null && !isAddress(`http://${host}`)) return true;
  const inBody = addressesOf(body, headers.get("content-type") ?? "");
  if (inBody === null) return true;
  const inQuery = new URL(url).searchParams.getAll("callbackUrl");
  return [...inQuery, ...inBody, ...inCookies(headers.get("cookie") ?? "")].some((text) => text !== "" && !isAddress(text));
}

/** As next-auth reads it: a path of ours, or a whole address of the web. */
function isAddress(text: string): boolean {
  const base = text.startsWith("/") ? "http://localhost" : undefined;
  return URL.canParse(text, base) && /^https?:$/.test(new URL(text, base).protocol);
}

/** @returns null for a body that cannot be read */
function addressesOf(body: string, type: string): string[] | null {
  if (!type.includes("application/json")) return new URLSearchParams(body).getAll("callbackUrl");
  try {
    const read: unknown = JSON.parse(body);
    if (typeof read !== "object" || read === null) return null;
    if (!("callbackUrl" in read)) return [];
    return typeof read.callbackUrl === "string" ? [read.callbackUrl] : null;
  } catch {
    return null;
  }
}

function inCookies(cookies: string): string[] {
  return cookies.split(/; */).flatMap((cookie) => {
    const [, text] = /^(?:__Secure-)?next-auth\.callback-url="?([^"]*)"?$/.exec(cookie.trim()) ?? [];
    return text === undefined ? [] : [unescaped(text)];
  });
}

/** What is escaped wrongly is no address. */
function unescaped(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return "%";
  }
}

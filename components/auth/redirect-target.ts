const HOME = "/";

/**
 * Where to go after signing in: path, query and hash of the page that somebody wanted on this very site, as a browser
 * resolves them. Whatever could lead to another site, back to the sign-in page or to an answer of the API leads home.
 */
export function redirectTarget(search: string, origin: string): string {
  const wanted = new URLSearchParams(search).get("redirect") ?? "";
  if (!wanted.startsWith("/")) return HOME;
  try {
    const page = new URL(wanted, origin);
    return page.origin === origin && isPage(page.pathname) ? page.pathname + page.search + page.hash : HOME;
  } catch {
    return HOME;
  }
}

/**
 * Looks at the resolved path: `/.//evil.test` is a path of this site, and what is left of it, `//evil.test`, is the
 * address of another one as soon as it is navigated to. Decoded, because whatever stands in between may decode it.
 * @throws URIError for a path that is no text
 */
function isPage(path: string): boolean {
  const read = decodeURIComponent(path);
  return !/^\/[/\\]/.test(read) && !/^\/(login|api)(\/|$)/.test(read);
}

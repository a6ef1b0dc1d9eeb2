/**
 * Where to go after signing in: the path and query that somebody wanted, on this very site. Anything that a browser
 * could read as another site's address leads home.
 */
export function redirectTarget(search: string, origin: string): string {
  const wanted = new URLSearchParams(search).get("redirect") ?? "";
  if (!wanted.startsWith("/")) return "/";
  try {
    const url = new URL(wanted, origin);
    const isSafe = url.origin === origin && url.pathname !== "/login" && !url.pathname.startsWith("/api/");
    return isSafe ? url.pathname + url.search + url.hash : "/";
  } catch {
    return "/";
  }
}

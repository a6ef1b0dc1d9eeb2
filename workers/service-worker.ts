/// <reference lib="webworker" />

import { type PrecacheEntry, Serwist } from "serwist";
import { pageOf } from "../lib/guest-page/guest-address";
import { SHELL_CACHE, TAKE_ME_TOO } from "../lib/offline-shell";

/**
 * The browser's service worker: code, fonts and icons are there without network, and a page that was seen opens again.
 * What a page shows comes from calls, and those are never answered from here.
 */
declare const self: ServiceWorkerGlobalScope;
/** Put in by the build. */
declare const __APP_FILES__: PrecacheEntry[];

/** How long a server may take for a page that is kept here, in milliseconds. */
const PATIENCE = 4_000;

const serwist = new Serwist({
  precacheEntries: __APP_FILES__,
  clientsClaim: true,
  // A new version waits until the page says that nothing is typed.
  skipWaiting: false,
  runtimeCaching: [
    {
      matcher: ({ request, sameOrigin, url }) => sameOrigin && request.mode === "navigate" && !url.pathname.startsWith("/api"),
      handler: ({ request }) => page(request),
    },
  ],
});

// Anybody's sign-in page, so without cookies.
self.addEventListener("install", (event) => {
  event.waitUntil(fetch("/login", { credentials: "omit", headers: { accept: "text/html" } }).then((login) => keep("/login", login)));
});
// A page of an older build names files that are gone by now.
self.addEventListener("activate", (event) => event.waitUntil(dropOldPages()));
// `clientsClaim` misses a page that was on its way just then, such as the one after signing in.
self.addEventListener("message", ({ data }) => {
  if (data === TAKE_ME_TOO) void self.clients.claim();
});
serwist.addEventListeners();

async function dropOldPages(): Promise<void> {
  const files = new Set(__APP_FILES__.map(({ url }) => url));
  const cache = await caches.open(SHELL_CACHE);
  for (const request of await cache.keys()) {
    const html = (await (await cache.match(request))?.text()) ?? "";
    const named = html.match(/\/_next\/static\/[\w/~.-]+\.js/g) ?? [];
    if (named.some((file) => !files.has(file))) await cache.delete(request);
  }
}

async function page(request: Request): Promise<Response> {
  const { pathname, search } = new URL(request.url);
  const kept = await (await caches.open(SHELL_CACHE)).match(pathname);
  try {
    const answer = await fetch(request, kept ? { signal: AbortSignal.timeout(PATIENCE) } : undefined);
    if (answer.status >= 502 && kept) return kept;
    // A guest's page is a frame with their id in it: one for each, and after an erasing too.
    if (pathname !== "/login" && !pathname.startsWith(pageOf(""))) await keep(pathname, answer.clone());
    return answer;
  } catch (error) {
    if (kept) return kept;
    const shell = await caches.open(SHELL_CACHE);
    // Somebody is signed in here: a page that nobody kept is no reason to ask for a password.
    if (pathname !== "/login" && (await shell.match("/"))) return Response.redirect("/");
    const login = await shell.match("/login");
    if (!login) throw error;
    return Response.redirect(`/login?redirect=${encodeURIComponent(pathname + search)}`);
  }
}

async function keep(path: string, answer: Response): Promise<void> {
  if (answer.status === 200 && !answer.redirected && answer.type === "basic") await (await caches.open(SHELL_CACHE)).put(path, answer);
}

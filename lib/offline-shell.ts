/** Where a browser keeps the pages' frames for the time without network; emptied at logging out. */
export const SHELL_CACHE = "daftar-pages";

/** The addresses that the server gives for it: the service worker, and the list of every file of the pages. */
export const SERVICE_WORKER = "/sw.js";
export const APP_FILES = "/app-files.json";

/** The message from a page to a service worker that does not control it yet, because it loaded while the worker was taking over. */
export const TAKE_ME_TOO = "TAKE_ME_TOO";

/** What a page says to a service worker that waits: take over now. Serwist's own word. */
export const TAKE_OVER = { type: "SKIP_WAITING" };

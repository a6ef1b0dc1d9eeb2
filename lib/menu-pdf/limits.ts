/** Bytes of a menu: WhatsApp takes 100 MB, and no guest waits for that at a table. */
export const LARGEST_MENU = 32 * 1024 * 1024;

/** More pages are a book, or an attack. */
export const MOST_PAGES = 100;

/** Bytes of memory that the process that reads a menu may take: what unpacks to more is no menu. */
export const MOST_MEMORY = 400 * 1024 * 1024;

/** How long a menu is read at most, in milliseconds. */
export const MOST_TIME = 60_000;

/** Pixels of one picture inside: a phone cannot draw more. */
export const MOST_PIXELS = 60_000_000;

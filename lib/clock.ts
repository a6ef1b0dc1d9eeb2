import { DEFAULT_TIME_ZONE, localDate } from "./local-time";

declare const __TEST_HOOKS__: boolean | undefined;

/** Next bundles the pages apart from the server: what a test sets is set for the process. */
const shared = globalThis as typeof globalThis & { daftarClock?: (() => Date) | null };

if (typeof __TEST_HOOKS__ !== "undefined" && __TEST_HOOKS__ && process.env.TEST_CLOCK_FILE) {
  const file = process.env.TEST_CLOCK_FILE;
  // Not imported: what people type is checked in the browser too, by this clock, and there is no such module there.
  shared.daftarClock = () => new Date(process.getBuiltinModule("node:fs").readFileSync(file, "utf8").trim());
}

/** The server's one clock: every schedule, check and stored time reads it. */
export function now(): Date {
  return shared.daftarClock?.() ?? new Date();
}

/** ISO 8601 in UTC with Z: how every instant is stored. */
export function timestamp(): string {
  return now().toISOString();
}

/** What a browser knows of its server: `ahead` in milliseconds by which that clock is ahead of the device's. */
interface ServerClock {
  ahead: number;
  timeZone: string;
}

let followed: ServerClock | null = null;

/** Lets a browser take the server's calendar date for today: a tablet's own clock and its time zone may be wrong. */
export function followServer(server: ServerClock): void {
  followed = server;
}

/** The local calendar date, YYYY-MM-DD, in the time zone of the settings; in a browser, that of the server it follows. */
export function localToday(): string {
  if (followed) return localDate(new Date(now().getTime() + followed.ahead), followed.timeZone);
  return localDate(now(), globalThis.process?.env?.TIME_ZONE || DEFAULT_TIME_ZONE);
}

/** Sets this process's clock for a test; null gives the real one back. */
export function setClock(clock: (() => Date) | null): void {
  shared.daftarClock = clock;
}

import { vi } from "vitest";
import { setClock } from "../../lib/clock";

/** Stops the server's clock at an instant, given in UTC. */
export function clockAt(instant: string): void {
  setClock(() => new Date(instant));
}

/** A server's clock that stands still until the test lets time pass. @param start the instant, in UTC, at which each test begins it */
export function standingClock(start: string): { begin: () => void; pass: (seconds: number) => void } {
  let at = Date.parse(start);
  const set = () => clockAt(new Date(at).toISOString());
  return {
    begin: () => {
      at = Date.parse(start);
      set();
    },
    pass: (seconds) => {
      at += seconds * 1000;
      set();
    },
  };
}

/** Gives the test the monotonic clock, by which failures, calls and refusals are counted. */
export function holdMonotonicClock(): { pass: (milliseconds: number) => void } {
  let offset = 0;
  const begun = Math.floor(performance.now()); // whole, so that sums of it are exact
  vi.spyOn(performance, "now").mockImplementation(() => begun + offset);
  return {
    pass: (milliseconds) => {
      offset += milliseconds;
    },
  };
}

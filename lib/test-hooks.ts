/**
 * The hooks of the tests: points at which the process kills itself, a clock that a file sets (`clock.ts`), and a server
 * that goes on with another data folder. The production build replaces this constant by false, and drops what stands behind it; a test looks.
 */
import { existsSync, readFileSync, renameSync, rmSync } from "node:fs";
import { setTimeout as pause } from "node:timers/promises";

declare const __TEST_HOOKS__: boolean | undefined;

const passes = new Map<string, number>();

/**
 * A named point at which a kill test ends the process as a power cut would: `TEST_FAILPOINT=save-table:committed` kills
 * at the first pass, `save-table:committed*3` at the third. `TEST_FAILPOINT=@FILE` reads the same from a file at each
 * point, so that a running server can be armed.
 */
export function failpoint(name: string): void {
  if (typeof __TEST_HOOKS__ === "undefined" || !__TEST_HOOKS__) return;
  const setting = process.env.TEST_FAILPOINT ?? "";
  const armed = setting.startsWith("@") ? readFileSync(setting.slice(1), "utf8").trim() : setting;
  const [wanted, pass = "1"] = armed.split("*");
  if (wanted !== name) return;
  const count = (passes.get(name) ?? 0) + 1;
  passes.set(name, count);
  if (count === Number(pass)) process.kill(process.pid, "SIGKILL");
}

/**
 * How often something is looked at: a test that has set the clock forward need not wait as long as people do.
 * @param usual milliseconds, as is the answer
 */
export function pauseBetweenLooks(usual: number): number {
  if (typeof __TEST_HOOKS__ === "undefined" || !__TEST_HOOKS__) return usual;
  return Number(process.env.TEST_LOOKS_EVERY ?? usual);
}

/**
 * A step that takes longer, so that a test need not have hundreds of guests to press something meanwhile:
 * `TEST_SLOWLY=vouchers:500` keeps each voucher half a second; the file of `TEST_PACE_FILE` says other milliseconds to a running server.
 */
export async function slowly(name: string): Promise<void> {
  if (typeof __TEST_HOOKS__ === "undefined" || !__TEST_HOOKS__) return;
  const [wanted, ms] = (process.env.TEST_SLOWLY ?? "").split(":");
  if (wanted !== name) return;
  const { TEST_PACE_FILE: pace = "" } = process.env;
  await pause(Number(existsSync(pace) ? readFileSync(pace, "utf8") : ms));
}

/**
 * How much memory a hash of a password takes: most tests sign people in, and few are about how dear a guess is.
 * `TEST_HASH_KIB=1024` takes a fiftieth of the time.
 * @param usual KiB, as is the answer
 */
export function memoryOfHash(usual: number): number {
  if (typeof __TEST_HOOKS__ === "undefined" || !__TEST_HOOKS__) return usual;
  return Number(process.env.TEST_HASH_KIB || usual);
}

/**
 * How many rows of a file come in at once, and in one step of a large import: `TEST_IMPORT_PART=2` takes a file of three rows in two steps.
 * @param usual rows, as is the answer
 */
export function rowsOfPart(usual: number): number {
  if (typeof __TEST_HOOKS__ === "undefined" || !__TEST_HOOKS__) return usual;
  return Number(process.env.TEST_IMPORT_PART || usual);
}

/** How many rows of a file are taken at all: `TEST_IMPORT_MOST`. @param usual rows, as is the answer */
export function rowsOfFile(usual: number): number {
  if (typeof __TEST_HOOKS__ === "undefined" || !__TEST_HOOKS__) return usual;
  return Number(process.env.TEST_IMPORT_MOST || usual);
}

/**
 * How long what is not needed now is waited with, or kept: `TEST_PAGES_AFTER` before a server loads its pages by itself, where no test
 * asks it for one, and `TEST_THREADS_IDLE` until threads end of which nobody asks anything.
 * @param usual milliseconds, as is the answer
 */
export function waitOf(what: "pages" | "threads", usual: number): number {
  if (typeof __TEST_HOOKS__ === "undefined" || !__TEST_HOOKS__) return usual;
  return Number((what === "pages" ? process.env.TEST_PAGES_AFTER : process.env.TEST_THREADS_IDLE) || usual);
}

/** What a server does around the moment in which its data folder becomes another one. */
export interface Exchange {
  /** Lets go of everything that belongs to the folder. */
  leave: () => Promise<unknown>;
  /** Begins with the data folder as it is. */
  enter: () => Promise<unknown>;
}

/**
 * Lets the process that started this server put another folder in the place of its data folder, so that not each test in
 * a browser waits for a server of its own. It asks and hears the end over Node's channel between the two.
 */
export function exchangeFolders(place: () => string, { leave, enter }: Exchange): void {
  if (typeof __TEST_HOOKS__ === "undefined" || !__TEST_HOOKS__) return;
  process.on("message", async ({ test_folder }: { test_folder: string }) => {
    try {
      await leave();
      rmSync(place(), { recursive: true });
      renameSync(test_folder, place()); // in the same breath: what a timer opens meanwhile is the old folder or the new one
      await enter();
      process.send?.({ entered: test_folder });
    } catch (error) {
      console.error(error);
      process.exit(1);
    }
  });
}

/**
 * The hooks of the tests: points at which the process kills itself, and a clock that a file sets (`clock.ts`). The
 * production build replaces this constant by false, and drops what stands behind it; a test looks.
 */
import { readFileSync } from "node:fs";

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

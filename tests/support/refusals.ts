import { syncBuiltinESMExports } from "node:module";
import { onTestFinished, vi } from "vitest";

/**
 * Makes a function of a Node module fail for some paths, until the test is done. The tests run as root, to whom the
 * system itself refuses nothing.
 * @param codeFor the error's code for a path, such as `EACCES`; null lets the call through
 */
export function refuse<Name extends string>(
  module: Record<Name, (...args: never[]) => unknown>,
  name: Name,
  codeFor: (pathname: string) => string | null,
): void {
  const original = module[name] as (...args: unknown[]) => unknown;
  const refusing = (...args: unknown[]) => {
    const code = codeFor(String(args[0]));
    if (code) throw Object.assign(new Error(`${code}: ${String(args[0])}`), { code });
    return original(...args);
  };
  vi.spyOn(module as Record<string, typeof refusing>, name).mockImplementation(refusing);
  syncBuiltinESMExports();
  onTestFinished(() => {
    vi.restoreAllMocks();
    syncBuiltinESMExports();
  });
}

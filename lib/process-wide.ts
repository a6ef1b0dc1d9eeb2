/**
 * One value for the whole process. Next bundles each route by itself, so a module's own variable may exist several
 * times in one server; what must exist once is kept here, by name.
 */
export function processWide<T>(name: string, make: () => T): T {
  const shared = globalThis as typeof globalThis & { daftar?: Map<string, unknown> };
  shared.daftar ??= new Map();
  if (!shared.daftar.has(name)) shared.daftar.set(name, make());
  return shared.daftar.get(name) as T; // the name decides the type
}

/**
 * For the tests, between two data folders that one process has in turn: what was kept is made anew.
 * @param isKept by its name: what belongs to no folder
 */
export function forgetProcessWide(isKept: (name: string) => boolean = () => false): void {
  const { daftar } = globalThis as typeof globalThis & { daftar?: Map<string, unknown> };
  for (const name of [...(daftar?.keys() ?? [])]) if (!isKept(name)) daftar?.delete(name);
}

import { preload } from "@/components/ui/preload";

/** The way to each contract of a feature, by its name. */
export type LaterContracts<Contracts> = { readonly [Name in keyof Contracts]: () => Promise<Contracts[Name]> };

/**
 * The contracts of a feature, for `call`. Their schemas are made with a library that is larger than everything else of
 * ours in the first load, and that nothing needs before the first answer: they come right behind it.
 */
export function contractsOf<Contracts extends object>(load: () => Promise<Contracts>): LaterContracts<Contracts> {
  const get = preload(load);
  const wayTo = (_: object, name: string | symbol) => async () => (await get())[name as keyof Contracts];
  return new Proxy({}, { get: wayTo }) as LaterContracts<Contracts>; // whatever is read of it is a way
}

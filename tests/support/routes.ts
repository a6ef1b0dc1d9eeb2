import type { CallContract } from "../../lib/api/endpoint";
import type { Route } from "../../lib/http/route";
import { ROUTES } from "../../routes";

const contractModules = import.meta.glob<Record<string, unknown>>("../../lib/**/contract.ts", { eager: true });

/** Every contract of the API, by the name under which it is exported. */
export const CONTRACTS: { name: string; contract: CallContract }[] = Object.values(contractModules).flatMap((exported) =>
  Object.entries(exported)
    .filter((entry): entry is [string, CallContract] => isEndpoint(entry[1]))
    .map(([name, contract]) => ({ name, contract })),
);

function isEndpoint(value: unknown): boolean {
  return typeof value === "object" && value !== null && "path" in value && "method" in value && "permission" in value;
}

/** @throws Error when no route answers to the contract */
export function routeOf(contract: CallContract): Route {
  const found = ROUTES.find((handler) => handler.contract === contract);
  if (!found) throw new Error(`No route answers ${contract.method} ${contract.path}`);
  return found;
}

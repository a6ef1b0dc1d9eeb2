import type { Endpoint } from "../../lib/api/endpoint";
import type { Route } from "../../lib/api/route";

const modules = import.meta.glob<Record<string, Route>>(["../../app/api/**/route.ts", "!**/[[]...*/route.ts"], { eager: true });

/** Every handler that the wrapper made, with the file it stands in. */
export const ROUTES: { file: string; method: string; handler: Route }[] = Object.entries(modules).flatMap(([file, exported]) =>
  Object.entries(exported).map(([method, handler]) => ({ file: file.replace("../../", ""), method, handler })),
);

const contractModules = import.meta.glob<Record<string, unknown>>("../../lib/*/contract.ts", { eager: true });

/** Every contract of the API, by the name under which it is exported. */
export const CONTRACTS: { name: string; contract: Endpoint }[] = Object.values(contractModules).flatMap((exported) =>
  Object.entries(exported)
    .filter((entry): entry is [string, Endpoint] => isEndpoint(entry[1]))
    .map(([name, contract]) => ({ name, contract })),
);

function isEndpoint(value: unknown): boolean {
  return typeof value === "object" && value !== null && "path" in value && "method" in value && "permission" in value;
}

/** @throws Error when no route answers to the contract */
export function routeOf(contract: Endpoint): Route {
  const found = ROUTES.find(({ handler }) => handler.contract === contract);
  if (!found) throw new Error(`No route answers ${contract.method} ${contract.path}`);
  return found.handler;
}

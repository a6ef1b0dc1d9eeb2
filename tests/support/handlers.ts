import type { CallContract } from "../../lib/api/endpoint";
import type { Route } from "../../lib/http/route";

const handlerModules = import.meta.glob<Record<string, Route>>("../../app/api/**/route.ts");

/**
 * Loads the one handler that a call needs; a structure test holds the server's table of routes to these same files.
 * @throws Error when no route answers to the contract
 */
export async function routeOf(contract: CallContract): Promise<Route> {
  const file = `../../app/api${contract.path.replace(/\{(\w+)\}/g, "[$1]")}/route.ts`;
  const handler = (await handlerModules[file]?.())?.[contract.method];
  if (handler?.contract !== contract) throw new Error(`No route answers ${contract.method} ${contract.path}`);
  return handler;
}

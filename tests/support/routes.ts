import type { CallContract } from "../../lib/api/endpoint";

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

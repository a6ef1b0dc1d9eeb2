import type { BodyInputOf } from "../../lib/api/endpoint";
import { listSavedTables, openTable, saveTable } from "../../lib/tables/contract";
import { type Answered, call, type Person } from "./house";

type SaveBody = BodyInputOf<typeof saveTable>;

export const METADATA = { hostess: "Rima", waiter: "Jad", table_number: "12" };

/** In Beirut it is half past nine in the evening of 20 November 2026. */
export const EVENING = "2026-11-20T19:30:00Z";

/** Quarter past eleven of the same evening, when End of Day opens. */
export const END_OF_DAY = "2026-11-20T21:15:00Z";

interface Seat {
  as?: Person;
  branch?: string;
  number?: string;
}

/** Saves a new table through the real call. */
export function seat(
  contacts: SaveBody["contacts"],
  { as = "staff", branch, number = "12" }: Seat = {},
): Promise<Answered<typeof saveTable>> {
  return call(as, saveTable, { branch, body: { metadata: { ...METADATA, table_number: number }, contacts } });
}

/** The names of the open tables. */
export async function openTables(branch?: string): Promise<string[]> {
  const { answer } = await call("staff", listSavedTables, { branch });
  return answer.tables;
}

export function open(name: string, branch?: string): Promise<Answered<typeof openTable>> {
  return call("staff", openTable, { params: { name }, branch });
}

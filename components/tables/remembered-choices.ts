import { TABLE_API_KEY, USE_LOCAL_KEY } from "@/components/app-base/backend-choice";
import { keyHere, listed } from "@/lib/api/backends";

/** What this device remembers for the next table. Losing it costs a tap, so every failure of the storage is swallowed. */

const KEYS = {
  lastStaff: (branch: string) => keyHere(`LAST_STAFF_${branch}`),
  // Two branches name their tables alike, and so do two servers, so both are a part of the key.
  tableApi: (branch: string, tableName: string) => keyHere(`${TABLE_API_KEY}${branch}_${tableName}`),
};

function read(key: string): string | null {
  try {
    return window.localStorage.getItem(key);
  } catch {
    return null;
  }
}

function write(key: string, value: string): void {
  try {
    window.localStorage.setItem(key, value);
  } catch {
    // A full or blocked storage: the choice is simply asked for again.
  }
}

function parse(text: string | null): unknown {
  try {
    return text === null ? null : JSON.parse(text);
  } catch {
    return null;
  }
}

export interface Team {
  hostess: string;
  waiter: string;
}

export function keepLastTeam(branch: string, team: Team): void {
  write(KEYS.lastStaff(branch), JSON.stringify(team));
}

export function lastTeam(branch: string): Team {
  const kept = parse(read(KEYS.lastStaff(branch)));
  const { hostess, waiter } = (typeof kept === "object" && kept !== null ? kept : {}) as Record<string, unknown>;
  return { hostess: typeof hostess === "string" ? hostess : "", waiter: typeof waiter === "string" ? waiter : "" };
}

/** The server on which a table was saved, so that it is opened there again. */
export function keepTableApi(branch: string, tableName: string, base: string): void {
  write(KEYS.tableApi(branch, tableName), base);
}

export function tableApi(branch: string, tableName: string): string {
  // One that has left the list since is asked nothing any more: the branch's server of today is.
  return listed(read(KEYS.tableApi(branch, tableName)) ?? "") ?? "";
}

export function keepUseLocal(on: boolean): void {
  write(USE_LOCAL_KEY, on ? "1" : "0");
}

export function usesLocal(): boolean {
  return read(USE_LOCAL_KEY) === "1";
}

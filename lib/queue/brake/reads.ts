import type Database from "better-sqlite3";
import { userName } from "../../auth/user-name";
import type { Tx } from "../../db/clients";
import { statement } from "../../db/statements";
import { hubStore } from "../../db/stores";
import type { CancelState } from "../contract";

/** The one switch that stops all sending, as the hub keeps it. */
export interface Brake {
  cancelled: boolean;
  by: string;
  at: string;
  /** Counts how often everything was cancelled: a worker that knows an older one asks again before it begins anything. */
  epoch: number;
  /** When that was last; empty for never. */
  emptied_at: string;
}

export const BRAKE = "brake";
export const OFF: Brake = { cancelled: false, by: "", at: "", epoch: 0, emptied_at: "" };

export function brakeOf(sql: Database.Database): Brake {
  return read(statement<[string], { value: string }>(sql, "SELECT value FROM queue_setting WHERE name = ?").get(BRAKE));
}

export async function brakeIn(tx: Tx<"hub">): Promise<Brake> {
  return read(await tx.queueSetting.findUnique({ where: { name: BRAKE } }));
}

function read(row: { value: string } | null | undefined): Brake {
  return row ? { ...OFF, ...JSON.parse(row.value) } : OFF; // rows of before know no `emptied_at`
}

/** As people see it: with the name of who pulled it. */
export async function cancelState(): Promise<CancelState> {
  const { sql } = await hubStore();
  const { cancelled, by, at } = brakeOf(sql);
  return { cancelled, by: cancelled ? (userName(sql, by) ?? by) : null, at: cancelled ? at : null };
}

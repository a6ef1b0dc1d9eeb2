import { hubStore } from "../db/find-store";
import { HOUSE_SWITCHES, type SwitchedOn, switchedOn } from "../house-switches";

/** What is switched for the whole house. */
export async function houseSwitches(): Promise<{ notice: SwitchedOn | null; read_only: SwitchedOn | null }> {
  const { sql } = await hubStore();
  return { notice: switchedOn(sql, HOUSE_SWITCHES.notice), read_only: switchedOn(sql, HOUSE_SWITCHES.readOnly) };
}

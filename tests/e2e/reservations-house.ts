import { expect, type House } from "./fixtures";
import { JSON_BODY } from "./house";

/** A restaurant that takes bookings: six tables, at most twelve guests in a slot. @param more rules of this test's own */
export async function sayRules(house: House, branch = "jounieh", more: object = {}): Promise<void> {
  const { rules, version } = (await (await house.api("/reservations/rules", { branch })).json()) as {
    rules: { shifts: object[] };
    version: number;
  };
  const table = (number: string, min: number, max: number, area: string) => ({ number, min, max, area, priority: 100, x: null, y: null });
  const tables = [
    table("1", 1, 2, "Hall"),
    table("2", 1, 2, "Hall"),
    table("5", 2, 4, "Hall"),
    table("6", 2, 4, "Hall"),
    table("12", 4, 6, "Terrace"),
    table("14", 4, 8, "Terrace"),
  ];
  const shifts = rules.shifts.map((shift) => ({ ...shift, covers_per_slot: 12 }));
  const body = {
    rules: { ...rules, shifts, tables, combinations: [{ tables: ["5", "6"], min: 5, max: 8, priority: 200 }], ...more },
    version,
  };
  const saved = await house.api("/reservations/rules", { method: "PUT", headers: JSON_BODY, body: JSON.stringify(body), branch });
  expect(saved.status, await saved.clone().text()).toBe(200);
}

export interface Booked {
  id: string;
  version: number;
  tables: string[];
}

/** Books from another device; 20 November 2026 is the evening of the tests. */
export async function bookElsewhere(
  house: House,
  said: { name: string; time: string; party: number } & Record<string, unknown>,
): Promise<Booked> {
  const body = JSON.stringify({ date: "2026-11-20", ...said });
  const made = await house.api("/reservations", { method: "POST", headers: JSON_BODY, body });
  expect(made.status, await made.clone().text()).toBe(201);
  return (await made.json()) as Booked;
}

/** What the store has, by time. */
export function reservationsIn(house: House) {
  return house.rows<{ name: string; status: string; party: number; time: string }>(
    "jounieh/table.db",
    "SELECT name, status, party, time FROM reservation ORDER BY time, name",
  );
}

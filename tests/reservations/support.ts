import { expect } from "vitest";
import type { BodyInputOf } from "@/lib/api/endpoint";
import { storeFile } from "@/lib/db/files";
import { makeReservation, stepReservation } from "@/lib/reservations/contract";
import { type Rules, saveRules } from "@/lib/reservations/rules/contract";
import { DEFAULT_RULES } from "@/lib/reservations/rules/default-rules";
import { HOLDING_STATUSES, nextSteps, type ReservationStatus, undoOf } from "@/lib/reservations/states";
import { allDone } from "@/lib/work-under-way";
import { type Answered, call, type Person } from "../support/house";
import { rows } from "../support/stores";

/** In Beirut it is six in the evening of Saturday, 21 November 2026. */
export const SATURDAY = "2026-11-21T16:00:00Z";
export const DAY = "2026-11-21";

/** Two small tables, one of four, and two of two that are put together for four. */
export const FLOOR: Pick<Rules, "tables" | "combinations"> = {
  tables: [
    { number: "1", area: "Terrace", min: 1, max: 2, priority: 100, x: null, y: null },
    { number: "2", area: "Terrace", min: 1, max: 2, priority: 50, x: null, y: null },
    { number: "3", area: "Hall", min: 2, max: 4, priority: 100, x: null, y: null },
  ],
  combinations: [{ tables: ["1", "2"], min: 3, max: 4, priority: 200 }],
};

export async function haveRules(rules: Partial<Rules> = {}, branch?: string): Promise<void> {
  const { status, answer } = await call("admin", saveRules, {
    branch,
    body: { rules: { ...DEFAULT_RULES, ...FLOOR, ...rules }, version: 0 },
  });
  expect(answer.error).toBeUndefined();
  expect(status).toBe(200);
}

type Wanted = Partial<BodyInputOf<typeof makeReservation>>;

export function book(wanted: Wanted = {}, { as = "admin", branch, key }: { as?: Person; branch?: string; key?: string } = {}) {
  const body = { date: DAY, time: "20:00", party: 2, name: "Nour Karam", phones: "03 111111", ...wanted };
  return call(as, makeReservation, { branch, key, body });
}

export function step(
  { id, version }: { id: string; version: number },
  to: ReservationStatus,
  more: Partial<BodyInputOf<typeof stepReservation>> = {},
  branch?: string,
): Promise<Answered<typeof stepReservation>> {
  return call("admin", stepReservation, { branch, params: { id }, body: { version, to, ...more } });
}

/** What a change leaves to do beside it has been done. */
export const settled = () => allDone();

interface Held {
  id: string;
  table_number: string;
  held_from: string;
  held_until: string;
}

const HELD = `SELECT r.id, t.table_number, r.held_from, r.held_until FROM reservation r JOIN reservation_table t ON t.reservation_id = r.id
  WHERE r.status IN (${HOLDING_STATUSES.map((one) => `'${one}'`).join(", ")}, 'FINISHED') ORDER BY t.table_number, r.held_from`;

/** No table is two reservations' at one time, whatever stands in a branch's store. */
export function expectNoTableTwice(branch = "jounieh"): void {
  const held = rows<Held>(storeFile(branch as "jounieh", "table"), HELD);
  const twice = held.flatMap((one, index) =>
    held
      .slice(index + 1)
      .filter((other) => other.table_number === one.table_number && other.held_from < one.held_until && one.held_from < other.held_until)
      .map((other) => [one, other]),
  );
  expect(twice).toEqual([]);
}

const STEPS = `SELECT e.kind, e.payload FROM event e WHERE e.kind IN ('reservation.made', 'reservation.stepped', 'reservation.deleted') ORDER BY e.seq`;

/** Every reservation is where its steps lead, each of them a legal one, and none is lost. */
export function expectLegalLives(branch = "jounieh"): void {
  const file = storeFile(branch as "jounieh", "table");
  const now = new Map(
    rows<{ code: string; status: ReservationStatus }>(file, "SELECT code, status FROM reservation").map((row) => [row.code, row.status]),
  );
  const lives = new Map<string, { status: ReservationStatus; was: ReservationStatus | null }>();
  for (const { kind, payload } of rows<{ kind: string; payload: string }>(file, STEPS)) {
    const { code, status, from, to } = JSON.parse(payload) as {
      code: string;
      status: ReservationStatus;
      from: ReservationStatus;
      to: ReservationStatus;
    };
    if (kind === "reservation.deleted") lives.delete(code);
    else if (kind === "reservation.made") lives.set(code, { status, was: null });
    else {
      const before = lives.get(code);
      expect(before?.status, code).toBe(from);
      const facts = { status: from, was: before?.was ?? null, isSameDay: true, isToday: true, hasBegun: true, hasTable: false };
      const isUndo = undoOf(facts) === to;
      expect(isUndo || nextSteps(facts).includes(to), `${code}: ${from} to ${to}`).toBe(true);
      lives.set(code, { status: to, was: isUndo ? null : from });
    }
  }
  expect(Object.fromEntries([...lives].map(([code, { status }]) => [code, status]))).toEqual(
    Object.fromEntries([...now].filter(([, status]) => (status as string) !== "DELETED")),
  );
}

import { expect } from "vitest";
import { storeFile } from "@/lib/db/files";
import { addDays } from "@/lib/local-time";
import { changeReservation, deleteReservation, joinWaitlist, makeReservation, stepReservation } from "@/lib/reservations/contract";
import { saveRules } from "@/lib/reservations/rules/contract";
import { DEFAULT_RULES } from "@/lib/reservations/rules/default-rules";
import type { SOURCES } from "@/lib/reservations/shapes";
import type { ReservationStatus } from "@/lib/reservations/states";
import { saveTable } from "@/lib/tables/contract";
import { clockAt } from "../support/clocks";
import { call } from "../support/house";
import { rows } from "../support/stores";
import { METADATA } from "../support/tables";

/** Every one that a guest can come by, and the ends that a reservation can have. */
const FROM: readonly (typeof SOURCES)[number][] = ["phone", "whatsapp", "instagram", "web", "in_person", "walk_in", "other"];
const ENDS = [["ARRIVED", "SEATED", "FINISHED"], ["SEATED", "MAIN"], ["PARTLY_SEATED"], ["CANCELLED"], ["LATE"], []] as const;

interface Stands {
  id: string;
  version: number;
}

/** Takes a reservation to each of some statuses. */
async function take(branch: string, id: string, steps: readonly ReservationStatus[]): Promise<void> {
  for (const to of steps) {
    const body = { version: versionOf(branch, id), to, reason: "guest" as const, override_reason: "so it was" };
    const { status, answer } = await call("admin", stepReservation, { branch, params: { id }, body });
    expect(status, JSON.stringify(answer)).toBe(200);
  }
}

const versionOf = (branch: string, id: string) =>
  rows<{ version: number }>(storeFile(branch, "table"), `SELECT version FROM reservation WHERE id = '${id}'`)[0]?.version ?? 0;

async function change(branch: string, id: string, said: object): Promise<void> {
  const body = { version: versionOf(branch, id), override_reason: "so it was", tell: false, ...said };
  const { status, answer } = await call("admin", changeReservation, { branch, params: { id }, body });
  expect(status, JSON.stringify(answer)).toBe(200);
}

async function reserve(branch: string, date: string, roll: (sides: number) => number, source = FROM[roll(FROM.length)]): Promise<Stands> {
  const body = {
    ...{ date, time: `${19 + roll(3)}:00`, party: 1 + roll(8), name: `Booker ${roll(9)}`, phones: `03 2222${10 + roll(9)}` },
    ...{ source: source ?? "phone", override_reason: "so it was", tell: false },
  };
  const { status, answer } = await call("admin", makeReservation, { branch, body });
  expect(status, JSON.stringify(answer)).toBe(201);
  return answer;
}

/**
 * Reservations of some evenings as they happen: made days before or at the door, changed, moved, seated with and without a table, cancelled,
 * deleted, and marked as a no-show that evening or the next morning.
 */
export async function someReservations(branch: string, evenings: readonly string[], roll: (sides: number) => number): Promise<void> {
  await call("admin", saveRules, { branch, body: { rules: { ...DEFAULT_RULES, messages: false }, version: 0 } });
  await surely(branch, evenings[0] ?? "", roll);
  for (const [at, day] of evenings.entries()) {
    clockAt(`${evenings[Math.max(0, at - roll(4))]}T15:00:00Z`);
    const ahead = await Promise.all(Array.from({ length: 2 + roll(3) }, () => reserve(branch, day, roll)));
    const later = evenings[at + 1];
    if (later !== undefined && roll(2) === 0) await change(branch, (await reserve(branch, day, roll)).id, { date: later });
    clockAt(`${day}T20:30:00Z`);
    const atDoor = roll(2) === 0 ? [await reserve(branch, day, roll)] : [];
    await waiting(branch, roll);
    const left: Stands[] = [];
    for (const [index, { id }] of [...ahead, ...atDoor].entries()) {
      if (roll(4) === 0) await change(branch, id, { party: 1 + roll(8), source: FROM[roll(FROM.length)] });
      const end = ENDS[roll(ENDS.length)] ?? [];
      await take(branch, id, end);
      if (end.includes("SEATED" as never) && roll(2) === 0) await open(branch, id, `r${index}`, 1 + roll(6));
      if (end.length === 0 && roll(5) === 0) {
        const query = { version: String(versionOf(branch, id)) as never };
        expect((await call("admin", deleteReservation, { branch, params: { id }, query })).status).toBe(200);
      } else if (end.length === 0) left.push({ id, version: 0 });
    }
    // The next morning, which is still of the evening before, or of the day after.
    clockAt(roll(2) === 0 ? `${day}T22:30:00Z` : `${addDays(day, 1)}T08:00:00Z`);
    for (const { id } of left) if (roll(3) > 0) await take(branch, id, roll(3) === 0 ? ["NO_SHOW", "CONFIRMED", "NO_SHOW"] : ["NO_SHOW"]);
  }
}

/** What every run has, whatever the dice say: three who came, three who did not, and two of whom nobody said anything. */
async function surely(branch: string, day: string, roll: (sides: number) => number): Promise<void> {
  clockAt(`${day}T15:00:00Z`);
  const made = [];
  for (let index = 0; index < 8; index++) made.push(await reserve(branch, day, roll, "phone"));
  clockAt(`${day}T20:30:00Z`);
  for (const { id } of made.slice(0, 3)) await take(branch, id, ["SEATED", "FINISHED"]);
  for (const { id } of made.slice(3, 6)) await take(branch, id, ["NO_SHOW"]);
}

async function waiting(branch: string, roll: (sides: number) => number): Promise<void> {
  const { answer } = await call("admin", joinWaitlist, { branch, body: { name: "Waits", party: 1 + roll(5) } });
  await take(branch, answer.id, roll(2) === 0 ? ["SEATED"] : ["CALLED", "LEFT"]);
}

async function open(branch: string, reservation_id: string, table_number: string, party_size: number): Promise<void> {
  const body = { metadata: { ...METADATA, table_number, party_size, reservation_id }, contacts: [{ name: "At the table" }] };
  expect((await call("admin", saveTable, { branch, body })).status).toBe(200);
}

/** What is said of them weeks later: no-shows, another source, an old one for a new evening, and some that should never have been. */
export async function changeOldReservations(branch: string): Promise<void> {
  const old = rows<{ id: string; status: string }>(
    storeFile(branch, "table"),
    "SELECT id, status FROM reservation WHERE status IN ('CONFIRMED', 'LATE', 'FINISHED', 'SEATED', 'NO_SHOW') ORDER BY business_day",
  );
  const open = old.filter(({ status }) => status === "CONFIRMED" || status === "LATE").map(({ id }) => id);
  const over = old.filter(({ status }) => status === "FINISHED" || status === "NO_SHOW").map(({ id }) => id);
  expect([open.length > 1, over.length > 2]).toEqual([true, true]);
  await take(branch, open[0] ?? "", ["NO_SHOW"]);
  await change(branch, open[1] ?? "", { date: "2026-12-20", party: 7 });
  await change(branch, over[0] ?? "", { source: "other" });
  const id = over[1] ?? "";
  const query = { version: String(versionOf(branch, id)) as never };
  expect((await call("admin", deleteReservation, { branch, params: { id }, query })).status).toBe(200);
}

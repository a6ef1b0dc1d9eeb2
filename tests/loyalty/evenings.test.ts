import path from "node:path";
import Database from "better-sqlite3";
import { describe, expect, it } from "vitest";
import { endOfDay, mergeTables } from "@/lib/evening/contract";
import { searchCustomers } from "@/lib/loyalty/contract";
import { readPhones } from "@/lib/phones";
import { clockAt } from "../support/clocks";
import { checkEvents } from "../support/event-invariants";
import { call, enterHouse } from "../support/house";
import { rows } from "../support/stores";
import { END_OF_DAY } from "../support/tables";
import { TODAY } from "../support/today";
import { award, make, saveAgain, sums, table, type Visit } from "./visits";

/** Numbers in a repeatable order (mulberry32): a seed that fails fails again. */
function randomOf(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296) * below);
  };
}

const GUESTS = 5;
const TABLES = 4;

/** Every person has two numbers; a hostess writes down the one, the other or both, in some spelling. */
const first = (guest: number) => [`03 11111${guest}`, `+961 3 11111${guest}`, `03/11111${guest}`];
const second = (guest: number) => [`70 22222${guest}`, `0096170 22222${guest}`];

interface Row {
  phones: string;
  /** A number of the row is written down no more. */
  isShortened: boolean;
}

interface Seating {
  name: string;
  number: string;
  there: Map<number, Row>;
  left: Map<number, Row>;
}

class Evening {
  readonly seatings: Seating[] = [];

  constructor(private readonly below: (below: number) => number) {}

  private pick<T>(list: readonly T[]): T {
    return list[this.below(list.length)] as T; // never an empty list here
  }

  private newRow(guest: number): Row {
    const [one, two] = [this.pick(first(guest)), this.pick(second(guest))];
    return { phones: this.pick([one, one, two, `${one} / ${two}`]), isShortened: false };
  }

  async save(): Promise<void> {
    if (this.seatings.length >= TABLES) return this.saveAgain();
    const guests = Array.from({ length: GUESTS }, (_, guest) => guest).filter((guest) => guest === 0 || this.below(2) === 0);
    const there = new Map(guests.map((guest) => [guest, this.newRow(guest)]));
    const number = String(1 + this.below(3)); // often one that is there already
    const name = await table(phonesOf(there), { number });
    this.seatings.push({ name, number, there, left: new Map() });
  }

  /** Somebody comes, goes, comes back, gains a number or loses one; a row keeps a number that it had. */
  async saveAgain(): Promise<void> {
    const { name, number, there, left } = this.pick(this.seatings);
    const guest = this.below(GUESTS);
    const row = there.get(guest);
    if (!row) there.set(guest, left.get(guest) ?? this.newRow(guest));
    else if (numbersIn(row) === 1) there.set(guest, { ...row, phones: `${this.pick(second(guest))}, ${this.pick(first(guest))}` });
    else if (this.below(2) === 0) there.set(guest, { phones: this.pick([...first(guest), ...second(guest)]), isShortened: true });
    else if (there.size > 1 && !row.isShortened) {
      there.delete(guest);
      left.set(guest, row);
    }
    await saveAgain(name, phonesOf(there), number);
  }

  async allComeBack(): Promise<void> {
    for (const { name, number, there, left } of this.seatings) {
      for (const [guest, row] of left) if (!there.has(guest)) there.set(guest, row);
      await saveAgain(name, phonesOf(there), number);
    }
  }

  /** Some tablets at once: each finds or makes the customer by some of the numbers, and awards by name or by number. */
  async award(): Promise<void> {
    const { name, number, there } = this.pick(this.seatings);
    const { phones } = this.pick([...there.values()]);
    const tablets = Array.from({ length: 1 + this.below(3) }, () => ({
      phone: this.pick([phones, ...readPhones(phones).map(({ digits }) => digits)]),
      visit: this.below(2) === 0 ? { table_name: name, table_number: number } : { table_number: number },
      key: this.pick([undefined, "one", "two"]),
    }));
    await Promise.all(tablets.map(awardAsTablet));
  }
}

const phonesOf = (there: Map<number, Row>) => [...there.values()].map(({ phones }) => phones);
const numbersIn = ({ phones }: Row) => readPhones(phones).length;

async function awardAsTablet({ phone, visit, key }: { phone: string; visit: Visit; key: string | undefined }): Promise<void> {
  const { answer } = await call("staff", searchCustomers, { query: { q: phone } });
  const customer = answer.results[0] ?? (await make("Maya", phone)).answer.customer;
  const body = JSON.stringify(visit);
  const { status } = await award(customer.id, visit, { key: key && Buffer.from(`${key} ${customer.id} ${body}`).toString("base64url") });
  expect(status).toBe(200);
}

/** The points of everybody who is known by one of a person's numbers. */
function pointsOf(data: string, guest: number): number {
  const digits = [first(guest)[0], second(guest)[0]].map((phone) => readPhones(phone ?? "")[0]?.digits);
  return rows<{ points: number }>(
    path.join(data, "hub.db"),
    `SELECT DISTINCT c.id, c.points FROM loyalty_customer c JOIN loyalty_customer_phone p ON p.customer_id = c.id WHERE p.digits IN ('${digits.join("','")}')`,
  ).reduce((sum, { points }) => sum + points, 0);
}

describe("whatever happens in whatever order", () => {
  const seeds = Array.from({ length: process.env.THOROUGH ? 100 : 2 }, (_, index) => (TODAY % 10_000_000) * 100 + index);
  it.each(seeds)(
    "every guest has five points for each saved table that holds them (%i)",
    async (seed) => {
      const data = enterHouse();
      const below = randomOf(seed);
      const evening = new Evening(below);
      clockAt("2026-11-20T21:00:00Z");
      await evening.save();
      const steps = [
        () => evening.save(),
        () => evening.saveAgain(),
        () => evening.saveAgain(),
        () => evening.award(),
        () => evening.award(),
      ];
      for (let step = 0; step < 30; step++) await steps[below(steps.length)]?.();
      await evening.allComeBack();
      if (below(2) === 0) expect((await call("admin", mergeTables)).status).toBe(200);
      clockAt(END_OF_DAY);
      expect((await call("admin", endOfDay)).status).toBe(200);
      for (let late = 0; late < 3; late++) await evening.award();
      expect((await call("admin", endOfDay)).answer.awarded).toBe(0);

      const seated = Array.from({ length: GUESTS }, (_, guest) => evening.seatings.filter(({ there }) => there.has(guest)).length);
      expect(seated.map((_, guest) => pointsOf(data, guest))).toEqual(seated.map((tables) => 5 * tables));
      const visits = seated.reduce((sum, tables) => sum + tables, 0);
      expect(await sums()).toEqual({ points: 5 * visits, visits });
      const database = new Database(path.join(data, "hub.db"), { readonly: true });
      checkEvents(database, "hub.db");
      database.close();
    },
    60_000,
  );
});

import { expect } from "vitest";
import { awardVisit, createCustomer } from "@/lib/loyalty/contract";
import { POINTS_PER_VISIT } from "@/lib/loyalty/points-per-visit";
import { rows } from "../support/stores";
import { ask } from "./ask";
import { type Dice, groupsOf, typedAs } from "./people";
import type { Sighting } from "./tables";

/** A saved table, as far as its awards go. */
interface Seating {
  branch: string;
  name: string;
  number: string;
  guests: readonly Sighting[];
  /** Everybody who was ever saved at it. */
  seen: ReadonlySet<Sighting>;
}

/** As a tablet does after a save: finds or makes the customer by some of the guest's numbers, and awards the visit; often twice. */
export async function awardAtTable({ branch, name, number, guests }: Seating, random: Dice): Promise<string> {
  const withNumbers = guests.filter((guest) => guest.numbers.length > 0);
  if (withNumbers.length === 0) return "nobody";
  const guest = random.pick(withNumbers);
  const phone = random.chance(0.5) ? guest.phones : typedAs(random.pick(guest.numbers), random);
  for (let tablet = 0; tablet < random.pick([1, 1, 2]); tablet++) {
    const made = await ask("staff", createCustomer, { body: { name: guest.name || "Guest", phone } });
    expect([201, 409]).toContain(made.status);
    const body = { customer_id: made.answer.customer.id, table_number: number, points: POINTS_PER_VISIT as 5, table_name: name };
    const { status } = await ask("staff", awardVisit, { branch, body });
    expect(status, `award ${guest.name} ${phone} at ${name}`).toBe(200);
  }
  return `${guest.name} by ${phone}`;
}

interface Visit {
  customer_id: string;
  branch: string;
  table_key: string;
  points: number;
  /** Of the customer who has the visit. */
  total: number;
  digits: string;
}

/**
 * Who is at a table in the end has its points once under every number that they gave; nobody else has any of it, whoever
 * sat there before, and nobody has points without a visit.
 */
export function checkAwards(hub: string, tables: readonly Seating[]): void {
  const visits = rows<Visit>(
    hub,
    `SELECT v.customer_id, v.branch, v.table_key, v.points, c.points AS total, p.digits
     FROM loyalty_visit v JOIN loyalty_customer c ON c.id = v.customer_id JOIN loyalty_customer_phone p ON p.customer_id = c.id`,
  );
  const ofHere = visits.filter(({ branch, table_key }) => tables.some((table) => table.branch === branch && table.name === table_key));
  for (const table of tables) checkTable(table, ofHere);
  for (const id of new Set(ofHere.map(({ customer_id }) => customer_id))) {
    const own = ofHere.filter(({ customer_id }) => customer_id === id);
    const places = new Set(own.map(({ branch, table_key }) => `${branch} ${table_key}`));
    expect(own[0]?.total, `points of ${own[0]?.digits}`).toBe(POINTS_PER_VISIT * places.size);
  }
}

function checkTable(table: Seating, visits: readonly Visit[]): void {
  const here = visits.filter(({ branch, table_key }) => branch === table.branch && table_key === table.name);
  const seated = new Set(table.guests.flatMap(({ who }) => who.numbers));
  const customersOf = (numbers: readonly string[]) =>
    new Set(here.filter(({ digits }) => numbers.includes(digits)).map(({ customer_id }) => customer_id)).size;
  for (const id of new Set(here.map(({ customer_id }) => customer_id))) {
    const known = here.filter(({ customer_id }) => customer_id === id).map(({ digits }) => digits);
    expect(
      known.filter((digits) => seated.has(digits)),
      `an award at ${table.name} for ${known}`,
    ).not.toEqual([]);
  }
  for (const { who, name, numbers } of table.guests) {
    if (numbers.length === 0) continue;
    // Two who share a number are one guest of the table, under whichever of their numbers.
    const own = who.shares ? table.guests.filter((guest) => guest.who.shares).flatMap((guest) => guest.who.numbers) : numbers;
    expect(customersOf(own), `awards of ${name || who.name} ${numbers.join("+")} at ${table.name}`).toBeGreaterThanOrEqual(1);
    if (who.shares) continue;
    // Numbers that were never typed together are two customers until they are, and so are those that a hostess took apart.
    const groups = [[...table.seen], table.guests].map(
      (rows) => groupsOf(rows.filter((one) => one.who === who && one.numbers.length > 0).map((one) => one.numbers)).length,
    );
    expect(customersOf(who.numbers), `awards of ${who.name} at ${table.name}`).toBeLessThanOrEqual(Math.max(...groups));
  }
}

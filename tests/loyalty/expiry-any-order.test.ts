import { expect, it } from "vitest";
import { businessDayOf, eveningHours } from "@/lib/business-day";
import { now } from "@/lib/clock";
import { hubFile } from "@/lib/db/files";
import { env } from "@/lib/env";
import { changeExpiry } from "@/lib/loyalty/expiry/contract";
import { expirePoints } from "@/lib/loyalty/expiry/nightly";
import { type Dice, dice } from "../sequences/people";
import { call, enterHouse } from "../support/house";
import { rows } from "../support/stores";
import { Spenders } from "./spenders";

const SEQUENCES = Number(process.env.SEQUENCES ?? (process.env.THOROUGH ? 20 : 2));
const SEED = Number(process.env.SEED ?? 1);
const ONLY = process.env.SEQUENCE ? process.env.SEQUENCE.split(",").map(Number) : null;

const MONTHS = 3;

interface Kept {
  customer_id: string;
  balance: number;
  last_visit: string | null;
  given: string;
  left: number;
}

// Written anew, and not of the product's own parts: what every customer has, line by line.
const KEPT = `SELECT c.id AS customer_id, c.points AS balance, date(l.at) AS given,
    l.points + coalesce((SELECT sum(points) FROM loyalty_ledger WHERE of_line = l.id), 0) AS left,
    (SELECT max(substr(table_key, 1, 10)) FROM loyalty_visit WHERE customer_id = c.id AND counted_in IS NULL) AS last_visit
  FROM loyalty_ledger l JOIN loyalty_customer c ON c.id = l.customer_id WHERE l.of_line IS NULL`;

/** Three months later, on the last of a month that has no such day. */
function later(day: string): string {
  const [year = 0, month = 0, date = 0] = day.split("-").map(Number);
  const last = new Date(Date.UTC(year, month + MONTHS, 0)).getUTCDate();
  return new Date(Date.UTC(year, month - 1 + MONTHS, Math.min(date, last))).toISOString().slice(0, 10);
}

/** What each customer must lose tonight: the points of lines that are three months old, of whoever was not there for three months, and no more than they have. */
function dueTonight(today: string): Map<string, number> {
  const due = new Map<string, number>();
  for (const { customer_id, balance, last_visit, given, left } of rows<Kept>(hubFile(), KEPT)) {
    const since = last_visit !== null && last_visit > given ? last_visit : given;
    if (left <= 0 || later(since) > today) continue;
    due.set(customer_id, Math.min(Math.max(0, balance), (due.get(customer_id) ?? 0) + left));
  }
  return new Map([...due].filter(([, points]) => points > 0));
}

const takenByNow = () =>
  new Map(
    rows<{ customer_id: string; points: number }>(
      hubFile(),
      "SELECT customer_id, -sum(points) AS points FROM loyalty_ledger WHERE type = 'EXPIRE_POINTS' GROUP BY customer_id",
    ).map(({ customer_id, points }) => [customer_id, points]),
  );

/** The same people, who stay away for weeks and lose points by it. */
class Forgetting extends Spenders {
  constructor(random: Dice) {
    super(random, {
      away: () => this.away(),
      awayLonger: () => this.away(),
      expire: () => this.expire(),
      expireAgain: () => this.expire(),
      // Vouchers are for days of one month.
      vouchers: async () => {},
      redeem: async () => {},
    });
  }

  override async begin(): Promise<void> {
    await super.begin();
    expect((await call("admin", changeExpiry, { body: { months: MONTHS } })).status).toBe(200);
    this.day += 14;
  }

  override async check(when: string): Promise<void> {
    await super.check(when);
    const differs = `SELECT c.id FROM loyalty_customer c
      WHERE c.points <> (SELECT coalesce(sum(points), 0) FROM loyalty_ledger WHERE customer_id = c.id)`;
    expect(rows(hubFile(), differs), `balances that are not the sum of their lines ${when}`).toEqual([]);
  }

  private async away(): Promise<void> {
    this.day += this.random.pick([9, 30, 61, 92]);
  }

  /** The night takes exactly what is due, whenever it comes, and nothing the second time. */
  private async expire(): Promise<void> {
    const today = businessDayOf(now(), eveningHours(env()));
    const [due, before] = [dueTonight(today), takenByNow()];
    const { guests, points } = await expirePoints();
    this.log.push(`  ${points} points of ${guests} on ${today}`);
    const taken = [...takenByNow()].map(([id, sum]) => [id, sum - (before.get(id) ?? 0)] as const).filter(([, sum]) => sum !== 0);
    expect(new Map(taken)).toEqual(due);
    expect([guests, points]).toEqual([due.size, [...due.values()].reduce((sum, one) => sum + one, 0)]);
    expect(await expirePoints()).toEqual({ guests: 0, points: 0 });
  }
}

const all = ONLY === null ? Array.from({ length: SEQUENCES }, (_, index) => index) : ONLY;

it.each(all)(
  "whoever stays away: each night takes what is due and no more, once, whoever became one or two meanwhile (%i)",
  { timeout: 120_000 },
  async (index) => {
    enterHouse();
    const random = dice(SEED * 15_485_863 + index);
    const life = new Forgetting(random);
    try {
      await life.begin();
      const steps = 14 + random.below(14);
      for (let step = 0; step < steps; step++) await life.step();
      await life.end();
    } catch (error) {
      throw new Error(`SEED=${SEED} SEQUENCE=${index}:\n${life.log.join("\n")}\n${error instanceof Error ? error.message : error}`, {
        cause: error,
      });
    }
  },
);

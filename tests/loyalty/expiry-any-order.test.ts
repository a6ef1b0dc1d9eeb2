import { expect, it } from "vitest";
import { businessDayOf, eveningHours } from "@/lib/business-day";
import { now } from "@/lib/clock";
import { hubFile, storeFile } from "@/lib/db/files";
import { env } from "@/lib/env";
import { openGuest } from "@/lib/guest-page/contract";
import { changeExpiry, previewExpiry } from "@/lib/loyalty/expiry/contract";
import { expirePoints } from "@/lib/loyalty/expiry/nightly";
import { saveTable } from "@/lib/tables/contract";
import { find } from "../guests/guests";
import { type Dice, dice } from "../sequences/people";
import { type Answered, call, enterHouse } from "../support/house";
import { rows } from "../support/stores";
import { METADATA, open, seat } from "../support/tables";
import { Spenders } from "./spenders";
import { adjust } from "./spending";

const SEQUENCES = Number(process.env.SEQUENCES ?? (process.env.THOROUGH ? 20 : 2));
const SEED = Number(process.env.SEED ?? 1);
const ONLY = process.env.SEQUENCE ? process.env.SEQUENCE.split(",").map(Number) : null;

const MONTHS = 3;

interface Kept {
  id: string;
  customer_id: string;
  balance: number;
  given: string;
  left: number;
}

interface Lost {
  id: string;
  customer_id: string;
  of_line: string;
  points: number;
  given: string;
}

// Written anew, and not of the product's own parts: what every customer has, line by line, and what the last month took.
const KEPT = `SELECT l.id, c.id AS customer_id, c.points AS balance, date(l.at) AS given,
    l.points + coalesce((SELECT sum(points) FROM loyalty_ledger WHERE of_line = l.id), 0) AS left
  FROM loyalty_ledger l JOIN loyalty_customer c ON c.id = l.customer_id WHERE l.of_line IS NULL`;
const LOST = `SELECT e.id, e.customer_id, e.of_line, -e.points AS points, date(l.at) AS given FROM loyalty_ledger e JOIN loyalty_ledger l ON l.id = e.of_line
  WHERE e.type = 'EXPIRE_POINTS' AND e.points < 0 AND e.id NOT IN (SELECT reverses FROM loyalty_ledger WHERE reverses IS NOT NULL)
    AND (SELECT coalesce(sum(points), 0) FROM loyalty_ledger WHERE of_line = l.id AND type = 'OTHER') >= 0`;

/** Three months later, on the last of a month that has no such day. */
function later(day: string): string {
  const [year = 0, month = 0, date = 0] = day.split("-").map(Number);
  const last = new Date(Date.UTC(year, month + MONTHS, 0)).getUTCDate();
  return new Date(Date.UTC(year, month - 1 + MONTHS, Math.min(date, last))).toISOString().slice(0, 10);
}

type Page = Answered<typeof openGuest>["answer"];

/** The evenings of each customer, as whichever customers the pages of the books show of one guest. */
function eveningsOf(pages: readonly Page[]): (customer: string) => string[] {
  const group = new Map<string, Set<string>>();
  const groupOf = (id: string) => group.get(id) ?? new Set([id]);
  for (const { points } of pages) {
    const lines = JSON.stringify(points?.items.map(({ id }) => id) ?? []).replaceAll("'", "");
    const theirs = rows<{ id: string }>(
      hubFile(),
      `SELECT DISTINCT customer_id AS id FROM loyalty_ledger WHERE id IN (SELECT value FROM json_each('${lines}'))
        OR visit_id IN (SELECT value FROM json_each('${lines}'))`,
    );
    const all = new Set(theirs.flatMap(({ id }) => [...groupOf(id)]));
    for (const id of all) group.set(id, all);
  }
  const visits = rows<{ id: string; day: string }>(
    hubFile(),
    "SELECT customer_id AS id, substr(table_key, 1, 10) AS day FROM loyalty_visit WHERE counted_in IS NULL",
  );
  return (customer) => [...new Set(visits.filter(({ id }) => groupOf(customer).has(id)).map(({ day }) => day))].sort();
}

/** What is to come back tonight, by the line of which it was lost: each visit in time had kept it until today. */
function backTonight(today: string, since: string, evenings: (customer: string) => string[]): Map<string, number> {
  const lately = rows<Lost>(hubFile(), `${LOST} AND e.at >= '${since}'`);
  return new Map(
    lately.flatMap(({ customer_id, of_line, points, given }) => {
      const kept = evenings(customer_id).reduce((last, day) => (day > last && day < later(last) ? day : last), given);
      return later(kept) > today ? [[of_line, points] as const] : [];
    }),
  );
}

/**
 * What each customer must lose tonight: the points of lines that are three months old, of whoever was not there for three months as any of the
 * customers that the guest is, and no more than they have.
 */
function dueTonight(today: string, evenings: (customer: string) => string[], back: ReadonlyMap<string, number>): Map<string, number> {
  const due = new Map<string, number>();
  const all = rows<Kept>(hubFile(), KEPT);
  const backTo = (customer: string) =>
    all.filter(({ customer_id }) => customer_id === customer).reduce((sum, { id }) => sum + (back.get(id) ?? 0), 0);
  for (const { id, customer_id, balance, given, left } of all) {
    const last = evenings(customer_id).at(-1) ?? "";
    const open = left + (back.get(id) ?? 0);
    if (open <= 0 || later(last > given ? last : given) > today) continue;
    due.set(customer_id, Math.min(Math.max(0, balance + backTo(customer_id)), (due.get(customer_id) ?? 0) + open));
  }
  return new Map([...due].filter(([, points]) => points > 0));
}

const linesNow = (where: string) =>
  rows<{ seq: number; customer_id: string; of_line: string; points: number }>(
    hubFile(),
    `SELECT seq, customer_id, of_line, points FROM loyalty_ledger WHERE type = 'EXPIRE_POINTS' AND ${where}`,
  );

function summed(lines: readonly { points: number }[], key: (index: number) => string): Map<string, number> {
  const sums = new Map<string, number>();
  for (const [index, { points }] of lines.entries()) sums.set(key(index), (sums.get(key(index)) ?? 0) + Math.abs(points));
  return sums;
}

/** The same people, who stay away for weeks and lose points by it. */
class Forgetting extends Spenders {
  private readonly mistyped: { table_name: string; name: string; phones: string }[] = [];

  constructor(random: Dice) {
    super(random, {
      away: () => this.away(),
      awayLonger: () => this.away(),
      season: () => this.season(),
      seasonAgain: () => this.season(),
      mistype: () => this.mistype(),
      correct: () => this.correct(),
      expire: () => this.expire(),
      expireAgain: () => this.expire(),
      // Vouchers are for days of one month.
      vouchers: async () => {},
      redeem: async () => {},
      // What is typed over all numbers of who are one is told apart by tests/guests.
      edit: async () => {},
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

  /** Two may become one; one of them comes by the own number alone, and everybody else stays away for longer than points are kept. */
  private async season(): Promise<void> {
    if (this.random.chance(0.6)) await this.merge();
    for (const { number } of this.people) {
      const [known] = await find(number);
      if (known && !known.not_in_book) await adjust(known.id, 10);
    }
    this.day += 61;
    this.evening();
    const { name, number } = this.random.pick(this.people);
    expect((await seat([{ name, phones: number }], { number: "50" })).status).toBe(200);
    this.log.push(`  ${name} in jounieh`);
    await this.night("jounieh");
    this.day += 45;
    this.evening();
    await this.expire();
  }

  private async away(): Promise<void> {
    this.day += this.random.pick([9, 30, 61, 92]);
  }

  /** Everybody's page, in each book that has guests by now. */
  private async pages(): Promise<Page[]> {
    const pages: Page[] = [];
    for (const branch of ["jounieh", "batroun"] as const)
      for (const { id } of rows<{ id: string }>(storeFile(branch, "contacts"), "SELECT id FROM contact ORDER BY seq")) {
        const { status, answer } = await call("admin", openGuest, { params: { id }, branch });
        expect(status).toBe(200);
        pages.push(answer);
      }
    return pages;
  }

  /** A table of somebody under a number that is nobody's, which is put right on that evening or on a later one. */
  private async mistype(): Promise<void> {
    const someone = this.random.pick(this.people);
    const { name } = someone;
    const { status, answer } = await seat([{ name, phones: `+96176${String(500_000 + this.day)}` }], { number: "40" });
    expect(status).toBe(200);
    this.mistyped.push({ table_name: answer.table_name, name, phones: someone.number });
  }

  private async correct(): Promise<void> {
    const slip = this.mistyped.shift();
    if (!slip) return;
    const { table_name, name, phones } = slip;
    const [guest] = (await open(table_name)).answer.contacts;
    const body = { metadata: { ...METADATA, table_number: "40" }, contacts: [{ ...guest, name, phones }], table_name };
    // An evening that is over is corrected no more at its table.
    expect([200, 409]).toContain((await call("staff", saveTable, { body: body as never })).status);
  }

  /**
   * The night gives back what was lost too soon and takes exactly what is due, whenever it comes, and nothing the second time. Nobody who came in
   * time loses anything, by the visits of their pages, and the preview has named exactly those who do.
   */
  private async expire(): Promise<void> {
    const isSettled = this.random.chance(0.5);
    for (const branch of isSettled ? ["jounieh", "batroun"] : []) await this.night(branch);
    const today = businessDayOf(now(), eveningHours(env()));
    const before = await this.pages();
    const evenings = eveningsOf(before);
    const since = new Date(now().getTime() - 31 * 24 * 3_600_000).toISOString();
    const back = backTonight(today, since, evenings);
    const due = dueTonight(today, evenings, back);
    const preview = (await call("admin", previewExpiry, { query: { months: String(MONTHS) } })).answer;
    const [{ seq } = { seq: 0 }] = rows<{ seq: number }>(hubFile(), "SELECT coalesce(max(seq), 0) AS seq FROM loyalty_ledger");
    const { guests, points } = await expirePoints();
    this.log.push(`  ${points} points of ${guests} on ${today}`);
    const [taken, given] = [linesNow(`points < 0 AND seq > ${seq}`), linesNow(`points > 0 AND seq > ${seq}`)];
    expect(
      summed(given, (index) => given[index]?.of_line ?? ""),
      "what came back",
    ).toEqual(back);
    expect(
      summed(taken, (index) => taken[index]?.customer_id ?? ""),
      "what was taken",
    ).toEqual(due);
    expect(points).toBe([...due.values()].reduce((sum, one) => sum + one, 0));
    expect(await expirePoints()).toEqual({ guests: 0, points: 0 });
    if (given.length === 0) expect([preview.first.guests, preview.first.points], "what the preview said").toEqual([guests, points]);
    if (!isSettled) return; // an evening that is not ended gives no visit yet: what was lost meanwhile comes back
    for (const page of await this.pages()) {
      const last =
        page.visits?.items
          .map(({ business_day }) => business_day)
          .sort()
          .at(-1) ?? "";
      const had = before.find(({ contact }) => contact.id === page.contact.id && contact.branch === page.contact.branch);
      if (last !== "" && later(last) > today)
        expect(page.points?.total ?? 0, `${page.contact.name}, last here ${last}`).toBeGreaterThanOrEqual(had?.points?.total ?? 0);
    }
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

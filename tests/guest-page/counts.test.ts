import { readdirSync } from "node:fs";
import path from "node:path";
import Database from "better-sqlite3";
import { expect, it } from "vitest";
import { hubFile } from "@/lib/db/files";
import { mergeTables } from "@/lib/evening/contract";
import { openGuest } from "@/lib/guest-page/contract";
import { awardVisit, createCustomer } from "@/lib/loyalty/contract";
import { endDay, find, mergeDate } from "../guests/guests";
import { clockAt } from "../support/clocks";
import { call, enterHouse } from "../support/house";
import { chances, write } from "../support/queue";
import { EVENING, seat } from "../support/tables";

/** `SEED=7 npx vitest run tests/guest-page/counts.test.ts` for other lives. */
const SEED = Number(process.env.SEED ?? Date.now() % 100_000);
const BRANCHES = ["jounieh", "batroun", "tripoli"];
const PEOPLE = ["Maya Khoury", "Rami Saad", "Nour Karam", "رنا حداد"].map((name, index) => ({ name, phones: `03 10000${index}` }));

/** What a table says of one number, over all of a data folder's table stores, in SQL of the test's own. */
function evenings(data: string, digits: string): Set<string> {
  const days = new Set<string>();
  for (const branch of readdirSync(data).filter((name) => BRANCHES.includes(name))) {
    const database = new Database(path.join(data, branch, "table.db"), { readonly: true });
    const found = database
      .prepare<{ digits: string; end: string }[], { day: string }>(
        `SELECT DISTINCT g.business_day AS day FROM guest_row g JOIN guest_row_phone p ON p.guest_seq = g.seq WHERE p.digits = @digits
         UNION SELECT t.business_day FROM saved_table t JOIN table_guest g ON g.table_id = t.id
         WHERE t.closed_by IS NULL AND replace(g.phones, ' ', '') LIKE '%' || @end`,
      )
      .all({ digits, end: digits.slice(-6) });
    for (const { day } of found) days.add(`${day} ${branch}`);
    database.close();
  }
  return days;
}

const inHub = (sql: string, digits: string) => {
  const database = new Database(hubFile(), { readonly: true });
  const count = database.prepare<[string], number>(sql).pluck().get(digits) ?? 0;
  database.close();
  return count;
};

it(`counts what independent SQL counts (SEED=${SEED})`, { timeout: 60_000 }, async () => {
  const data = enterHouse();
  clockAt(EVENING);
  const chance = chances(SEED);
  const pick = <One>(of: readonly One[]) => of[Math.floor(chance() * of.length)] as One;
  for (let table = 0; table < 12; table++) {
    const branch = pick(BRANCHES);
    const guests = PEOPLE.filter(() => chance() < 0.5);
    if (guests.length === 0) continue;
    const { answer } = await seat(guests, { branch, number: String(20 + table) });
    if (chance() < 0.5) {
      const person = pick(guests);
      const { answer: made } = await call("staff", createCustomer, { body: { name: person.name, phone: person.phones } });
      const body = { customer_id: made.customer.id, table_number: String(20 + table), points: 5 as const, table_name: answer.table_name };
      expect((await call("staff", awardVisit, { branch, body })).status).toBe(200);
    }
    if (chance() < 0.3) await write([{ name: pick(guests).name, phone: pick(guests).phones, message: `Word ${table}` }]);
    if (chance() < 0.3) expect((await call("admin", mergeTables, { branch })).status).toBe(200);
  }
  for (const branch of BRANCHES) if (chance() < 0.7) await endDay(branch);
  await mergeDate();
  for (const [index, { name }] of PEOPLE.entries()) {
    const digits = `961310000${index}`;
    for (const branch of [...BRANCHES, "central"]) {
      const [found] = await find(name, branch);
      if (!found || found.not_in_book) continue;
      const { status, answer } = await call("admin", openGuest, { params: { id: found.id }, branch });
      expect(status).toBe(200);
      const days = new Set(answer.visits?.items.map(({ business_day, branch: at }) => `${business_day} ${at}`));
      expect({ name, branch, days }).toEqual({ name, branch, days: evenings(data, digits) });
      const ofCustomer = "SELECT customer_id FROM loyalty_customer_phone WHERE digits = ?";
      expect(answer.points?.items.length).toBe(inHub(`SELECT count(*) FROM loyalty_visit WHERE customer_id IN (${ofCustomer})`, digits));
      expect(answer.points?.total).toBe(
        inHub(`SELECT coalesce(sum(points), 0) FROM loyalty_visit WHERE customer_id IN (${ofCustomer})`, digits),
      );
      expect(answer.messages?.items.length).toBe(inHub("SELECT count(*) FROM queue_item WHERE digits = ?", digits));
    }
  }
});

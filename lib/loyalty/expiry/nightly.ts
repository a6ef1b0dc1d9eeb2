import { bySystem } from "../../db/actor";
import { runBulk } from "../../db/bulk-steps";
import type { Tx } from "../../db/clients";
import { hubStore } from "../../db/find-store";
import { HOUSE_SWITCHES, switchedOn } from "../../house-switches";
import { startRoutine } from "../../routine";
import { failpoint } from "../../test-hooks";
import { today } from "../../vouchers/list";
import { type NewLine, type Telling, telling, writeLines } from "../ledger/lines";
import { sourcesOf } from "../ledger/spend";
import type { AllPointsDue, PointsDueInput } from "./points-due-step";
import { type ExpiryRule, expiring } from "./rule";
import { expiryIn } from "./setting";

/** So many customers are looked for at once, and so many lose points in one transaction: nobody waits long for the hub. */
const AT_ONCE = 500;
const IN_ONE = 25;

/** What a night took. */
export interface Expired {
  guests: number;
  points: number;
}

/** The rule as it counts now; null where nothing is lost: not set, not begun, or the house is read-only. */
async function ruleNow(): Promise<ExpiryRule | null> {
  const hub = await hubStore();
  const expiry = expiryIn(hub);
  if (!expiry || today() < expiry.begins_on) return null;
  return switchedOn(hub.sql, HOUSE_SWITCHES.readOnly) ? null : expiry;
}

/**
 * Takes the points that are due by lines of the ledger. What is due is found anew each time, so it may run twice, late, and go on where it was cut.
 * @param goesOn asked before each transaction: a server that stops begins no other
 */
export async function expirePoints(goesOn: () => boolean = () => true): Promise<Expired> {
  const expired: Expired = { guests: 0, points: 0 };
  for (;;) {
    const rule = await ruleNow();
    if (rule === null || !goesOn()) return expired;
    const hub = await hubStore();
    const input: PointsDueInput = { hub: hub.file, rule, until: today(), branches: null, most: AT_ONCE };
    const { named } = await runBulk<AllPointsDue>("points-due", input);
    const due = [...new Set(named.map(({ id }) => id))];
    const before = expired.guests;
    for (let from = 0; from < due.length && goesOn(); from += IN_ONE) {
      const some = await expireOf(due.slice(from, from + IN_ONE));
      expired.guests += some.guests;
      expired.points += some.points;
    }
    // Whoever came meanwhile loses nothing: where all of them did, there is nobody left.
    if (expired.guests === before) return expired;
  }
}

async function expireOf(customers: readonly string[]): Promise<Expired> {
  const hub = await hubStore();
  const by = bySystem("expiry of points");
  return hub.write(by, (tx) =>
    telling(by, async (say) => {
      const sum: Expired = { guests: 0, points: 0 };
      const rule = await ruleNow();
      if (rule === null) return sum;
      for (const id of customers) {
        const points = await expireFor(tx, id, rule, say);
        if (points === 0) continue;
        sum.guests += 1;
        sum.points += points;
      }
      return sum;
    }),
  );
}

/** Looked at again in the transaction: they may have come, or spent, since they were found. @returns how many points went */
async function expireFor(tx: Tx<"hub">, customer_id: string, rule: ExpiryRule, say: Telling): Promise<number> {
  const customer = await tx.loyaltyCustomer.findUnique({ where: { id: customer_id } });
  if (!customer || customer.merged_into !== null) return 0;
  const [visit] = await tx.$queryRaw<{ day: string | null }[]>`
    SELECT max(substr(table_key, 1, 10)) AS day FROM loyalty_visit WHERE customer_id = ${customer_id} AND counted_in IS NULL`;
  const sources = await sourcesOf(tx, [customer_id]);
  const all = expiring(rule, { balance: customer.points, last_visit: visit?.day ?? null, sources });
  const due = all.filter(({ on }) => on <= today());
  const branches = new Map(sources.map(({ id, branch }) => [id, branch]));
  const lines = due.map(
    ({ id, points }): NewLine => ({
      ...{ customer_id, of_line: id, points: -points, branch: branches.get(id) ?? "" },
      ...{ type: "EXPIRE_POINTS", source: "expiry", reason: `Not here for ${rule.months} months` },
    }),
  );
  await writeLines(tx, lines, say);
  failpoint("loyalty:expired");
  const points = due.reduce((sum, line) => sum + line.points, 0);
  if (points > 0) say({ kind: "points.expired", subjects: [customer_id], payload: { points, months: rule.months } });
  return points;
}

/** How often is looked whether a business day is new, in milliseconds. */
const LOOK_EVERY = 10 * 60_000;

/** From now on once in each business day. @returns ends it, and settles when the guests who are being looked at are done with */
export function startExpiring(lookEvery: number = LOOK_EVERY): () => Promise<void> {
  let done = "";
  return startRoutine(lookEvery, "points that are due were not taken; the next look takes them", async (signal) => {
    const day = today();
    if (done === day) return;
    await expirePoints(() => !signal.aborted);
    done = day;
  });
}

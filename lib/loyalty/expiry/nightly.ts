import { bySystem } from "../../db/actor";
import { runBulk } from "../../db/bulk-steps";
import type { Tx } from "../../db/clients";
import { hubStore } from "../../db/find-store";
import { HOUSE_SWITCHES, switchedOn } from "../../house-switches";
import { startRoutine } from "../../routine";
import { failpoint } from "../../test-hooks";
import { today } from "../../vouchers/list";
import { everyBook } from "../guest-books";
import { type NewLine, type Telling, telling, writeLines } from "../ledger/lines";
import { sourcesOf } from "../ledger/spend";
import type { Expiry } from "./contract";
import { giveBackLate, visitsNow } from "./late-visits";
import type { AllPointsDue, PointsDue, PointsDueInput } from "./points-due-step";
import { expiring } from "./rule";
import { expiryIn } from "./setting";

/** So many guests are looked for at once, and so many lose points in one transaction: nobody waits long for the hub. */
const AT_ONCE = 500;
const IN_ONE = 25;

/** What a night took. */
export interface Expired {
  guests: number;
  points: number;
}

/** The rule as it counts now; null where nothing is lost: not set, not begun, or the house is read-only. */
async function ruleNow(): Promise<Expiry | null> {
  const hub = await hubStore();
  const expiry = expiryIn(hub);
  if (!expiry || today() < expiry.begins_on) return null;
  return switchedOn(hub.sql, HOUSE_SWITCHES.readOnly) ? null : expiry;
}

/**
 * Gives back what was lost too soon, then takes the points that are due, both by lines of the ledger. What is due is found anew each time, so it may
 * run twice, late, and go on where it was cut.
 * @param goesOn asked before each transaction: a server that stops begins no other
 * @throws AppError `conflict` where a guest book cannot be read: it may know of a visit
 */
export async function expirePoints(goesOn: () => boolean = () => true): Promise<Expired> {
  const expired: Expired = { guests: 0, points: 0 };
  await giveBackLate(ruleNow, goesOn);
  for (;;) {
    const rule = await ruleNow();
    if (rule === null || !goesOn()) return expired;
    const hub = await hubStore();
    const input: PointsDueInput = { hub: hub.file, books: await everyBook(), rule, until: today(), branches: null, most: AT_ONCE };
    const due = byGuest((await runBulk<AllPointsDue>("points-due", input)).named);
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

type Losers = Pick<PointsDue, "losing" | "same">;

/** What a guest loses of several days, or as several customers, is taken together. */
function byGuest(due: readonly PointsDue[]): Losers[] {
  const guests = new Map<string | undefined, Losers>();
  for (const { losing, same } of due) {
    const known = guests.get(same[0])?.losing ?? [];
    guests.set(same[0], { losing: [...new Set([...known, ...losing])], same });
  }
  return [...guests.values()];
}

async function expireOf(guests: readonly Losers[]): Promise<Expired> {
  const hub = await hubStore();
  const by = bySystem("expiry of points");
  return hub.write(by, (tx) =>
    telling(by, async (say) => {
      const sum: Expired = { guests: 0, points: 0 };
      const rule = await ruleNow();
      if (rule === null) return sum;
      for (const { losing, same } of guests) {
        const visits = await visitsNow(tx, same);
        let points = 0;
        for (const id of losing) points += await expireFor(tx, id, { rule, last_visit: visits.at(-1) ?? null }, say);
        if (points === 0) continue;
        sum.guests += 1;
        sum.points += points;
      }
      return sum;
    }),
  );
}

interface Losing {
  rule: Expiry;
  /** Of the guest, as whichever customer. */
  last_visit: string | null;
}

/** Looked at again in the transaction: they may have come, or spent, since they were found. @returns how many points went */
async function expireFor(tx: Tx<"hub">, customer_id: string, { rule, last_visit }: Losing, say: Telling): Promise<number> {
  const customer = await tx.loyaltyCustomer.findUnique({ where: { id: customer_id } });
  if (!customer) return 0;
  const sources = await sourcesOf(tx, [customer_id]);
  const due = expiring(rule, { balance: customer.points, last_visit, sources }).filter(({ on }) => on <= today());
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

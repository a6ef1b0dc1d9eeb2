import { now } from "../../clock";
import { bySystem } from "../../db/actor";
import { runBulk } from "../../db/bulk-steps";
import { Prisma, type Tx } from "../../db/clients";
import { hubStore } from "../../db/find-store";
import { failpoint } from "../../test-hooks";
import { today } from "../../vouchers/list";
import { everyBook } from "../guest-books";
import { type Telling, telling, writeLines } from "../ledger/lines";
import type { Expiry } from "./contract";
import { type LateVisitsInput, LOST, type Lost, type LostTooSoon } from "./late-visits-step";
import { areKept } from "./rule";

/** So long a visit that is recorded late brings points back, in milliseconds; what is older is given by hand. */
const LOOKED_BACK = 31 * 24 * 3_600_000;

/**
 * Gives points back that were lost before a visit was known: its evening was settled late, its number corrected, or two guests turned out to be
 * one. It does only what is missing, so it may run again.
 * @param ruleNow null where nothing is to be changed
 * @param goesOn asked before each transaction: a server that stops begins no other
 */
export async function giveBackLate(ruleNow: () => Promise<Expiry | null>, goesOn: () => boolean): Promise<void> {
  const rule = await ruleNow();
  if (rule === null || !goesOn()) return;
  const hub = await hubStore();
  const lately = new Date(now().getTime() - LOOKED_BACK).toISOString();
  // By other months they were lost by another rule.
  const since = lately > rule.at ? lately : rule.at;
  const input: LateVisitsInput = { hub: hub.file, books: await everyBook(), rule, since, today: today() };
  for (const lost of await runBulk<LostTooSoon[]>("lost-too-soon", input)) {
    if (!goesOn()) return;
    const by = bySystem("expiry of points");
    await hub.write(by, (tx) =>
      telling(by, async (say) => {
        if (await ruleNow()) await giveBack(tx, lost, rule, say);
      }),
    );
  }
}

/** Looked at again in the transaction, as what is due is. */
async function giveBack(tx: Tx<"hub">, { id, same }: LostTooSoon, rule: Expiry, say: Telling): Promise<void> {
  const [lost] = await tx.$queryRaw<Lost[]>`${Prisma.raw(LOST)} AND e.id = ${id}`;
  if (!lost || !areKept(rule, lost.given, await visitsNow(tx, same), today())) return;
  const { customer_id, of_line, branch } = lost;
  const points = Number(lost.points);
  const why = { type: "EXPIRE_POINTS", source: "expiry", reason: "A visit was recorded later" } as const;
  await writeLines(tx, [{ customer_id, of_line, reverses: id, points, branch, ...why }], say);
  failpoint("loyalty:kept-after-all");
  say({ kind: "points.kept_after_all", subjects: [customer_id], payload: { points, months: rule.months } });
}

/** The business days on which one of some customers was there, as a transaction finds them, the first one first. */
export async function visitsNow(tx: Tx<"hub">, customers: readonly string[]): Promise<string[]> {
  const rows = await tx.$queryRaw<{ day: string }[]>`
    SELECT DISTINCT substr(v.table_key, 1, 10) AS day FROM json_each(${JSON.stringify(customers)}) j
    CROSS JOIN loyalty_customer c ON c.id = j.value CROSS JOIN loyalty_visit v ON v.customer_id = coalesce(c.merged_into, c.id)
    WHERE v.counted_in IS NULL ORDER BY day`;
  return rows.map(({ day }) => day);
}

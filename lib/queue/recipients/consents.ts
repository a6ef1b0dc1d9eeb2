import { now } from "../../clock";
import { bySystem } from "../../db/actor";
import type { Branch } from "../../db/branch";
import type { Tx } from "../../db/clients";
import { hubStore } from "../../db/find-store";
import { log } from "../../log";
import { seatedTables } from "../../loyalty/customers";
import { yieldToEventLoop } from "../../yield-to-event-loop";
import type { ConsentSource, Purpose } from "./purposes";

/** Numbers of one transaction: nobody waits long for the event loop behind the thousands of an evening. */
const AT_ONCE = 500;

const BOTH: readonly Purpose[] = ["service", "marketing"];

/** Guests have said yes, or written to us: it counts from now on, whatever they had said before. @param by who wrote it down */
export async function agree(
  tx: Tx<"hub">,
  digits: readonly string[],
  source: ConsentSource,
  by: string,
  purposes: readonly Purpose[] = BOTH,
): Promise<void> {
  const at = now().toISOString();
  const rows = JSON.stringify(digits.flatMap((one) => purposes.map((purpose) => ({ digits: one, purpose }))));
  await tx.$executeRaw`
    INSERT INTO consent (digits, channel, purpose, source, at, by)
    SELECT j.value ->> 'digits', 'whatsapp', j.value ->> 'purpose', ${source}, ${at}, ${by} FROM json_each(${rows}) j WHERE true
    ON CONFLICT DO UPDATE SET source = excluded.source, at = excluded.at, by = excluded.by, revoked_at = NULL`;
}

/**
 * Guests gave their number at the table, for the house to write to them. It is noted once: who said no later has not said yes
 * by sitting down again.
 */
async function agreeAtTable(tx: Tx<"hub">, digits: readonly string[], by: string): Promise<void> {
  const at = now().toISOString();
  const rows = JSON.stringify(digits.flatMap((one) => BOTH.map((purpose) => ({ digits: one, purpose }))));
  await tx.$executeRaw`
    INSERT INTO consent (digits, channel, purpose, source, at, by)
    SELECT j.value ->> 'digits', 'whatsapp', j.value ->> 'purpose', 'table', ${at}, ${by} FROM json_each(${rows}) j WHERE true
    ON CONFLICT DO NOTHING`;
}

/** A guest has said no: whatever they agreed to counts no more. */
export async function disagree(tx: Tx<"hub">, digits: string, at: string): Promise<void> {
  await tx.consent.updateMany({ where: { digits, revoked_at: null }, data: { revoked_at: at } });
}

/** Notes who gave a number at the tables of a business day. What fails is left to the next End of Day, and stops nothing. */
export async function noteTableConsents(branch: Branch, business_day: string): Promise<void> {
  try {
    const tables = await seatedTables(branch, { business_day });
    const all = new Set(tables.flatMap(({ guests }) => guests.flatMap(({ numbers }) => numbers.map((number) => number.digits))));
    const digits = [...all];
    const hub = await hubStore();
    for (let from = 0; from < digits.length; from += AT_ONCE) {
      await yieldToEventLoop();
      await hub.write(bySystem("end of day"), async (tx) => {
        await agreeAtTable(tx, digits.slice(from, from + AT_ONCE), "end of day");
        return { answer: undefined, happened: [] };
      });
    }
  } catch (error) {
    log().error({ err: error, branch: branch.key }, "who gave a number was not noted; the next End of Day does it");
  }
}

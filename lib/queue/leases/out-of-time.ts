import type Database from "better-sqlite3";
import { businessDayOf, businessDayRange, eveningHours } from "../../business-day";
import { now } from "../../clock";
import { bySystem } from "../../db/actor";
import { hubStore } from "../../db/find-store";
import { statement } from "../../db/statements";
import { env } from "../../env";
import { ItemsAtHand } from "../item-batch";
import { MAY_HAVE_ARRIVED } from "../item-sql";
import { type Changes, despiteEarlier, failed, type Item } from "../item-states";
import { unreachedIn } from "../send-policy/policy-facts";
import { tooLateText, WAITS_AT_A_TABLE, WAITS_FOR } from "../send-policy/too-late";
import { TASK_KINDS } from "../task-kinds";

/** So many in one transaction: others write between. */
const AT_ONCE = 200;

const LETTERS = TASK_KINDS.filter((kind) => kind !== "menu").map((kind) => `'${kind}'`);
// The same as `isTooLate`, each part by its own index: what is still in its time is not read. By name: the planner would read all that waits.
const UNTIL = "SELECT id FROM queue_item INDEXED BY queue_item_waits_until WHERE status = 'PENDING' AND not_after <= ?";
const SINCE = "SELECT id FROM queue_item INDEXED BY queue_item_waits_since WHERE status = 'PENDING' AND";
const OUT_OF_TIME = `${UNTIL} UNION ${SINCE} kind = 'menu' AND created_at < ? AND created_at <= ?
  UNION ${SINCE} kind IN (${LETTERS.join()}) AND created_at <= ? LIMIT ${AT_ONCE}`;

/**
 * Ends what waits and is not wanted any more (`isTooLate`), whether or not a worker asks for it: a morning on which no PC runs yet must not
 * show last night's menus as next in line. It is the same whoever has stopped sending: time goes on. What may have arrived by an earlier
 * attempt stays in doubt.
 * @returns how many
 */
export async function endOutOfTime(): Promise<number> {
  let ended = 0;
  for (;;) {
    const some = await endSome();
    ended += some;
    if (some < AT_ONCE) return ended;
  }
}

async function endSome(): Promise<number> {
  const hub = await hubStore();
  if (outOfTime(hub.sql, now().getTime()).length === 0) return 0; // most looks write nothing
  return hub.write(bySystem("queue"), async (tx) => {
    const at = now().getTime();
    const items = statement<[string], Item>(hub.sql, "SELECT * FROM queue_item WHERE id IN (SELECT value FROM json_each(?))").all(
      JSON.stringify(outOfTime(hub.sql, at)),
    );
    const hand = new ItemsAtHand(items);
    const end = endOf(hub.sql, items, at);
    for (const item of items) hand.change(item, end(item));
    await hand.write(tx);
    return { answer: items.length, happened: [] };
  });
}

function outOfTime(sql: Database.Database, at: number): string[] {
  const hours = eveningHours(env());
  const ago = (time: number) => new Date(at - time).toISOString();
  const evening = businessDayRange(businessDayOf(new Date(at), hours), hours).from.toISOString();
  return statement<string[], string>(sql, OUT_OF_TIME).pluck().all(ago(0), evening, ago(WAITS_AT_A_TABLE), ago(WAITS_FOR));
}

function endOf(sql: Database.Database, items: readonly Item[], at: number): (item: Item) => Changes {
  const ids = items.map(({ id }) => id);
  const unreached = unreachedIn(sql, ids);
  const mayHaveArrived = new Set(
    statement<[string], string>(sql, `SELECT id FROM queue_item WHERE id IN (SELECT value FROM json_each(?)) AND ${MAY_HAVE_ARRIVED}`)
      .pluck()
      .all(JSON.stringify(ids)),
  );
  const hours = eveningHours(env());
  return (item) => {
    const tooLate = failed("TOO_LATE", tooLateText(item, hours, at, unreached.has(item.id)), at);
    return mayHaveArrived.has(item.id) ? despiteEarlier(item, tooLate, at) : tooLate;
  };
}

import type { KnownGuest } from "../book/known-as";
import { now } from "../clock";
import { hubStore } from "../db/find-store";
import { statement } from "../db/statements";
import { MENU_OF, menuOf } from "../menu-versions/of-message";
import type { ItemStatus } from "../queue/contract";
import { IN_SANDBOX, UNANSWERED, WORKER_OF } from "../queue/item-sql";
import { readQueueSnapshot } from "../queue/next-try/queue-snapshot";
import { standingsOf } from "../queue/next-try/standing";
import { WAITING_COLUMNS, type WaitingRow } from "../queue/next-try/waiting-row";
import { ofBranches } from "../queue/stats";
import type { GuestLists } from "./contract";
import { AT_ONCE } from "./cut-list";

type Messages = NonNullable<GuestLists["messages"]>;

interface Row extends WaitingRow {
  status: ItemStatus;
  branch: string;
  name: string;
  ended_at: string | null;
  delivery: string | null;
  worker: string | null;
  unanswered: number;
  sandbox: number;
  menu: string | null;
}

const OF_NUMBERS = "i.digits IN (SELECT value FROM json_each(?))";
const COLUMNS = `${WAITING_COLUMNS}, branch, name, ended_at, delivery, ${WORKER_OF} AS worker, ${UNANSWERED} AS unanswered,
  ${IN_SANDBOX} AS sandbox, ${MENU_OF} AS menu`;
// The greater text is the newer one: an id alone says nothing of when.
const PLACE = "(i.created_at || ' ' || i.id)";

/**
 * What was written to the numbers of a guest by the branches of whoever asks, the newest first.
 * @param after as `next` of the messages before
 */
export async function messagesTo({ numbers }: KnownGuest, branches: readonly string[] | null, after: string | null): Promise<Messages> {
  const hub = await hubStore();
  const digits = JSON.stringify(numbers.map((number) => number.digits).filter(Boolean));
  const { where, values } = ofBranches(branches);
  const left = `FROM queue_item i WHERE ${OF_NUMBERS} AND ${where} AND ${PLACE} < ?`;
  const given = [digits, ...values, after ?? END];
  const text = `SELECT ${COLUMNS} ${left} ORDER BY i.created_at DESC, i.id DESC LIMIT ${AT_ONCE}`;
  const rows = statement<string[], Row>(hub.sql, text).all(...given);
  const all = statement<string[], number>(hub.sql, `SELECT count(*) ${left}`).pluck();
  const snapshot = await readQueueSnapshot(hub, now().getTime());
  const standing = standingsOf(rows, snapshot);
  const more = (all.get(...given) ?? 0) - rows.length;
  const last = rows.at(-1);
  return {
    items: rows.map((row) => {
      const { id, kind, branch, name, created_at: at, ended_at, status, delivery, worker } = row;
      const { error, undecided } = standing(row);
      const flags = { undecided, unanswered: row.unanswered === 1, sandbox: row.sandbox === 1 };
      return { id, kind, branch, name, at, ended_at, status, error, delivery, worker, menu: menuOf(row.menu), ...flags };
    }),
    more,
    next: more > 0 && last ? `${last.created_at} ${last.id}` : null,
  };
}

/** After every moment. */
const END = "a";

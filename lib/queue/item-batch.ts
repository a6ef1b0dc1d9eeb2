import type Database from "better-sqlite3";
import { Prisma, type Tx } from "../db/clients";
import { statement } from "../db/statements";
import type { Changes, Item } from "./item-states";

/** What changes of an item, each with how it is set from a row of JSON. */
const SET = {
  status: Prisma.sql`status = j.value ->> 'status'`,
  phase: Prisma.sql`phase = j.value ->> 'phase'`,
  account: Prisma.sql`account = j.value ->> 'account'`,
  generation: Prisma.sql`generation = j.value ->> 'generation'`,
  message_id: Prisma.sql`message_id = j.value ->> 'message_id'`,
  lease_token: Prisma.sql`lease_token = j.value ->> 'lease_token'`,
  lease_worker: Prisma.sql`lease_worker = j.value ->> 'lease_worker'`,
  lease_boot: Prisma.sql`lease_boot = j.value ->> 'lease_boot'`,
  lease_until: Prisma.sql`lease_until = j.value ->> 'lease_until'`,
  send_started_at: Prisma.sql`send_started_at = j.value ->> 'send_started_at'`,
  run_at: Prisma.sql`run_at = j.value ->> 'run_at'`,
  priority: Prisma.sql`priority = j.value ->> 'priority'`,
  prefer_worker: Prisma.sql`prefer_worker = j.value ->> 'prefer_worker'`,
  not_after: Prisma.sql`not_after = j.value ->> 'not_after'`,
  attempts: Prisma.sql`attempts = j.value ->> 'attempts'`,
  last_code: Prisma.sql`last_code = j.value ->> 'last_code'`,
  last_error: Prisma.sql`last_error = j.value ->> 'last_error'`,
  provider_id: Prisma.sql`provider_id = j.value ->> 'provider_id'`,
  delivery: Prisma.sql`delivery = j.value ->> 'delivery'`,
  ended_at: Prisma.sql`ended_at = j.value ->> 'ended_at'`,
} satisfies Record<keyof Changes, Prisma.Sql>;
const COLUMNS = Object.keys(SET) as (keyof Changes)[]; // of this very object

/** Some items of a transaction, changed in memory one after the other and written in one statement at the end. */
export class ItemsAtHand {
  private readonly items: Map<string, Item>;
  /** Those that changed, as they were. */
  private readonly changed = new Map<string, Item>();

  constructor(items: readonly Item[]) {
    this.items = new Map(items.map((item) => [item.id, item]));
  }

  get(id: string): Item | undefined {
    return this.items.get(id);
  }

  /** @returns the item as it is now */
  change(item: Item, changes: Changes): Item {
    const now = { ...item, ...changes };
    this.items.set(item.id, now);
    if (!this.changed.has(item.id)) this.changed.set(item.id, item);
    return now;
  }

  async write(tx: Tx<"hub">): Promise<void> {
    if (this.changed.size === 0) return;
    const rows = [...this.changed.values()].map((was) => ({ was, is: this.items.get(was.id) as Item })); // what changed is at hand
    // A column that is named costs its indexes, whether or not it changes.
    const columns = COLUMNS.filter((name) => rows.some(({ was, is }) => was[name] !== is[name]));
    if (columns.length === 0) return;
    const json = JSON.stringify(rows.map(({ is }) => ({ id: is.id, ...Object.fromEntries(columns.map((name) => [name, is[name]])) })));
    const values = Prisma.join(columns.map((name) => SET[name]));
    await tx.$executeRaw`UPDATE queue_item SET ${values} FROM json_each(${json}) j WHERE queue_item.id = j.value ->> 'id'`;
  }
}

/**
 * The items of some ids, to be changed in a transaction that has written no item yet: they are read over the reading
 * connection, which takes a tenth of the time, and nobody else writes while this process is in its transaction.
 */
export function itemsAtHand(sql: Database.Database, ids: readonly string[]): ItemsAtHand {
  const items = statement<[string], Item>(sql, "SELECT * FROM queue_item WHERE id IN (SELECT value FROM json_each(?))");
  return new ItemsAtHand(items.all(JSON.stringify(ids)));
}

import type Database from "better-sqlite3";
import type { Tx } from "../../db/clients";
import { statement } from "../../db/statements";
import type { Changes, Item } from "./rules";

const COLUMNS_THAT_CHANGE = [
  "status",
  "phase",
  "account",
  "generation",
  "message_id",
  "lease_token",
  "lease_worker",
  "lease_boot",
  "lease_until",
  "send_started_at",
  "run_at",
  "prefer_worker",
  "attempts",
  "last_code",
  "last_error",
  "provider_id",
  "delivery",
  "ended_at",
] as const satisfies (keyof Changes)[];

/** Some items of a transaction, changed in memory one after the other and written in one statement at the end. */
export class ItemsAtHand {
  private readonly items: Map<string, Item>;
  private readonly changed = new Set<string>();

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
    this.changed.add(item.id);
    return now;
  }

  async write(tx: Tx<"hub">): Promise<void> {
    if (this.changed.size === 0) return;
    const rows = [...this.changed].map((id) => this.items.get(id) as Item);
    const json = JSON.stringify(
      rows.map((item) => ({ id: item.id, ...Object.fromEntries(COLUMNS_THAT_CHANGE.map((name) => [name, item[name]])) })),
    );
    await tx.$executeRaw`
      UPDATE queue_item SET
        status = j.value ->> 'status', phase = j.value ->> 'phase', account = j.value ->> 'account',
        generation = j.value ->> 'generation', message_id = j.value ->> 'message_id', lease_token = j.value ->> 'lease_token',
        lease_worker = j.value ->> 'lease_worker', lease_boot = j.value ->> 'lease_boot', lease_until = j.value ->> 'lease_until',
        send_started_at = j.value ->> 'send_started_at', run_at = j.value ->> 'run_at', prefer_worker = j.value ->> 'prefer_worker',
        attempts = j.value ->> 'attempts', last_code = j.value ->> 'last_code', last_error = j.value ->> 'last_error',
        provider_id = j.value ->> 'provider_id', delivery = j.value ->> 'delivery', ended_at = j.value ->> 'ended_at'
      FROM json_each(${json}) j WHERE queue_item.id = j.value ->> 'id'`;
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

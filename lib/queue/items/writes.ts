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
    const columns = COLUMNS_THAT_CHANGE.filter((name) => rows.some(({ was, is }) => was[name] !== is[name]));
    if (columns.length === 0) return;
    const json = JSON.stringify(rows.map(({ is }) => [is.id, ...columns.map((name) => is[name])]));
    // The columns' names stand above, and nothing that anybody said becomes a part of the statement.
    const values = columns.map((name, index) => `${name} = j.value ->> ${index + 1}`).join(", ");
    await tx.$executeRawUnsafe(`UPDATE queue_item SET ${values} FROM json_each(?) j WHERE queue_item.id = j.value ->> 0`, json);
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

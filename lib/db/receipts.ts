import { createHmac } from "node:crypto";
import type Database from "better-sqlite3";
import { now, timestamp } from "../clock";
import { AppError } from "../errors";
import type { Store, Tx } from "./store";

/** How long an answer is given again for the same Idempotency-Key, in milliseconds. */
const KEPT_FOR = 24 * 3_600_000;

/** Names one call of one user, and what it said; `null` for a call without an Idempotency-Key. */
export interface ReceiptKey {
  key: string;
  body_hash: string;
}

export interface Receipt extends ReceiptKey {
  status: number;
  answer: unknown;
}

/**
 * Bodies are compared without being kept. With a secret, because a body may hold a password, and whoever has a copy of
 * a store could try passwords on a plain hash millions of times faster than argon2 lets them.
 */
export function fingerprint(text: string, secret: string): string {
  return createHmac("sha256", secret).update(text).digest("hex");
}

type AnyStore = Store<"hub"> | Store<"contacts"> | Store<"table">;

/** The receipt of an earlier call with this key, if it is younger than 24 hours. */
function findReceipt(store: AnyStore, key: string): Receipt | null {
  const row = store.sql.prepare("SELECT key, body_hash, status, answer FROM receipt WHERE key = ? AND created_at > ?").get(key, oldest()) as
    | (ReceiptKey & { status: number; answer: string })
    | undefined;
  return row ? { ...row, answer: JSON.parse(row.answer) } : null;
}

/**
 * The first answer to this key, for a call that comes again with the same body.
 * @throws AppError `idempotency_mismatch` when it comes with another one
 */
export function firstAnswer(store: AnyStore, key: ReceiptKey): Receipt | null {
  const earlier = findReceipt(store, key.key);
  if (earlier) refuseOtherBody(earlier, key);
  return earlier;
}

/** @throws AppError `idempotency_mismatch` */
export function refuseOtherBody(earlier: Pick<ReceiptKey, "body_hash">, key: ReceiptKey): void {
  if (earlier.body_hash !== key.body_hash) {
    throw new AppError("idempotency_mismatch", "This Idempotency-Key was used for another request. Nothing was changed. Use a new key.");
  }
}

/** Keeps an answer within the transaction that did the work: both are there after a crash, or neither. */
export async function keepReceipt(tx: Tx<"hub"> | Tx<"contacts"> | Tx<"table">, receipt: Receipt): Promise<void> {
  // The receipt table is the same in all three stores; one client's types stand for it.
  const { receipt: table } = tx as Tx<"hub">;
  await table.deleteMany({ where: { created_at: { lt: oldest() } } });
  await table.create({ data: { ...receipt, answer: JSON.stringify(receipt.answer), created_at: timestamp() } });
}

/** The same within a bulk step's own transaction. */
export function keepReceiptSql(database: Database.Database, receipt: Receipt): void {
  database.prepare("DELETE FROM receipt WHERE created_at < ?").run(oldest());
  database
    .prepare("INSERT INTO receipt (key, body_hash, status, answer, created_at) VALUES (?, ?, ?, ?, ?)")
    .run(receipt.key, receipt.body_hash, receipt.status, JSON.stringify(receipt.answer), timestamp());
}

function oldest(): string {
  return new Date(now().getTime() - KEPT_FOR).toISOString();
}

import { createHmac } from "node:crypto";
import type Database from "better-sqlite3";
import { now, timestamp } from "../clock";
import { AppError } from "../errors";
import type { Tx } from "./clients";
import { statement } from "./statements";

/** How long an answer is given again for the same Idempotency-Key, in milliseconds. */
const KEPT_FOR = 24 * 3_600_000;

/** The key of a call with the hash of its body; `null` for a call without an Idempotency-Key. */
export interface ReceiptKey {
  key: string;
  body_hash: string;
  /** The HTTP status that the answer is given with. */
  status: number;
  /** Set once a transaction has kept the answer. */
  kept?: true;
}

export interface Receipt {
  body_hash: string;
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

const FIND = "SELECT body_hash, status, answer FROM receipt WHERE key = ? AND created_at > ?";

interface ReceiptRow {
  body_hash: string;
  status: number;
  answer: string;
}

/**
 * The first answer to this key, if it is younger than 24 hours, for a call that comes again with the same body.
 * @throws AppError `idempotency_mismatch` when it comes with another one
 */
export function findReceipt(sql: Database.Database, key: ReceiptKey): Receipt | null {
  return earlierAnswer(statement<[string, string], ReceiptRow>(sql, FIND).get(key.key, oldest()), key);
}

/** The same within a transaction: another call with the key may have ended since the first look. */
export async function findReceiptIn(tx: Tx<"hub"> | Tx<"contacts"> | Tx<"table">, key: ReceiptKey): Promise<Receipt | null> {
  // The receipt table is the same in all three stores; one client's types stand for it.
  const row = await (tx as Tx<"hub">).receipt.findUnique({ where: { key: key.key } });
  return earlierAnswer(row && row.created_at > oldest() ? row : undefined, key);
}

function earlierAnswer(row: ReceiptRow | undefined, key: ReceiptKey): Receipt | null {
  if (!row) return null;
  refuseOtherBody(row, key);
  return { ...row, answer: JSON.parse(row.answer) };
}

/** @throws AppError `idempotency_mismatch` */
export function refuseOtherBody(earlier: { body_hash: string }, key: ReceiptKey): void {
  if (earlier.body_hash !== key.body_hash) {
    throw new AppError("idempotency_mismatch", "This Idempotency-Key was used for another request. Nothing was changed. Use a new key.");
  }
}

/** Keeps an answer within the transaction that did the work: both are there after a crash, or neither. */
export async function keepReceipt(tx: Tx<"hub"> | Tx<"contacts"> | Tx<"table">, key: ReceiptKey, answer: unknown): Promise<void> {
  const { receipt: table } = tx as Tx<"hub">;
  await table.deleteMany({ where: { created_at: { lt: oldest() } } });
  await table.create({ data: receiptRow(key, answer) });
}

/** The same within a bulk step's own transaction. */
export function keepReceiptSql(database: Database.Database, key: ReceiptKey, answer: unknown): void {
  database.prepare("DELETE FROM receipt WHERE created_at < ?").run(oldest());
  database
    .prepare("INSERT INTO receipt (key, body_hash, status, answer, created_at) VALUES (@key, @body_hash, @status, @answer, @created_at)")
    .run(receiptRow(key, answer));
}

function receiptRow({ key, body_hash, status }: ReceiptKey, answer: unknown) {
  return { key, body_hash, status, answer: JSON.stringify(answer), created_at: timestamp() };
}

function oldest(): string {
  return new Date(now().getTime() - KEPT_FOR).toISOString();
}

import { createHash, randomBytes, timingSafeEqual } from "node:crypto";
import { hubStore } from "../db/find-store";
import { statement } from "../db/statements";
import { env } from "../env";

/** By which a worker's own token is told from a person's. */
const MARK = "dwk_";

/** A new token: 256 bits of chance. */
export function makeWorkerToken(): string {
  return MARK + randomBytes(32).toString("base64url");
}

const isWorkersOwn = (token: string) => token.startsWith(MARK);

/** What is kept of a token. It is all chance, so nobody finds it by guessing, and no slow hash is needed. */
export function hashOfToken(token: string): string {
  return createHash("sha256").update(token).digest("hex");
}

/** A worker that calls: the one whose token it is, or one that names itself and has the shared token. */
export interface CallingWorker {
  name: string;
  hasOwnToken: boolean;
}

/**
 * Whose token it is; null for one that is no worker's, and for one that was taken back.
 * @param said the name that the caller gives itself: with the shared token nothing else tells it
 */
export async function workerOf(token: string, said: string): Promise<CallingWorker | null> {
  if (isWorkersOwn(token)) {
    const { sql } = await hubStore();
    const row = statement<[string], { worker: string }>(sql, "SELECT worker FROM worker_token WHERE hash = ? AND revoked_at IS NULL").get(
      hashOfToken(token),
    );
    return row ? { name: row.worker, hasOwnToken: true } : null;
  }
  const name = /^[\w.-]{1,64}$/.test(said) ? said : "worker";
  return isShared(token) && !(await hasToken(name)) ? { name, hasOwnToken: false } : null;
}

/** Whether a worker may speak for the one that a call names: with a token of its own for itself alone. */
export async function mayCallAs({ name, hasOwnToken }: CallingWorker, worker: string): Promise<boolean> {
  return hasOwnToken ? name === worker : !(await hasToken(worker));
}

/** In constant time, so that nobody finds the token out letter by letter. */
function isShared(token: string): boolean {
  const wanted = env().WORKER_TOKEN;
  return wanted !== undefined && timingSafeEqual(Buffer.from(hashOfToken(token)), Buffer.from(hashOfToken(wanted)));
}

/** Whether a worker was ever given a token of its own: the shared one would otherwise undo that it was taken back. */
async function hasToken(worker: string): Promise<boolean> {
  const { sql } = await hubStore();
  return statement<[string], { id: string }>(sql, "SELECT id FROM worker_token WHERE worker = ? LIMIT 1").get(worker) !== undefined;
}

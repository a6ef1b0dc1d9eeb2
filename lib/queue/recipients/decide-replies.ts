import { type Caller, holds } from "../../caller";
import type { Tx } from "../../db/clients";
import { AppError } from "../../errors";
import { SEES_PHONES } from "../who-may-send";

/** A guest wrote what sounds like a no; the same words told again, or late, after somebody has decided, change nothing. @param said ISO 8601 */
export async function noteUnsure(tx: Tx<"hub">, digits: string, said: string): Promise<void> {
  await tx.$executeRaw`
    INSERT INTO sounds_like_no (digits, said_at) VALUES (${digits}, ${said})
    ON CONFLICT (digits) DO UPDATE SET said_at = max(said_at, excluded.said_at)`;
}

/** What a guest meant is known for whatever they wrote until then, also where that is told later. @param at ISO 8601 */
export async function noteDecided(tx: Tx<"hub">, digits: readonly string[], at: string): Promise<void> {
  await tx.$executeRaw`
    INSERT INTO sounds_like_no (digits, said_at, decided_at) SELECT value, ${NEVER}, ${at} FROM json_each(${JSON.stringify(digits)}) WHERE true
    ON CONFLICT (digits) DO UPDATE SET decided_at = max(coalesce(decided_at, ''), excluded.decided_at)`;
}

/** Of a guest who has written nothing that sounds like a no. */
const NEVER = "";

/**
 * Of some numbers, those whose guests wrote what sounds like a no, on which nobody has decided, or only the no that stands: who takes that
 * back says what the guest meant.
 */
export async function inDoubtOf(tx: Tx<"hub">, digits: readonly string[]): Promise<string[]> {
  const where = { digits: { in: [...digits] } };
  const marked = await tx.soundsLikeNo.findMany({ where });
  const saidNo = new Map((await tx.recipient.findMany({ where })).map((one) => [one.digits, one.opted_out_at]));
  return marked
    .filter(({ said_at }) => said_at !== NEVER)
    .filter(({ said_at, decided_at, ...one }) => decided_at === null || said_at > decided_at || decided_at === saidNo.get(one.digits))
    .map((one) => one.digits);
}

/**
 * What guests meant is said by those alone who may read what they write: of every branch, or of those that have sent a message to each
 * number in doubt, as `listReplies` shows them.
 * @param digits of the guest, and `inDoubt` those of them on which nobody has decided
 * @throws AppError `forbidden`
 */
export async function requireMayDecide(
  tx: Tx<"hub">,
  digits: readonly string[],
  inDoubt: readonly string[],
  caller: Caller,
): Promise<void> {
  if (!holds(caller, SEES_PHONES)) throw new AppError("forbidden", NOT_READ);
  if (caller.branches === null) return;
  const where = { digits: { in: [...digits] }, status: "SENT", branch: { in: [...caller.branches] } };
  const sent = await tx.queueItem.findMany({ where, distinct: ["digits"], select: { digits: true } });
  const theirs = new Set(sent.map((one) => one.digits));
  if (theirs.size === 0 || inDoubt.some((one) => !theirs.has(one))) throw new AppError("forbidden", NOT_WRITTEN_TO);
}

const NOT_READ =
  "This guest wrote what sounds like a no. What they meant is said only by somebody who may read what guests write: the right to use Customer Service, or to send birthday greetings. Nothing was changed.";

const NOT_WRITTEN_TO =
  "None of your branches has sent a message to the number that this guest wrote from. What they meant is said by a branch that has, or by somebody of every branch. Nothing was changed.";

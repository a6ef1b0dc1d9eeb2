import { timestamp } from "../clock";
import type { WriteBy } from "../db/actor";
import { hubStore } from "../db/find-store";
import { fingerprint } from "../db/idempotency-receipts";
import { AppError } from "../errors";
import { renewalOf } from "./refresh-rule";
import { authSecret } from "./secret";
import { userById } from "./signed-in";
import { newPair, readToken } from "./tokens";

const over = () => new AppError("unauthenticated", "Please sign in.");

/**
 * The next pair of tokens of a sign-in.
 * @param token the refresh token of its newest pair
 * @param from.key the call's Idempotency-Key: with the same one it is the same step, whose answer was not heard
 * @param from.address for the trail
 * @throws AppError `unauthenticated` for a token that is no refresh token, or of a sign-in that is over; it is over as soon as one
 * of its older tokens comes
 */
export async function renewSignIn(token: string, { key, address }: { key: string | null; address: string }, by: WriteBy) {
  const claims = await readToken(token);
  if (claims?.use !== "refresh") throw over();
  const { sid, pair } = claims;
  const step = key && fingerprint(`renew ${sid} ${key}`, authSecret());
  const hub = await hubStore();
  const renewed = await hub.write(by, async (tx) => {
    const session = await tx.session.findFirst({
      where: { id: sid, revoked_at: null, expires_at: { gt: timestamp() }, user: { disabled_at: null } },
    });
    if (!session) return { answer: null, happened: [] };
    const verdict = renewalOf(pair, step, { number: session.renewal, key: session.renewal_key });
    if (verdict === "reused") {
      await tx.session.update({ where: { id: sid }, data: { revoked_at: timestamp() } });
      const payload = { why: "a refresh token was used twice" as const, address };
      return { answer: null, happened: [{ kind: "sessions.ended" as const, subjects: [session.user_id, sid], payload }] };
    }
    const number = verdict === "same" ? session.renewal : Math.max(pair, session.renewal) + 1;
    if (verdict === "next") await tx.session.update({ where: { id: sid }, data: { renewal: number, renewal_key: step } });
    return { answer: { number, userId: session.user_id, endsAt: session.expires_at }, happened: [] };
  });
  const user = renewed && (await userById(renewed.userId));
  if (!renewed || !user) throw over();
  return { ...(await newPair(sid, renewed.number)), sign_in_ends_at: renewed.endsAt, user };
}

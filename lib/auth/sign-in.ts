import { v7 as uuid } from "uuid";
import type { AnswerOf, BodyOf } from "../api/endpoint";
import { now, timestamp } from "../clock";
import type { WriteBy } from "../db/actor";
import { hubStore } from "../db/find-store";
import { statement } from "../db/statements";
import { AppError } from "../errors";
import type { login as loginContract, logout as logoutContract, SessionUser } from "./contract";
import { hashPassword, isOfAnotherCost, passwordIsRight } from "./passwords";
import { userById } from "./signed-in";
import { inTurn, recordFailure, recordSuccess, refuseIfThrottled, type Trying } from "./throttle";
import { newPair, SIGN_IN_LASTS } from "./tokens";
import { usernameKey } from "./username-key";

/**
 * Signs somebody in.
 * @param from.address where the call came from, for the throttle and the trail
 * @param from.device what the list of sign-ins and the trail show, such as `Chrome on Android`
 * @throws AppError `unauthenticated` with the same words and at the same cost for a wrong name and a wrong password
 */
export async function signIn(
  credentials: BodyOf<typeof loginContract>,
  { address, device }: { address: string; device: string },
  by: WriteBy,
): Promise<AnswerOf<typeof loginContract>> {
  const { user, newHash } = await inTurn(credentials.username, address, (trying) => userWith(credentials, trying));
  const hub = await hubStore();
  const sid = uuid();
  const expiresAt = new Date(now().getTime() + SIGN_IN_LASTS * 1000).toISOString();
  await hub.write({ ...by, actor: { kind: "user", id: user.id } }, async (tx) => {
    if (newHash)
      await tx.user.updateMany({ where: { id: user.id, password_hash: newHash.inPlaceOf }, data: { password_hash: newHash.hash } });
    await tx.session.create({ data: { id: sid, user_id: user.id, created_at: timestamp(), expires_at: expiresAt, device } });
    const payload = { user_id: user.id, device, address };
    return { answer: undefined, happened: [{ kind: "session.started", subjects: [user.id, sid], payload }] };
  });
  return { ...(await newPair(sid, 0)), sign_in_ends_at: expiresAt, user };
}

interface KnownUser {
  id: string;
  password_hash: string;
  disabled_at: string | null;
}

const KNOWN_USER = "SELECT id, password_hash, disabled_at FROM user WHERE username_key = ?";

interface RightPassword {
  user: SessionUser;
  /** What is to be kept of the password instead, where the hash of an older version is of another cost. */
  newHash: { hash: string; inPlaceOf: string } | null;
}

async function userWith({ username, password }: BodyOf<typeof loginContract>, trying: Trying): Promise<RightPassword> {
  refuseIfThrottled(trying);
  const hub = await hubStore();
  const known = statement<[string], KnownUser>(hub.sql, KNOWN_USER).get(usernameKey(username));
  const right = await passwordIsRight(password, known && !known.disabled_at ? known.password_hash : null);
  const user = right && known ? await userById(known.id) : null;
  if (!known || !user) {
    recordFailure(trying);
    throw new AppError("unauthenticated", "Wrong username or password.");
  }
  recordSuccess(trying);
  const inPlaceOf = known.password_hash;
  return { user, newHash: isOfAnotherCost(inPlaceOf) ? { hash: await hashPassword(password), inPlaceOf } : null };
}

/** The sign-in is over: its token is dead at the very next call. */
export async function signOut(sessionId: string, by: WriteBy): Promise<AnswerOf<typeof logoutContract>> {
  const hub = await hubStore();
  return hub.write(by, async (tx) => {
    await tx.session.updateMany({ where: { id: sessionId, revoked_at: null }, data: { revoked_at: timestamp() } });
    await tx.session.deleteMany({ where: { expires_at: { lt: timestamp() } } });
    return {
      answer: { ok: true, message: "Logged out." },
      happened: [{ kind: "session.ended", subjects: [by.actor.id, sessionId], payload: {} }],
    };
  });
}

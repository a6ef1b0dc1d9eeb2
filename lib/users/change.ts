import type { AnswerOf, BodyOf } from "../api/endpoint";
import type { SessionUser } from "../auth/contract";
import { passwordIsRight } from "../auth/passwords";
import { hasAllRightsOf } from "../auth/rights-comparison";
import { knownRoles, moreThanOwn, somebodyHoldsEverything } from "../auth/roles";
import { rightsIn, rightsOfRow, sessionUser } from "../auth/signed-in";
import { guessing } from "../auth/throttle";
import { timestamp } from "../clock";
import type { WriteBy } from "../db/actor";
import type { Tx } from "../db/clients";
import { hubStore } from "../db/find-store";
import { AppError } from "../errors";
import { type EventPayloads, fieldsChanged, type Happening } from "../events";
import { keysStay } from "../permissions";
import type { changeUser as changeContract, changePassword, endSession as endContract, resetPassword, UserChange } from "./contract";
import { hashStrong } from "./create";
import { noSuchUser, WITH_RIGHTS } from "./list";

const OWN_RIGHTS = "You cannot change your own keys, role or branches. Somebody else who holds as much has to do it. Nothing was changed.";

const LAST_ADMIN = "The last admin stays: somebody must hold every permission. Nothing was changed. Make another admin first.";

/**
 * Changes somebody's roles, own keys or branches, disables them or lets them in again. Whoever is disabled is signed out at once; new
 * roles and branches count from the next call on.
 * @throws AppError `not_found`, `invalid_request` for an unknown role, `forbidden` when the caller lacks what the user held or
 * would hold, and for one's own rights: what one gives oneself would outlast the role. `conflict` for the last admin
 */
export async function changeUser(id: string, change: UserChange, by: WriteBy): Promise<AnswerOf<typeof changeContract>> {
  const hub = await hubStore();
  return hub.write(by, async (tx) => {
    const mine = await rightsIn(tx, by.actor);
    const before = await userRow(tx, id);
    if (!hasAllRightsOf(mine, rightsOfRow(before))) throw moreThanOwn();
    if (by.actor.id === id && (change.roles || change.own_keys || change.branches !== undefined))
      throw new AppError("forbidden", OWN_RIGHTS);
    await writeChange(tx, id, change);
    const after = await userRow(tx, id);
    if (!hasAllRightsOf(mine, rightsOfRow(after))) throw moreThanOwn();
    if (!(await somebodyHoldsEverything(tx))) throw new AppError("conflict", LAST_ADMIN);
    const ended = after.disabled_at ? await endSessions(tx, id) : [];
    const changed = fieldsChanged(["roles", "own_keys", "branches", "disabled"], wordsOf(before), wordsOf(after));
    const happened: Happening[] = changed ? [{ kind: "user.changed", subjects: [id], payload: readable(changed) }] : [];
    if (ended.length > 0) happened.push({ kind: "sessions.ended", subjects: [id, ...ended], payload: { why: "disabled" } });
    return { answer: { message: messageOf(change, seen(after).own_keys), user: seen(after), ended_sessions: ended.length }, happened };
  });
}

async function writeChange(tx: Tx<"hub">, id: string, { roles, branches, own_keys, disabled }: UserChange): Promise<void> {
  if (roles) {
    const known = await knownRoles(tx, roles);
    await tx.userRole.deleteMany({ where: { user_id: id } });
    await tx.userRole.createMany({ data: known.map(({ name }) => ({ user_id: id, role_name: name })) });
  }
  if (branches !== undefined) {
    await tx.userBranch.deleteMany({ where: { user_id: id } });
    await tx.userBranch.createMany({ data: [...new Set(branches)].map((branch) => ({ user_id: id, branch })) });
  }
  if (own_keys) await tx.user.update({ where: { id }, data: { own_keys: JSON.stringify([...new Set(own_keys)].sort()) } });
  if (disabled === true) await tx.user.updateMany({ where: { id, disabled_at: null }, data: { disabled_at: timestamp() } });
  if (disabled === false) await tx.user.update({ where: { id }, data: { disabled_at: null } });
}

/** Names what somebody keeps who gets another role: it is seen nowhere else at that moment. */
function messageOf({ disabled, roles }: UserChange, ownKeys: readonly string[]): string {
  const done = disabled === undefined ? "User changed" : disabled ? "User disabled" : "User enabled";
  return roles && ownKeys.length > 0 ? `${done}. ${keysStay(ownKeys)}` : done;
}

/**
 * Gives somebody a new password; every sign-in of theirs is over.
 * @throws AppError `invalid_request` for a weak one, `not_found`, `forbidden` for somebody who may do more, `conflict` for
 * oneself: that asks for the old password
 */
export async function giveNewPassword(id: string, password: string, by: WriteBy): Promise<AnswerOf<typeof resetPassword>> {
  if (by.actor.id === id) throw new AppError("conflict", "Change your own password with the one that you have. Nothing was changed.");
  const { read } = await hubStore();
  const known = await read.user.findUnique({ where: { id } });
  if (!known) throw noSuchUser();
  const password_hash = await hashStrong(password, known.username);
  const hub = await hubStore();
  return hub.write(by, async (tx) => {
    const user = await userRow(tx, id);
    if (!hasAllRightsOf(await rightsIn(tx, by.actor), rightsOfRow(user))) throw moreThanOwn();
    const ended = await putPassword(tx, id, password_hash);
    return {
      answer: { message: "Password changed", ended_sessions: ended.length },
      happened: passwordChanged(id, ended, by.actor.kind === "system" ? "machine" : "manager"),
    };
  });
}

/**
 * Changes one's own password. Wrong guesses of the current one are counted for the sign-in that they come by, and shut no other door.
 * @throws AppError `invalid_request` for a wrong current password or a weak new one, `rate_limited`
 */
export async function changeOwnPassword(
  { user, sessionId }: { user: SessionUser; sessionId: string },
  { current_password, password }: BodyOf<typeof changePassword>,
  by: WriteBy,
): Promise<AnswerOf<typeof changePassword>> {
  if (!(await guessing(sessionId, () => isPasswordOf(user.id, current_password)))) throw wrongPassword();
  const password_hash = await hashStrong(password, user.username);
  const hub = await hubStore();
  return hub.write(by, async (tx) => {
    const ended = await putPassword(tx, user.id, password_hash, sessionId);
    return {
      answer: { message: "Password changed", ended_sessions: ended.length },
      happened: passwordChanged(user.id, ended, "owner"),
    };
  });
}

async function isPasswordOf(id: string, password: string): Promise<boolean> {
  const { read } = await hubStore();
  const known = await read.user.findUnique({ where: { id } });
  return passwordIsRight(password, known?.password_hash ?? null);
}

function wrongPassword(): AppError {
  const message = "The current password is wrong. Nothing was changed.";
  return new AppError("invalid_request", message, { issues: [{ path: "current_password", message }] });
}

async function putPassword(tx: Tx<"hub">, id: string, password_hash: string, except?: string): Promise<string[]> {
  await tx.user.update({ where: { id }, data: { password_hash } });
  return endSessions(tx, id, except);
}

function passwordChanged(id: string, ended: string[], by: EventPayloads["user.password_changed"]["by"]): Happening[] {
  const changed: Happening = { kind: "user.password_changed", subjects: [id], payload: { by } };
  return ended.length > 0 ? [changed, { kind: "sessions.ended", subjects: [id, ...ended], payload: { why: "password" } }] : [changed];
}

/**
 * Ends one sign-in: one's own, or that of somebody whom the caller may change.
 * @throws AppError `not_found`, the same for one that is over and for one that is none of the caller's business
 */
export async function endSession(
  id: string,
  { userId, mayManage }: { userId: string; mayManage: boolean },
  by: WriteBy,
): Promise<AnswerOf<typeof endContract>> {
  const hub = await hubStore();
  return hub.write(by, async (tx) => {
    const session = await tx.session.findFirst({
      where: { id, revoked_at: null, expires_at: { gt: timestamp() } },
      include: { user: { include: WITH_RIGHTS } },
    });
    const isOwn = session?.user_id === userId;
    const may = session && (isOwn || (mayManage && hasAllRightsOf(await rightsIn(tx, by.actor), rightsOfRow(session.user))));
    if (!may) throw new AppError("not_found", "There is no such sign-in any more.");
    await tx.session.update({ where: { id }, data: { revoked_at: timestamp() } });
    return {
      answer: { message: "Signed out there" },
      happened: [{ kind: "sessions.ended", subjects: [session.user_id, id], payload: { why: "ended by hand" } }],
    };
  });
}

/** @returns the ids of the sign-ins that were alive and are over now */
async function endSessions(tx: Tx<"hub">, userId: string, except?: string): Promise<string[]> {
  const alive = await tx.session.findMany({
    where: { user_id: userId, revoked_at: null, expires_at: { gt: timestamp() }, NOT: { id: except ?? "" } },
    select: { id: true },
  });
  const ids = alive.map(({ id }) => id);
  await tx.session.updateMany({ where: { id: { in: ids } }, data: { revoked_at: timestamp() } });
  return ids;
}

async function userRow(tx: Tx<"hub">, id: string) {
  const user = await tx.user.findUnique({ where: { id }, include: WITH_RIGHTS });
  if (!user) throw noSuchUser();
  return user;
}
type UserRow = Awaited<ReturnType<typeof userRow>>;

const seen = (row: UserRow) =>
  sessionUser(
    row,
    row.roles.map(({ role }) => role),
    row.branches.map(({ branch }) => branch),
  );

/** As texts, so that two of them can be compared. */
function wordsOf(row: UserRow) {
  const { roles, branches, own_keys } = seen(row);
  const [inRoles, inBranches, beside] = [roles, branches, own_keys].map((words) => JSON.stringify(words));
  return { roles: inRoles, own_keys: beside, branches: inBranches, disabled: String(row.disabled_at !== null) };
}

function readable({ old, new: now }: { old: Record<string, unknown>; new: Record<string, unknown> }) {
  const read = (words: Record<string, unknown>) =>
    Object.fromEntries(Object.entries(words).map(([name, text]) => [name, JSON.parse(String(text))]));
  return { old: read(old), new: read(now) };
}

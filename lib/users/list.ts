import { hasAllRightsOf, type Rights } from "../auth/rights-comparison";
import { rightsOfRow } from "../auth/signed-in";
import { timestamp } from "../clock";
import type { HubClient } from "../db/clients";
import { hubStore } from "../db/find-store";
import { AppError } from "../errors";
import type { ListedUser, SignedInSession } from "./contract";

/** What belongs to a user's row for every question about rights. */
export const WITH_RIGHTS = { roles: { include: { role: true } }, branches: true } as const;

export const noSuchUser = () => new AppError("not_found", "There is no such user. Nothing was changed.");

/** Everybody who can sign in, by name; those whom the caller may not change only where the caller works in every branch. */
export async function listUsers(mine: Rights): Promise<ListedUser[]> {
  const { read } = await hubStore();
  const now = timestamp();
  const rows = await read.user.findMany({
    include: { ...WITH_RIGHTS, sessions: { select: { created_at: true, expires_at: true, revoked_at: true } } },
  });
  const users = rows.map((row): ListedUser => {
    const started = row.sessions.map(({ created_at }) => created_at).sort();
    return {
      id: row.id,
      username: row.username,
      name: row.name,
      roles: row.roles.map(({ role_name }) => role_name).sort(),
      branches: rightsOfRow(row).branches?.toSorted() ?? null,
      own_keys: JSON.parse(row.own_keys) as string[],
      disabled: row.disabled_at !== null,
      created_at: row.created_at,
      last_sign_in: started.at(-1) ?? null,
      sessions: row.sessions.filter(({ expires_at, revoked_at }) => revoked_at === null && expires_at > now).length,
      may_change: hasAllRightsOf(mine, rightsOfRow(row)),
    };
  });
  const seen = mine.branches === null ? users : users.filter(({ may_change }) => may_change);
  return seen.sort((a, b) => a.username.localeCompare(b.username));
}

/** Where somebody is signed in now, the newest first. @param current by which sign-in the question came */
export async function sessionsOf(userId: string, current: string): Promise<SignedInSession[]> {
  const { read } = await hubStore();
  const rows = await read.session.findMany({
    where: { user_id: userId, revoked_at: null, expires_at: { gt: timestamp() } },
    orderBy: { created_at: "desc" },
    take: 200,
  });
  return rows.map(({ id, device, created_at, expires_at }) => ({
    id,
    device,
    started_at: created_at,
    expires_at,
    current: id === current,
  }));
}

/** The same of somebody else. @throws AppError `not_found`, `forbidden` for somebody who may do more */
export async function sessionsOfAnother(userId: string, current: string, mine: Rights): Promise<SignedInSession[]> {
  const { read } = await hubStore();
  await requireCovered(read, userId, mine);
  return sessionsOf(userId, current);
}

async function requireCovered(read: HubClient, userId: string, mine: Rights): Promise<void> {
  const user = await read.user.findUnique({ where: { id: userId }, include: WITH_RIGHTS });
  if (!user) throw noSuchUser();
  if (!hasAllRightsOf(mine, rightsOfRow(user)))
    throw new AppError("forbidden", "You don't have permission to do this. Nothing was changed.");
}

import { onTestFinished } from "vitest";
import { changeRole, login, newUser } from "../../lib/auth/contract";
import type { Permission } from "../../lib/permissions";
import { call } from "./house";

export const PASSWORD = "seven copper kettles";

/** Somebody whom a test made; `headers` are those of a call of theirs. */
export interface MadePerson {
  id: string;
  username: string;
  token: string;
  headers: { authorization: string };
}

interface Wanted {
  roles?: string[];
  branches?: string[] | null;
}

/** For a test that is about how dear a guess is: from now on passwords are hashed as in production. Called before anybody signs in. */
export function hashAtFullCost(): void {
  const quick = process.env.TEST_HASH_KIB;
  process.env.TEST_HASH_KIB = "";
  onTestFinished(() => {
    process.env.TEST_HASH_KIB = quick;
  });
}

/** Makes a user as the admin, and signs them in. */
export async function makePerson(username: string, { roles = ["staff"], branches = null }: Wanted = {}): Promise<MadePerson> {
  const made = await call("admin", newUser, { body: { username, password: PASSWORD, roles, branches: branches as never } });
  if (made.status !== 201) throw new Error(`${username} was not made: ${made.answer.error}`);
  return { id: made.answer.user.id, username, ...(await signInAs(username)) };
}

/** One more sign-in of somebody, as on another device. */
export async function signInAs(username: string, password = PASSWORD, userAgent = ""): Promise<Pick<MadePerson, "token" | "headers">> {
  const { status, answer } = await call("nobody", login, { body: { username, password }, headers: { "user-agent": userAgent } });
  if (status !== 200) throw new Error(`${username} was not let in: ${answer.error}`);
  return { token: answer.access_token, headers: { authorization: `Bearer ${answer.access_token}` } };
}

/** Makes a role that holds these. */
export async function makeRole(role: string, permissions: Permission[]): Promise<void> {
  const { status } = await call("admin", changeRole, { params: { role }, body: { permissions } });
  if (status !== 200) throw new Error(`The role ${role} was not made.`);
}

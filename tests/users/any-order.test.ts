import { expect, it } from "vitest";
import { changeRole, login, me } from "@/lib/auth/contract";
import type { Permission } from "@/lib/permissions";
import { changePassword, changeUser, endSession, listOwnSessions, resetPassword } from "@/lib/users/contract";
import { dice } from "../sequences/people";
import { call, enterHouse, tokenFor } from "../support/house";
import { type MadePerson, makePerson, makeRole, PASSWORD } from "../support/people";

const SEED = Number(process.env.SEED ?? 1);
const SEQUENCES = Number(process.env.SEQUENCES ?? (process.env.THOROUGH ? 100 : 3));

const RIGHTS: Permission[] = ["user_create", "create_table", "merge_all", "end_of_day"];
const ROLES = ["one", "two", "three"];
const BRANCHES = [null, ["batroun"], ["jounieh", "batroun"], ["ehden"]];
const PASSWORDS = [PASSWORD, "a kettle of cold tea", "nine wooden ladders"];

interface User {
  id: string;
  username: string;
  roles: string[];
  branches: string[] | null;
  /** Keys beside the roles. */
  own_keys: string[];
  disabled: boolean;
  password: string;
}

type Held = Pick<User, "roles" | "own_keys" | "branches">;

interface SignIn {
  user: User;
  id: string;
  headers: MadePerson["headers"];
  isAlive: boolean;
}

type Answer = { status: number; answer: unknown };

/**
 * A day on which managers who hold more and less, everywhere and in some branches, change each other, their roles and their
 * sign-ins. What the server lets through is believed; what may never come of it is asked after each.
 */
class Day {
  readonly log: string[] = [];
  private readonly rights = new Map<string, string[]>([["admin", ["*"]]]);
  private readonly users: User[] = [];
  private readonly signIns: SignIn[] = [];
  private addresses = 0;

  constructor(private readonly random: ReturnType<typeof dice>) {}

  async begin(): Promise<void> {
    for (const [index, role] of ROLES.entries()) {
      const rights = RIGHTS.slice(index === 2 ? 1 : 0, 2 + index);
      await makeRole(role, rights);
      this.rights.set(role, rights);
    }
    const admin = { authorization: `Bearer ${await tokenFor("admin")}` };
    const { user } = (await call("nobody", me, { headers: admin })).answer;
    this.users.push({ id: user.id, username: "admin", roles: ["admin"], branches: null, own_keys: [], disabled: false, password: "" });
    await this.remember(this.users[0] as User, admin);
    for (const [index, roles] of [["admin"], ["one"], ["two"], ["three", "one"]].entries()) {
      const branches = BRANCHES[index] ?? null;
      const { id, username, headers } = await makePerson(`user${index}`, { roles, branches: roles.includes("admin") ? null : branches });
      const user = {
        id,
        username,
        roles,
        branches: roles.includes("admin") ? null : branches,
        own_keys: [],
        disabled: false,
        password: PASSWORD,
      };
      this.users.push(user);
      await this.remember(user, headers);
    }
    await this.check();
  }

  private async remember(user: User, headers: SignIn["headers"]): Promise<void> {
    const { sessions } = (await call("nobody", listOwnSessions, { headers })).answer;
    this.signIns.push({ user, id: sessions.find(({ current }) => current)?.id ?? "", headers, isAlive: true });
  }

  async step(): Promise<void> {
    await this[this.random.pick(["change", "change", "change", "changeRole", "reset", "own", "end", "signIn", "signIn"] as const)]();
    await this.check();
  }

  private caller = () => this.random.pick(this.signIns);
  private say = (by: SignIn, what: string, { status }: Answer) => this.log.push(`${by.user.username}: ${what} → ${status}`);
  private rightsOf = ({ roles, own_keys }: Pick<User, "roles" | "own_keys">) => [
    ...new Set([...roles.flatMap((role) => this.rights.get(role) ?? []), ...own_keys]),
  ];

  /** Somebody who may not be: what they hold, or where, is more than the caller's. */
  private isBeyond(caller: User, { roles, own_keys, branches }: Held): boolean {
    const [theirs, ours] = [this.rightsOf({ roles, own_keys }), this.rightsOf(caller)];
    const isMore = !ours.includes("*") && theirs.some((right) => !ours.includes(right));
    const isElsewhere = caller.branches !== null && (branches === null || branches.some((branch) => !caller.branches?.includes(branch)));
    return isMore || isElsewhere;
  }

  /** What went through was a living manager's, about somebody not beyond them. */
  private mayHave(by: SignIn, wasAlive: boolean, ...about: Held[]): void {
    expect(wasAlive, "a dead sign-in does nothing").toBe(true);
    const rights = this.rightsOf(by.user);
    expect(rights.includes("*") || rights.includes("user_create"), "changes people").toBe(true);
    for (const one of about) expect(this.isBeyond(by.user, one), `${by.user.username} and ${JSON.stringify(one)}`).toBe(false);
  }

  private async change(): Promise<void> {
    const [by, user] = [this.caller(), this.random.pick(this.users)];
    const body = this.random.pick([
      { roles: this.random.chance(0.2) ? ["admin"] : [this.random.pick(ROLES)] },
      { branches: this.random.pick(BRANCHES) },
      { own_keys: RIGHTS.filter(() => this.random.chance(0.4)) },
      { disabled: !user.disabled },
      { disabled: false, roles: [this.random.pick(ROLES), this.random.pick(ROLES)] },
    ]);
    const said = await call("nobody", changeUser, { params: { id: user.id }, body: body as never, headers: by.headers });
    this.say(by, `${user.username} ${JSON.stringify(body)}`, said);
    if (said.status !== 200) return;
    const after = { ...user, ...body };
    this.mayHave(by, by.isAlive, user, after);
    Object.assign(user, after);
    if (user.disabled) this.endAll(user);
  }

  private async changeRole(): Promise<void> {
    const [by, role] = [this.caller(), this.random.pick(ROLES)];
    const rights = RIGHTS.filter(() => this.random.chance(0.6));
    const said = await call("nobody", changeRole, { params: { role }, body: { permissions: rights }, headers: by.headers });
    this.say(by, `${role} is ${rights}`, said);
    if (said.status !== 200) return;
    const ours = this.rightsOf(by.user);
    this.mayHave(by, by.isAlive);
    expect(by.user.branches, "roles are everybody's").toBe(null);
    for (const right of [...rights, ...(this.rights.get(role) ?? [])]) expect(ours.includes("*") || ours.includes(right), right).toBe(true);
    this.rights.set(role, rights);
  }

  private async reset(): Promise<void> {
    const [by, user, password] = [this.caller(), this.random.pick(this.users), this.random.pick(PASSWORDS)];
    const said = await call("nobody", resetPassword, { params: { id: user.id }, body: { password }, headers: by.headers });
    this.say(by, `a new password for ${user.username}`, said);
    if (said.status !== 200) return;
    this.mayHave(by, by.isAlive, user);
    user.password = password;
    this.endAll(user);
  }

  private async own(): Promise<void> {
    const [by, password] = [this.caller(), this.random.pick(PASSWORDS)];
    const body = { current_password: this.random.chance(0.8) ? by.user.password || "none" : "a guess that is wrong", password };
    const said = await call("nobody", changePassword, { body, headers: by.headers, address: this.address() });
    this.say(by, "a new password of one's own", said);
    if (said.status !== 200) return;
    expect([by.isAlive, body.current_password]).toEqual([true, by.user.password]);
    by.user.password = password;
    this.endAll(by.user, by);
  }

  private async end(): Promise<void> {
    const [by, one] = [this.caller(), this.caller()];
    const said = await call("nobody", endSession, { params: { id: one.id }, headers: by.headers });
    this.say(by, `ends a sign-in of ${one.user.username}`, said);
    if (said.status !== 200) return;
    if (one.user !== by.user) this.mayHave(by, by.isAlive, one.user);
    expect(by.isAlive).toBe(true);
    one.isAlive = false;
  }

  private async signIn(): Promise<void> {
    const user = this.random.pick(this.users.filter(({ password }) => password !== ""));
    const password = this.random.chance(0.7) ? user.password : this.random.pick(PASSWORDS);
    const { status, answer } = await call("nobody", login, { body: { username: user.username, password }, address: this.address() });
    this.log.push(`${user.username} signs in with ${password === user.password ? "the" : "another"} password → ${status}`);
    if (status === 429) return; // guessed too often
    expect(status === 200, user.username).toBe(!user.disabled && password === user.password);
    if (status === 200) await this.remember(user, { authorization: `Bearer ${answer.access_token}` });
  }

  private address = () => `10.0.${Math.floor(++this.addresses / 250)}.${this.addresses % 250}`;

  private endAll(user: User, but?: SignIn): void {
    for (const one of this.signIns) if (one.user === user && one !== but) one.isAlive = false;
  }

  private async check(): Promise<void> {
    const whole = this.users.filter((user) => !user.disabled && user.branches === null && this.rightsOf(user).includes("*"));
    expect(whole.length, "somebody may do everything everywhere").toBeGreaterThan(0);
    for (const { user, headers, isAlive } of this.signIns) {
      const { status, answer } = await call("nobody", me, { headers });
      expect(status, `a sign-in of ${user.username}`).toBe(isAlive ? 200 : 401);
      if (!isAlive) continue;
      expect([...answer.permissions].sort(), user.username).toEqual(this.rightsOf(user).sort());
      expect(answer.user.branches?.toSorted() ?? null, user.username).toEqual(user.branches?.toSorted() ?? null);
    }
  }
}

it.each(Array.from({ length: SEQUENCES }, (_, index) => index))(
  "nobody has more rights than those who gave them, and no sign-in outlives what ends it, in whatever order (%i)",
  { timeout: 120_000 },
  async (index) => {
    enterHouse();
    const day = new Day(dice(SEED * 7_919 + index));
    try {
      await day.begin();
      for (let step = 0; step < 30; step++) await day.step();
    } catch (error) {
      throw new Error(`SEED=${SEED}, sequence ${index}:\n${day.log.join("\n")}\n${error instanceof Error ? error.message : error}`, {
        cause: error,
      });
    }
  },
);

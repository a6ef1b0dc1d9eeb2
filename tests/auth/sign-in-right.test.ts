import { readFileSync } from "node:fs";
import path from "node:path";
import Database from "better-sqlite3";
import { beforeEach, describe, expect, it } from "vitest";
import { changeRole, listRoles, login, me, newUser } from "@/lib/auth/contract";
import { defaultGrants, grantsAfterReset, type Permission } from "@/lib/permissions";
import { changeUser } from "@/lib/users/contract";
import { call, enterHouse } from "../support/house";
import { makePerson, PASSWORD } from "../support/people";

let data = "";
beforeEach(() => {
  data = enterHouse();
});

const ASK = "None of your roles may sign in. Ask whoever edits roles to tick “Sign in” for one of them in Configure Visibility.";

const grant = (role: string, permissions: (Permission | "*")[]) => call("admin", changeRole, { params: { role }, body: { permissions } });
const signIn = (username: string, password = PASSWORD) => call("nobody", login, { body: { username, password } });

describe("the right to sign in", () => {
  it("is asked at the sign-in, and whoever lacks it hears what to ask for", async () => {
    await grant("cook", ["nav_home"]);
    await call("admin", newUser, { body: { username: "nour", password: PASSWORD, roles: ["cook"] } });
    expect(await signIn("nour")).toMatchObject({ status: 403, answer: { code: "forbidden", error: ASK } });
    // What somebody may do is told to nobody without the password.
    expect(await signIn("nour", "a guess")).toMatchObject({ status: 401, answer: { error: "Wrong username or password." } });
    await grant("cook", ["nav_home", "auth_signin"]);
    expect((await signIn("nour")).status).toBe(200);
  });

  it("is asked at each later call, and comes back with the box", async () => {
    await grant("cook", ["nav_home", "auth_signin"]);
    const { headers } = await makePerson("nour", { roles: ["cook"] });
    const asks = () => call("nobody", me, { headers });
    expect((await asks()).status).toBe(200);
    await grant("cook", ["nav_home"]);
    expect(await asks()).toMatchObject({ status: 401, answer: { code: "unauthenticated", error: ASK } });
    await grant("cook", ["nav_home", "auth_signin"]);
    expect((await asks()).status).toBe(200);
  });

  it("comes with one role of several, and with everything", async () => {
    await grant("cook", ["nav_home"]);
    const nour = await makePerson("nour", { roles: ["cook", "staff"] });
    const boss = await makePerson("boss", { roles: ["admin", "cook"] });
    for (const { headers } of [nour, boss]) expect((await call("nobody", me, { headers })).status).toBe(200);
    await call("admin", changeUser, { params: { id: nour.id }, body: { roles: ["cook"] } });
    expect((await call("nobody", me, { headers: nour.headers })).status).toBe(401);
  });

  it("is in every set that a role begins with, and the last admin cannot lose it", async () => {
    for (const grants of [defaultGrants("staff"), grantsAfterReset("staff"), grantsAfterReset("cook")])
      expect(grants).toContain("auth_signin");
    expect((await grant("admin", ["user_create", "nav_home"])).status).toBe(409);
    expect((await grant("staff", [])).status).toBe(200);
    expect((await call("admin", me)).status).toBe(200);
  });
});

describe("an upgrade", () => {
  it("gives it to every role that lacks it, once, so that nobody is locked out by it", async () => {
    await grant("cook", ["nav_home"]);
    await grant("none", []);
    const before = (await call("admin", listRoles)).answer.roles;
    const hub = new Database(path.join(data, "hub.db"));
    hub.exec(readFileSync("prisma/hub/migrations/20261125143000_sign_in_right/migration.sql", "utf8"));
    hub.close();
    const after = (await call("admin", listRoles)).answer.roles;
    expect(after).toEqual({ ...before, cook: ["nav_home", "auth_signin"], none: ["auth_signin"] });
  });
});

import { rmSync } from "node:fs";
import path from "node:path";
import { hash } from "@node-rs/argon2";
import { describe, expect, it, vi } from "vitest";
import { changeRole, listRoles, login, me, newUser } from "@/lib/auth/contract";
import { hubStore } from "@/lib/db/find-store";
import { DEFAULT_ROLES } from "@/lib/permissions";
import { start } from "@/lib/start";
import { listSavedTables } from "@/lib/tables/contract";
import { call, enterHouse } from "../support/house";
import { hashAtFullCost } from "../support/people";
import { alter, rows } from "../support/stores";

async function create(username: string, password = "long enough", roles = ["staff"]) {
  const { status, answer } = await call("admin", newUser, { body: { username, password, roles } });
  return { status, answer };
}

async function canSignIn(username: string, password: string): Promise<boolean> {
  return (await call("nobody", login, { body: { username, password } })).status === 200;
}

describe("a new user", () => {
  it("is created and can sign in", async () => {
    enterHouse();
    const { status, answer } = await create("  Nour  ", "كلمة سر طويلة", [" STAFF "]);
    expect(status).toBe(201);
    expect(answer).toMatchObject({ message: "User created", user: { username: "Nour", roles: ["staff"] } });
    expect(JSON.stringify(answer)).not.toMatch(/hash|argon2/);
    expect(await canSignIn("nour", "كلمة سر طويلة")).toBe(true);
  });

  it("needs a name that nobody has, in any case and spelling", async () => {
    enterHouse();
    for (const name of ["staff", "STAFF", " Staff", "ｓｔａｆｆ", "staff\u200f", "\u200estaff", "st\u200baff"]) {
      expect(await create(name)).toMatchObject({
        status: 409,
        answer: { code: "conflict", error: "This username is taken. Choose another one." },
      });
    }
    expect(await canSignIn("staff", "warm bread at noon")).toBe(true);
    expect(await canSignIn("\u200estaff\u200f", "warm bread at noon"), "as it is copied out of a chat").toBe(true);
    expect((await create("زينب\u200f")).answer.user.username).toBe("زينب");
  });

  it("is one person when the same name is asked for ten times at once", async () => {
    enterHouse();
    const answers = await Promise.all(Array.from({ length: 10 }, () => create("nour")));
    expect(answers.map((one) => one.status).sort()).toEqual([201, ...Array(9).fill(409)]);
  });

  it.each([
    [
      "a password of seven characters",
      { username: "nour", password: "1234567", roles: ["staff"] },
      "The password needs at least 8 characters.",
    ],
    ["no username", { username: " ", password: "long enough", roles: ["staff"] }, "Please enter username, password, and select a role."],
    ["no role", { username: "nour", password: "long enough", roles: [] }, "Please enter username, password, and select a role."],
    ["an unknown role", { username: "nour", password: "long enough", roles: ["staff", "owner"] }, "There is no such role."],
  ])("is refused with %s", async (_, body, sentence) => {
    enterHouse();
    const { status, answer } = await call("admin", newUser, { body });
    expect(status).toBe(400);
    expect(answer).toMatchObject({ code: "invalid_request", error: sentence });
    const hub = await hubStore();
    expect(await hub.read.user.count()).toBe(3);
    expect(await hub.read.userRole.count()).toBe(3);
  });

  it("may have a password of 8 and of 200 characters", async () => {
    enterHouse();
    for (const [name, length] of [
      ["eight", 8],
      ["long", 200],
    ] as const) {
      const password = "kV8!qz2L w".repeat(20).slice(0, length);
      expect((await create(name, password)).status).toBe(201);
      expect(await canSignIn(name, password)).toBe(true);
      expect(await canSignIn(name, password.slice(0, -1))).toBe(false);
    }
  });

  it("has a password that is kept as argon2id with the stated cost, and salted", async () => {
    enterHouse();
    hashAtFullCost();
    await create("one", "the same password");
    await create("two", "the same password");
    const hub = await hubStore();
    const users = await hub.read.user.findMany();
    const hashes = users.map((user) => user.password_hash);
    const made = users.filter(({ username }) => username === "one" || username === "two");
    expect(made).toHaveLength(2);
    for (const { password_hash } of made) expect(password_hash).toMatch(/^\$argon2id\$v=19\$m=47104,t=1,p=1\$[\w+/]{22}\$[\w+/]{43}$/);
    expect(new Set(hashes).size).toBe(5);
  });

  // docs/design/reliability.md S-09: a hash of an older version is replaced when its password is there to be hashed anew.
  it("has a hash of another cost made anew at the next sign-in, and by nothing else", async () => {
    const hub = path.join(enterHouse(), "hub.db");
    hashAtFullCost();
    await create("one", "the same password");
    const kept = () =>
      rows<{ password_hash: string }>(hub, "SELECT password_hash FROM user WHERE username = 'one'")[0]?.password_hash ?? "";
    expect(await canSignIn("one", "the same password")).toBe(true);
    const ofToday = kept();
    expect(await canSignIn("one", "the same password")).toBe(true);
    expect(kept()).toBe(ofToday);
    const older = await hash("the same password", { memoryCost: 19_456, timeCost: 2, parallelism: 1 });
    alter(hub, `UPDATE user SET password_hash = '${older}' WHERE username = 'one'`);
    expect(await canSignIn("one", "another password")).toBe(false);
    expect(kept()).toBe(older);
    expect(await canSignIn("one", "the same password")).toBe(true);
    expect(kept()).toMatch(/^\$argon2id\$v=19\$m=47104,t=1,p=1\$/);
    expect(await canSignIn("one", "the same password")).toBe(true);
    expect(await canSignIn("one", "another password")).toBe(false);
  });
});

describe("a role", () => {
  it("counts at the next call when it is changed", async () => {
    enterHouse();
    expect((await call("staff", listSavedTables)).status).toBe(200);
    const changed = await call("admin", changeRole, { params: { role: "staff" }, body: { permissions: ["nav_home", "auth_signin"] } });
    expect(changed.answer.roles.staff).toEqual(["auth_signin", "nav_home"]);
    expect((await call("staff", listSavedTables)).status).toBe(403);
    expect((await call("staff", me)).answer.permissions).toEqual(["auth_signin", "nav_home"]);
    await call("admin", changeRole, { params: { role: "staff" }, body: { permissions: ["open_saved_tables"] } });
    expect((await call("staff", listSavedTables)).status).toBe(200);
  });

  it("that holds everything keeps it while it is the last", async () => {
    enterHouse();
    const take = () => call("admin", changeRole, { params: { role: "admin" }, body: { permissions: ["user_create"] } });
    expect(await take()).toMatchObject({
      status: 409,
      answer: { code: "conflict", error: "The last role that holds every permission must keep it." },
    });
    expect((await call("admin", listRoles)).answer.roles.admin).toEqual(["*"]);
  });

  it("that holds everything keeps it while nobody else would hold everything", async () => {
    enterHouse();
    await call("admin", changeRole, { params: { role: "owner" }, body: { permissions: ["*"] } });
    const take = () => call("admin", changeRole, { params: { role: "admin" }, body: { permissions: ["user_create"] } });
    expect((await take()).status).toBe(409);
    await create("the-owner", "long enough", ["owner"]);
    expect((await take()).status).toBe(200);
    expect((await call("admin", me)).answer.permissions).toEqual(["user_create"]);
  });

  it("holds known permissions only", async () => {
    enterHouse();
    for (const permission of ["everything", "", "CREATE_TABLE", "create_table "]) {
      const { status } = await call("admin", changeRole, { params: { role: "staff" }, body: { permissions: [permission] } as never });
      expect(status).toBe(400);
    }
    expect((await call("staff", me)).answer.permissions).toEqual([...(DEFAULT_ROLES.staff ?? [])].sort());
  });
});

describe("the first start", () => {
  async function firstStart(settings: Record<string, string>) {
    const data = enterHouse(settings);
    rmSync(data, { recursive: true });
    return start(() => {});
  }

  it("makes the admin of the settings", async () => {
    const said = vi.spyOn(console, "log").mockReturnValue();
    expect((await firstStart({ ADMIN_USERNAME: "Manager", ADMIN_PASSWORD: "from the settings" })).firstUser).toBeNull();
    expect(said).not.toHaveBeenCalled();
    expect(await canSignIn("manager", "from the settings")).toBe(true);
    const { answer } = await call("nobody", login, { body: { username: "manager", password: "from the settings" } });
    expect(answer.user).toMatchObject({ roles: ["admin"], permissions: ["*"] });
  });

  it("makes a password up where the settings say none, tells it once, and never changes it", async () => {
    const { firstUser } = await firstStart({ ADMIN_PASSWORD: "" });
    expect(firstUser?.username).toBe("admin");
    expect(firstUser?.password.length).toBeGreaterThanOrEqual(12);
    expect(await canSignIn("admin", firstUser?.password ?? "")).toBe(true);
    expect((await start(() => {})).firstUser).toBeNull();
    expect(await canSignIn("admin", firstUser?.password ?? "")).toBe(true);
  });

  it("does nothing where there are users, whatever the settings say, and says so", async () => {
    enterHouse({ ADMIN_USERNAME: "intruder", ADMIN_PASSWORD: "from the settings" });
    const said = vi.spyOn(console, "log").mockReturnValue();
    expect((await start(() => {})).firstUser).toBeNull();
    expect(said.mock.calls.flat()).toEqual([
      "ADMIN_PASSWORD is ignored: there is an admin already, whose password stays as it is. For a new one: npm run user -- reset NAME",
    ]);
    expect(await canSignIn("intruder", "from the settings")).toBe(false);
    expect(await canSignIn("admin", "from the settings")).toBe(false);
  });

  it("makes two users of two made-up passwords in two houses", async () => {
    const one = await firstStart({ ADMIN_PASSWORD: "" });
    const { leaveHouse } = await import("../support/house");
    await leaveHouse();
    const two = await firstStart({ ADMIN_PASSWORD: "" });
    expect(one.firstUser?.password).not.toBe(two.firstUser?.password);
  });

  it("gives the roles what the specification gives them", async () => {
    await firstStart({ ADMIN_PASSWORD: "from the settings" });
    const { answer } = await call("admin", listRoles, {});
    expect(answer).toMatchObject({ code: "unauthenticated" });
    const hub = await hubStore();
    const rows = await hub.read.role.findMany();
    expect(Object.fromEntries(rows.map((row) => [row.name, JSON.parse(row.permissions)]))).toEqual(DEFAULT_ROLES);
  });
});

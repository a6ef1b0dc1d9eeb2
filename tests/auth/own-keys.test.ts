import { beforeEach, expect, it } from "vitest";
import { sessionOf } from "@/components/app-base/session-store";
import { listAudit } from "@/lib/audit/contract";
import { changeRole, login, me } from "@/lib/auth/contract";
import { listSavedTables } from "@/lib/tables/contract";
import { changeUser, listUsers } from "@/lib/users/contract";
import { call, enterHouse } from "../support/house";
import { type MadePerson, makePerson, makeRole, PASSWORD } from "../support/people";

let nour: MadePerson;

beforeEach(async () => {
  enterHouse();
  await makeRole("door", ["nav_home", "nav_guest_search"]);
  nour = await makePerson("nour", { roles: ["door"] });
});

const give = (own_keys: string[], by: { headers?: Record<string, string> } = {}, id = nour.id) =>
  call(by.headers ? "nobody" : "admin", changeUser, { params: { id }, body: { own_keys } as never, ...by });
const lists = async () => (await call("nobody", listSavedTables, { headers: nour.headers })).status;
const seen = async () => (await call("admin", listUsers)).answer.users.find(({ id }) => id === nour.id);

it("keys of one person add to those of the role, at the very next call, and are seen on the user", async () => {
  expect(await lists()).toBe(403);
  const { status, answer } = await give(["open_saved_tables", "nav_home"]);
  expect([status, answer.user.own_keys]).toEqual([200, ["nav_home", "open_saved_tables"]]);
  expect(await lists()).toBe(200);
  expect((await call("nobody", me, { headers: nour.headers })).answer.permissions).toEqual([
    "nav_guest_search",
    "nav_home",
    "open_saved_tables",
  ]);
  const signedIn = (await call("nobody", login, { body: { username: "nour", password: PASSWORD } })).answer.user;
  expect(signedIn.permissions).toContain("open_saved_tables");
  expect(await seen()).toMatchObject({ roles: ["door"], own_keys: ["nav_home", "open_saved_tables"] });
  // Nothing takes away: whatever becomes of the role, these stay, and without them the role's stay.
  await call("admin", changeRole, { params: { role: "door" }, body: { permissions: [] } });
  expect(await lists()).toBe(200);
  await give([]);
  expect(await lists()).toBe(403);
});

it("nobody gives what they do not hold, and nobody changes somebody who holds more", async () => {
  await makeRole("lead", ["user_create", "nav_home", "nav_guest_search", "open_saved_tables"]);
  const lead = await makePerson("lead", { roles: ["lead"] });
  expect((await give(["merge_all"], lead)).status).toBe(403);
  expect((await give(["open_saved_tables"], lead)).status).toBe(200);
  expect((await give(["open_saved_tables", "merge_all"])).status).toBe(200);
  expect((await give([], lead)).status, "taken from somebody who holds more").toBe(403);
  expect(await seen()).toMatchObject({ own_keys: ["merge_all", "open_saved_tables"] });
  // What is held beside a role can be given as well as what a role gives.
  await give(["merge_all"], {}, lead.id);
  expect((await give(["merge_all"], lead)).status).toBe(200);
});

it("everything is a role's alone, and an unknown key is none", async () => {
  for (const key of ["*", "nav_nothing", "constructor"]) expect((await give([key])).status, key).toBe(400);
  expect(await seen()).toMatchObject({ own_keys: [] });
});

it("the trail says in words what was given and taken", async () => {
  await give(["open_saved_tables"]);
  await give([]);
  const { answer } = await call("admin", listAudit, { query: {} as never });
  const words = JSON.stringify(answer);
  expect(words).toContain("Changed keys of nour beside the roles: none → Open and edit saved tables, send their menus");
  expect(words).toContain("Changed keys of nour beside the roles: Open and edit saved tables, send their menus → none");
});

it("a device's copy of the roles hides none of them", () => {
  const user = { id: "1", username: "nour", roles: ["door"], permissions: ["nav_home", "merge_all"], own_keys: ["merge_all"] };
  expect(sessionOf(user, { door: ["nav_home"] }).permissions.toSorted()).toEqual(["merge_all", "nav_home"]);
  expect(sessionOf({ ...user, own_keys: undefined }, { door: ["nav_home"] }).permissions).toEqual(["nav_home"]);
});

it("nobody changes their own keys, roles or branches, whatever they hold; somebody else must", async () => {
  await makeRole("lead", ["user_create", "nav_home", "open_saved_tables"]);
  const lead = await makePerson("lead", { roles: ["lead", "door"] });
  const boss = await makePerson("boss", { roles: ["admin"] });
  for (const who of [lead, boss]) {
    for (const body of [{ own_keys: ["nav_home"] }, { own_keys: [] }, { roles: ["door"] }, { branches: ["batroun"] }]) {
      const { status, answer } = await call("nobody", changeUser, { params: { id: who.id }, body: body as never, headers: who.headers });
      expect([status, answer.error]).toEqual([403, expect.stringMatching(/your own.*Somebody else.*Nothing was changed/)]);
    }
  }
  const { users } = (await call("admin", listUsers)).answer;
  expect(users.find(({ id }) => id === lead.id)).toMatchObject({ roles: ["door", "lead"], own_keys: [], branches: null });
});

it("whoever gets another role hears which own keys stay", async () => {
  await give(["open_saved_tables", "merge_all"]);
  const put = async (body: object) => (await call("admin", changeUser, { params: { id: nour.id }, body: body as never })).answer.message;
  expect(await put({ roles: ["staff"] })).toBe(
    "User changed. Beside the role these keys stay: Open and edit saved tables, send their menus, Merge all saved tables.",
  );
  expect(await put({ branches: ["batroun"] })).toBe("User changed");
  expect(await put({ roles: ["door"], own_keys: [] })).toBe("User changed");
});

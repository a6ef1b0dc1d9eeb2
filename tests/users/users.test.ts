import { describe, expect, it } from "vitest";
import { changeRole, login, me, newUser } from "@/lib/auth/contract";
import { deviceOf } from "@/lib/auth/device";
import type { WriteBy } from "@/lib/db/actor";
import { DEFAULT_ROLES, PERMISSION_KEYS, type Permission } from "@/lib/permissions";
import { changeUser as changeUserNow } from "@/lib/users/change";
import { changePassword, changeUser, endSession, listOwnSessions, listSessions, listUsers, resetPassword } from "@/lib/users/contract";
import { createUser } from "@/lib/users/create";
import { call, enterHouse, tokenFor } from "../support/house";
import { hubEvents } from "../support/hub-events";
import { type MadePerson, makePerson, makeRole, PASSWORD, signInAs } from "../support/people";
import { allData } from "../support/stores";

const idOf = async (username: string) => (await call("admin", listUsers)).answer.users.find((user) => user.username === username)?.id ?? "";
const change = (id: string, body: Parameters<typeof call<typeof changeUser>>[2] extends { body?: infer B } | undefined ? B : never) =>
  call("admin", changeUser, { params: { id }, body });
const changeAs = (who: MadePerson, id: string, body: object) =>
  call("nobody", changeUser, { params: { id }, body: body as never, headers: who.headers });
const statusOf = async (who: Pick<MadePerson, "headers">) => (await call("nobody", me, { headers: who.headers })).status;
const canSignIn = async (username: string, password: string) =>
  (await call("nobody", login, { body: { username, password } })).status === 200;

describe("the list of users", () => {
  it("tells of everybody what a manager needs, and nothing of a password", async () => {
    enterHouse();
    await makePerson("nour", { branches: ["batroun", "ehden"] });
    await call("admin", newUser, { body: { username: "never", password: "a kettle of cold tea", roles: ["staff"] } });
    const { answer } = await call("admin", listUsers);
    expect(answer.users.map(({ username }) => username)).toEqual(["admin", "keyless", "never", "nour", "staff"]);
    expect(answer.users[2]).toMatchObject({ last_sign_in: null, sessions: 0 });
    expect(answer.users[3]).toMatchObject({
      roles: ["staff"],
      branches: ["batroun", "ehden"],
      disabled: false,
      sessions: 1,
      may_change: true,
    });
    expect(answer.users[4]).toMatchObject({ branches: null, sessions: 1 });
    expect(JSON.stringify(answer)).not.toMatch(/hash|argon|password/);
  });

  it("says whom somebody may not change, and shows a limited manager nobody else", async () => {
    enterHouse();
    await makeRole("shift lead", ["user_create", ...(DEFAULT_ROLES.staff as Permission[])]);
    const lead = await makePerson("lead", { roles: ["shift lead"] });
    const local = await makePerson("local", { roles: ["shift lead"], branches: ["batroun"] });
    await makePerson("batrouni", { branches: ["batroun"] });
    const seenBy = async ({ headers }: MadePerson) =>
      (await call("nobody", listUsers, { headers })).answer.users.map(({ username, may_change }) => `${username} ${may_change}`);
    expect(await seenBy(lead)).toEqual(["admin false", "batrouni true", "keyless true", "lead true", "local true", "staff true"]);
    expect(await seenBy(local)).toEqual(["batrouni true", "local true"]);
  });
});

describe("changing somebody", () => {
  it("gives other roles and branches, which count at the next call, and keeps old and new in the event", async () => {
    const data = enterHouse();
    const nour = await makePerson("nour");
    expect((await change(nour.id, { roles: ["keyless"], branches: ["batroun"] })).answer).toMatchObject({
      message: "User changed",
      user: { roles: ["keyless"], branches: ["batroun"], permissions: [] },
      ended_sessions: 0,
    });
    expect((await call("nobody", me, { headers: nour.headers })).answer).toMatchObject({
      permissions: [],
      user: { branches: ["batroun"] },
    });
    expect((await change(nour.id, { branches: null })).answer.user).toMatchObject({ roles: ["keyless"], branches: null });
    const [first, second] = hubEvents(data, "user.changed");
    expect(first).toMatchObject({ actor_kind: "user", actor_id: await idOf("admin"), subjects: [nour.id] });
    expect(first?.payload).toEqual({ old: { roles: ["staff"], branches: null }, new: { roles: ["keyless"], branches: ["batroun"] } });
    expect(second?.payload).toEqual({ old: { branches: ["batroun"] }, new: { branches: null } });
  });

  it("that changes nothing writes no event", async () => {
    const data = enterHouse();
    await change(await idOf("staff"), { roles: ["staff"], disabled: false });
    expect(hubEvents(data, "user.changed")).toEqual([]);
  });

  it("disables: every sign-in is dead at once, the password does not help, and letting in again does not bring them back", async () => {
    const data = enterHouse();
    const nour = await makePerson("nour");
    const tablet = await signInAs("nour");
    expect((await change(nour.id, { disabled: true })).answer).toMatchObject({ message: "User disabled", ended_sessions: 2 });
    expect([await statusOf(nour), await statusOf(tablet), await canSignIn("nour", PASSWORD)]).toEqual([401, 401, false]);
    expect(hubEvents(data, "sessions.ended")[0]).toMatchObject({
      payload: { why: "disabled" },
      subjects: [nour.id, expect.any(String), expect.any(String)],
    });
    expect((await change(nour.id, { disabled: false })).answer.message).toBe("User enabled");
    expect([await statusOf(nour), await statusOf(tablet), await canSignIn("nour", PASSWORD)]).toEqual([401, 401, true]);
  });

  it("is refused for nobody, for no change, for an unknown role and for no branch at all", async () => {
    enterHouse();
    const id = await idOf("staff");
    expect((await change("nobody", { disabled: true })).status).toBe(404);
    expect(await change(id, {})).toMatchObject({ status: 400, answer: { error: "Say what is to change. Nothing was changed." } });
    expect(await change(id, { roles: ["owner"] })).toMatchObject({ status: 400, answer: { error: "There is no such role." } });
    expect((await change(id, { branches: [] })).status).toBe(400);
    expect((await change(id, { branches: ["paris" as never] })).status).toBe(400);
    expect((await call("admin", listUsers)).answer.users.find((user) => user.id === id)).toMatchObject({
      roles: ["staff"],
      branches: null,
    });
  });
});

describe("the last admin", () => {
  it("is not disabled, keeps the role, and is not limited to a branch", async () => {
    enterHouse();
    const admin = await idOf("admin");
    expect(await change(admin, { disabled: true })).toMatchObject({
      status: 409,
      answer: { code: "conflict", error: expect.stringMatching(/^The last admin stays/) },
    });
    for (const body of [{ roles: ["staff"] }, { branches: ["batroun" as const] }]) expect((await change(admin, body)).status).toBe(403);
    expect((await call("admin", me)).answer).toMatchObject({ permissions: ["*"], user: { branches: null } });
  });

  it("may go when there is another one, who then is the last", async () => {
    enterHouse();
    const boss = await makePerson("boss", { roles: ["admin"] });
    expect((await changeAs(boss, await idOf("admin"), { roles: ["staff"] })).status).toBe(200);
    expect((await changeAs(boss, boss.id, { disabled: true })).status).toBe(409);
    // One who is limited to a branch does not count.
    const second = await call("nobody", newUser, {
      headers: boss.headers,
      body: { username: "second", password: PASSWORD, roles: ["admin"], branches: ["batroun"] },
    });
    expect(second.status).toBe(201);
    expect((await changeAs(boss, boss.id, { disabled: true })).status).toBe(409);
  });

  it("stays when two admins take each other out at the same time", async () => {
    enterHouse();
    const one = await makePerson("one", { roles: ["admin"] });
    const two = await makePerson("two", { roles: ["admin"] });
    expect((await changeAs(one, await idOf("admin"), { roles: ["staff"] })).status).toBe(200);
    const both = await Promise.all([changeAs(one, two.id, { disabled: true }), changeAs(two, one.id, { disabled: true })]);
    expect(both.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(await Promise.all([one, two].map(statusOf)).then((all) => all.sort())).toEqual([200, 401]);
  });
});

describe("somebody who was disabled a moment ago", () => {
  it("does nothing any more by a call that was let in before", async () => {
    const data = enterHouse();
    const boss = await makePerson("boss", { roles: ["admin"] });
    const staff = await idOf("staff");
    await change(boss.id, { disabled: true });
    const before = allData(data);
    // Past the wrapper, which would not let them in: as their call would go on that was waiting for the store.
    const by: WriteBy = { actor: { kind: "user", id: boss.id }, request_id: "test", receipt: null };
    const refused = { code: "forbidden" };
    await expect(createUser({ username: "puppet", password: PASSWORD, roles: ["staff"] }, by)).rejects.toMatchObject(refused);
    await expect(changeUserNow(staff, { disabled: true }, by)).rejects.toMatchObject(refused);
    expect(allData(data)).toEqual(before);
  });
});

describe("nobody raises rights", () => {
  const LEAD: Permission[] = ["user_create", ...(DEFAULT_ROLES.staff as Permission[])];

  async function enterWithLead() {
    const data = enterHouse();
    await makeRole("shift lead", LEAD);
    return { data, lead: await makePerson("lead", { roles: ["shift lead"] }), admin: await idOf("admin"), staff: await idOf("staff") };
  }

  it("neither one's own nor another's beyond one's own", async () => {
    const { data, lead, admin, staff } = await enterWithLead();
    const before = allData(data);
    const { headers } = lead;
    const refused = [
      await changeAs(lead, lead.id, { roles: ["admin"] }),
      await changeAs(lead, staff, { roles: ["admin"] }),
      await changeAs(lead, admin, { disabled: true }),
      await changeAs(lead, admin, { roles: ["staff"] }),
      await call("nobody", resetPassword, { headers, params: { id: admin }, body: { password: PASSWORD } }),
      await call("nobody", listSessions, { headers, params: { id: admin } }),
      await call("nobody", newUser, { headers, body: { username: "puppet", password: PASSWORD, roles: ["admin"] } }),
      await call("nobody", changeRole, { headers, params: { role: "staff" }, body: { permissions: ["*"] } }),
      await call("nobody", changeRole, { headers, params: { role: "shift lead" }, body: { permissions: [...LEAD, "end_of_day"] } }),
      await call("nobody", changeRole, { headers, params: { role: "admin" }, body: { permissions: LEAD } }),
      await call("nobody", changeRole, { headers, params: { role: "new one" }, body: { permissions: PERMISSION_KEYS } }),
    ];
    expect(refused.map(({ status, answer }) => `${status} ${answer.code}`)).toEqual(refused.map(() => "403 forbidden"));
    expect(allData(data)).toEqual(before);
  });

  it("but whoever may create users gives away what they hold themselves", async () => {
    const { lead, staff } = await enterWithLead();
    const { headers } = lead;
    expect((await changeAs(lead, staff, { disabled: true })).status).toBe(200);
    const body = { username: "nour", password: PASSWORD, roles: ["staff"] };
    expect((await call("nobody", newUser, { headers, body })).status).toBe(201);
    const fewer = { permissions: ["nav_home" as const] };
    expect((await call("nobody", changeRole, { headers, params: { role: "staff" }, body: fewer })).status).toBe(200);
  });

  it("and whoever is limited to a branch gives no other one, and changes no role, for roles are everybody's", async () => {
    enterHouse();
    await makeRole("shift lead", LEAD);
    const local = await makePerson("local", { roles: ["shift lead"], branches: ["batroun"] });
    const nour = await makePerson("nour", { branches: ["batroun"] });
    const { headers } = local;
    const make = (branches?: ("batroun" | "jounieh")[] | null) =>
      call("nobody", newUser, { headers, body: { username: "new", password: PASSWORD, roles: ["staff"], branches } });
    const refused = [
      await make(),
      await make(null),
      await make(["batroun", "jounieh"]),
      await changeAs(local, local.id, { branches: null }),
      await changeAs(local, local.id, { branches: ["batroun", "ehden"] }),
      await changeAs(local, nour.id, { branches: ["jounieh"] }),
      await changeAs(local, await idOf("staff"), { disabled: true }),
      await call("nobody", changeRole, { headers, params: { role: "staff" }, body: { permissions: ["nav_home"] } }),
    ];
    expect(refused.map(({ status }) => status)).toEqual(refused.map(() => 403));
    expect((await make(["batroun"])).status).toBe(201);
    expect((await changeAs(local, nour.id, { disabled: true })).status).toBe(200);
  });
});

describe("a new password", () => {
  it("from a manager ends every sign-in, and no event has it", async () => {
    const data = enterHouse();
    const nour = await makePerson("nour");
    const { status, answer } = await call("admin", resetPassword, { params: { id: nour.id }, body: { password: "eight silver spoons" } });
    expect([status, answer.ended_sessions]).toEqual([200, 1]);
    expect([await statusOf(nour), await canSignIn("nour", PASSWORD), await canSignIn("nour", "eight silver spoons")]).toEqual([
      401,
      false,
      true,
    ]);
    const [event] = hubEvents(data, "user.password_changed");
    expect(event).toMatchObject({ subjects: [nour.id], payload: { by: "manager" } });
    expect(JSON.stringify(hubEvents(data, ""))).not.toMatch(/argon2|silver spoons|copper kettles/);
  });

  it("from a manager is good enough, is for somebody else, and for somebody who is there", async () => {
    enterHouse();
    const to = (id: string, password: string) => call("admin", resetPassword, { params: { id }, body: { password } });
    expect((await to(await idOf("staff"), "1234567")).status).toBe(400);
    expect((await to(await idOf("staff"), "password")).status).toBe(400);
    expect((await to("nobody", PASSWORD)).status).toBe(404);
    expect((await to(await idOf("admin"), PASSWORD)).status).toBe(409);
  });

  it("of one's own needs the old one, ends the other sign-ins and keeps this one", async () => {
    const data = enterHouse();
    const nour = await makePerson("nour");
    const tablet = await signInAs("nour");
    const own = (current_password: string, password: string) =>
      call("nobody", changePassword, { headers: nour.headers, body: { current_password, password } });
    expect(await own("something else", "eight silver spoons")).toMatchObject({
      status: 400,
      answer: { issues: [{ path: "current_password", message: "The current password is wrong. Nothing was changed." }] },
    });
    expect((await own(PASSWORD, "nour1234")).status).toBe(400);
    expect((await own(PASSWORD, "eight silver spoons")).answer).toMatchObject({ message: "Password changed", ended_sessions: 1 });
    expect([await statusOf(nour), await statusOf(tablet)]).toEqual([200, 401]);
    expect([await canSignIn("nour", PASSWORD), await canSignIn("nour", "eight silver spoons")]).toEqual([false, true]);
    expect(hubEvents(data, "user.password_changed")[0]).toMatchObject({ actor_id: nour.id, payload: { by: "owner" } });
  });

  it("is not found by guessing the old one in an open page", async () => {
    enterHouse();
    const nour = await makePerson("nour");
    const guess = async () =>
      (
        await call("nobody", changePassword, {
          headers: nour.headers,
          address: "10.0.0.9",
          body: { current_password: "a guess", password: "eight silver spoons" },
        })
      ).status;
    const answers = [];
    for (let time = 0; time < 6; time++) answers.push(await guess());
    expect(answers).toEqual([400, 400, 400, 400, 400, 429]);
  });
});

describe("sign-ins", () => {
  const CHROME = "Mozilla/5.0 (Linux; Android 14; SM-X200) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0.0.0 Safari/537.36";

  it("are listed with their devices, one's own and another's, and end by a press", async () => {
    const data = enterHouse();
    const nour = await makePerson("nour");
    const tablet = await signInAs("nour", PASSWORD, CHROME);
    const own = (await call("nobody", listOwnSessions, { headers: nour.headers })).answer.sessions;
    expect(own.map(({ device, current }) => [device, current])).toEqual([
      ["Chrome on Android", false],
      ["", true],
    ]);
    const params = { id: own[0]?.id ?? "" };
    expect((await call("nobody", endSession, { headers: nour.headers, params })).status).toBe(200);
    expect([await statusOf(nour), await statusOf(tablet)]).toEqual([200, 401]);
    expect((await call("nobody", endSession, { headers: nour.headers, params })).status).toBe(404);
    const left = (await call("admin", listSessions, { params: { id: nour.id } })).answer.sessions;
    expect(left.map(({ current }) => current)).toEqual([false]);
    expect((await call("admin", endSession, { params: { id: left[0]?.id ?? "" } })).status).toBe(200);
    expect(await statusOf(nour)).toBe(401);
    expect(hubEvents(data, "sessions.ended").map(({ payload }) => payload.why)).toEqual(["ended by hand", "ended by hand"]);
  });

  it("of somebody else are nobody's business who may not change them", async () => {
    enterHouse();
    await tokenFor("admin");
    const [adminSession] = (await call("admin", listOwnSessions)).answer.sessions;
    await makeRole("shift lead", ["user_create"]);
    const lead = await makePerson("lead", { roles: ["shift lead"] });
    const nour = await makePerson("nour");
    const params = { id: adminSession?.id ?? "" };
    for (const { headers } of [lead, nour]) expect((await call("nobody", endSession, { headers, params })).status).toBe(404);
    expect((await call("nobody", listSessions, { headers: nour.headers, params: { id: lead.id } })).status).toBe(403);
    expect((await call("admin", me)).status).toBe(200);
    // Who may do no more than oneself, and is somebody else all the same.
    const rami = await makePerson("rami");
    const [ramis] = (await call("nobody", listOwnSessions, { headers: rami.headers })).answer.sessions;
    expect((await call("nobody", endSession, { headers: nour.headers, params: { id: ramis?.id ?? "" } })).status).toBe(404);
    expect(await statusOf(rami)).toBe(200);
  });

  it.each([
    [CHROME, "Chrome on Android"],
    [
      "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0 Safari/537.36 Edg/130.0",
      "Edge on Windows",
    ],
    [
      "Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Mobile/15E148 Safari/604.1",
      "Safari on iPhone",
    ],
    ["Mozilla/5.0 (Macintosh; Intel Mac OS X 10.15; rv:131.0) Gecko/20100101 Firefox/131.0", "Firefox on Mac"],
    ["curl/8.5.0", ""],
    ["", ""],
  ])("of %j are called what their owners call them", (userAgent, device) => {
    expect(deviceOf(userAgent)).toBe(device);
  });
});

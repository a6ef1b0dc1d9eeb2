import path from "node:path";
import { describe, expect, it } from "vitest";
import { sessionOf } from "@/components/app-base/session-store";
import { changeRole, listRoles, newUser } from "@/lib/auth/contract";
import { call, enterHouse } from "../support/house";
import { hubEvents } from "../support/hub-events";
import { allData, alter } from "../support/stores";

/** Names that every object of JavaScript answers to. */
const INHERITED = [...Object.getOwnPropertyNames(Object.prototype), "prototype"];

const put = (role: string) => call("admin", changeRole, { params: { role }, body: { permissions: ["nav_home"] } });

describe("the name of a role", () => {
  it.each(INHERITED)("is never %s, in whatever case", async (role) => {
    const data = enterHouse();
    await call("admin", listRoles);
    const before = allData(data);
    for (const spelling of [role, role.toUpperCase(), ` ${role} `]) {
      expect(await put(spelling)).toMatchObject({ status: 400, answer: { code: "invalid_request", issues: [{ path: "role" }] } });
      const body = { username: "nour", password: "seven brass lanterns", roles: [spelling] };
      expect(await call("admin", newUser, { body })).toMatchObject({ status: 400, answer: { issues: [{ path: "roles.0" }] } });
    }
    expect(allData(data)).toEqual(before);
  });

  it.each(["\u200b", "\uffff", "---"])("%j is no username that anybody can read", async (username) => {
    enterHouse();
    const body = { username, password: "seven brass lanterns", roles: ["staff"] };
    expect(await call("admin", newUser, { body })).toMatchObject({ status: 400, answer: { issues: [{ path: "username" }] } });
  });

  it.each(["", "  ", "x".repeat(41), "a/b", "a.b", "<b>", "a,b", "a\u0000b", "a\u202eb", "🌸", "*", "['a']", "a\nb"])(
    "is not %j",
    async (role) => {
      enterHouse();
      const { status, answer } = await put(role);
      expect(status).toBe(400);
      expect(answer.issues?.[0]?.path).toBe("role");
      expect(answer.error).not.toMatch(/^(Invalid|Too|Unrecognized)/);
    },
  );

  it.each([
    ["Shift lead 2", "shift lead 2"],
    ["صاحب المطعم", "صاحب المطعم"],
    ["Chef_de-rang", "chef_de-rang"],
    ["Maître d", "maître d"],
    ["Mai\u0302tre d", "maître d"],
    ["x".repeat(40), "x".repeat(40)],
    ["proto", "proto"],
  ])("may be %j", async (role, kept) => {
    enterHouse();
    expect((await put(role)).status).toBe(200);
    expect((await call("admin", listRoles)).answer.roles).toMatchObject({ [kept]: ["nav_home"] });
  });
});

describe("a new role whose name looks like another one's", () => {
  it.each(["аdmin", "a d m i n", "admın", "st aff"])("is refused: %s", async (role) => {
    const data = enterHouse();
    await call("admin", listRoles);
    const before = allData(data);
    expect(await put(role)).toMatchObject({ status: 409, answer: { error: expect.stringContaining("looks like another role's") } });
    expect(allData(data)).toEqual(before);
  });

  it("is refused in two alphabets, and may be in Arabic alone", async () => {
    enterHouse();
    expect(await put("hоst x")).toMatchObject({ status: 400, answer: { issues: [{ path: "role" }] } });
    expect(await put("مضيفة")).toMatchObject({ status: 200 });
    expect(await put("مضيفة")).toMatchObject({ status: 200 }); // it is there, and is changed
  });
});

describe("a role that was made before names had a rule", () => {
  it("hides no other role from the list", async () => {
    const hub = path.join(enterHouse(), "hub.db");
    await call("admin", listRoles);
    for (const role of INHERITED) alter(hub, `INSERT INTO role (name, permissions) VALUES ('${role}', '["nav_home"]')`);
    const { status, answer } = await call("admin", listRoles);
    expect(status).toBe(200);
    expect(answer.roles).toMatchObject({ admin: ["*"], staff: expect.arrayContaining(["create_table"]) });
    expect(Object.keys(answer.roles)).toEqual(expect.arrayContaining(["constructor", "toString", "admin", "keyless", "staff"]));
  });

  it("gives nobody on this device what an object inherits", () => {
    for (const role of INHERITED) {
      const stored = { id: "1", username: "nour", roles: [role] };
      expect(sessionOf(stored, {}).permissions).toEqual([]);
      Object.assign(stored, { permissions: ["nav_home"] });
      expect(sessionOf({ ...stored, roles: [role, "keyless"] }, { keyless: ["nav_home"] }).permissions).toEqual(["nav_home"]);
    }
  });
});

it("saved as it was is no change: the trail does not say that somebody changed it", async () => {
  const data = enterHouse();
  expect((await put("hosts")).status).toBe(200);
  expect((await put("hosts")).answer.roles.hosts).toEqual(["nav_home"]);
  expect(hubEvents(data, "role.").filter(({ subjects }) => subjects.includes("hosts"))).toHaveLength(1);
});

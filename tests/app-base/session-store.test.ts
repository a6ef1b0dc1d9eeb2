import { describe, expect, it } from "vitest";
import { sessionOf } from "../../components/app-base/session-store";

const rima = { id: "1", username: "rima", name: "Rima", roles: ["staff"], permissions: ["nav_home", "create_table"] };

describe("who is signed in on this device", () => {
  it("is nobody when nothing readable is stored", () => {
    expect(sessionOf(null, null)).toEqual({ user: null, permissions: [] });
    expect(sessionOf("rima", {})).toEqual({ user: null, permissions: [] });
  });

  it("holds what the server granted", () => {
    expect(sessionOf(rima, {}).permissions).toEqual(["nav_home", "create_table"]);
  });

  it("reads roles in every form, and takes a role's defaults where no grants came along", () => {
    for (const roles of [["Staff "], '["staff"]', "staff"]) {
      const { user, permissions } = sessionOf({ username: "rima", roles }, {});
      expect(user?.roles).toEqual(["staff"]);
      expect(permissions).toContain("open_saved_tables");
      expect(permissions).not.toContain("end_of_day");
    }
    expect(sessionOf({ name: "Boss", roles: "ADMIN, staff" }, {}).permissions).toContain("*");
  });

  it("lets this device's overrides hide what a role holds", () => {
    expect(sessionOf(rima, { staff: ["nav_home"] }).permissions).toEqual(["nav_home"]);
    expect(sessionOf(rima, { admin: ["nav_home"] }).permissions).toEqual(rima.permissions);
    expect(sessionOf(rima, ["nonsense"]).permissions).toEqual(rima.permissions);
    expect(sessionOf({ ...rima, permissions: ["*"] }, { staff: ["nav_home"] }).permissions).toEqual(["nav_home"]);
  });

  it("lets no override grant what the server did not", () => {
    for (const staff of [["*"], ["nav_home", "create_table", "end_of_day", "user_create"]])
      expect(sessionOf(rima, { staff, admin: ["*"] }).permissions).toEqual(rima.permissions);
    expect(sessionOf({ ...rima, permissions: [] }, { staff: ["nav_home"] }).permissions).toEqual([]);
    const forged = { ...rima, roles: ["staff", "admin"] };
    expect(sessionOf(forged, { admin: ["*"] }).permissions).toEqual(rima.permissions);
  });

  it("joins the grants of several roles when one of them is overridden", () => {
    const both = { ...rima, permissions: ["nav_home", "create_table", "open_saved_tables"], roles: ["staff", "lead"] };
    expect(sessionOf(both, { staff: ["nav_home"], lead: ["create_table"] }).permissions).toEqual(["nav_home", "create_table"]);
  });

  it("knows in which branches somebody works", () => {
    expect(sessionOf(rima, {}).user?.branches).toBeNull();
    expect(sessionOf({ ...rima, branches: ["batroun"] }, {}).user?.branches).toEqual(["batroun"]);
  });
});

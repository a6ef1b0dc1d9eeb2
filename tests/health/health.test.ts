import fs from "node:fs";
import { syncBuiltinESMExports } from "node:module";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { changeRole, listRoles, me } from "@/lib/auth/contract";
import { health } from "@/lib/health/contract";
import { isNearlyFull } from "@/lib/health/health";
import { changeUser } from "@/lib/users/contract";
import { call, enterHouse } from "../support/house";
import { makePerson } from "../support/people";
import { refuse } from "../support/refusals";

const MB = 1024 * 1024;

describe("a disk", () => {
  it("is nearly full below 50 MB", () => {
    expect([0, 50 * MB - 1, 50 * MB, 1024 * MB].map(isNearlyFull)).toEqual([true, true, false, false]);
  });

  it("that is nearly full makes every store of the answer say so", async () => {
    enterHouse();
    vi.spyOn(fs, "statfsSync").mockReturnValue({ bavail: 10, bsize: 4096 } as ReturnType<typeof fs.statfsSync>);
    syncBuiltinESMExports();
    onTestFinished(() => {
      vi.restoreAllMocks();
      syncBuiltinESMExports();
    });
    const { status, answer } = await call("nobody", health);
    expect({ status, ok: answer.ok }).toEqual({ status: 503, ok: false });
    expect(new Set(answer.stores.map(({ code }) => code))).toEqual(new Set(["disk_full"]));
  });

  it("that does not say how full it is stops nothing", async () => {
    enterHouse();
    refuse(fs, "statfsSync", () => "ENOSYS");
    expect((await call("nobody", health)).status).toBe(200);
  });
});

it("says by one word whether the caller's rights are still those that they know", async () => {
  enterHouse();
  const { id, headers } = await makePerson("lina");
  const said = async () => (await call("nobody", health, { headers })).answer.rights;
  const known = (await call("nobody", me, { headers })).answer.rights;
  expect(known).toMatch(/^[\w-]{16}$/);
  expect([await said(), await said()]).toEqual([known, known]);
  expect((await call("nobody", health)).answer.rights).toBeNull();

  const { staff = [] } = (await call("admin", listRoles)).answer.roles;
  const fewer = staff.filter((key) => key !== "nav_birthdays");
  await call("admin", changeRole, { params: { role: "staff" }, body: { permissions: fewer as never } });
  const after = await said();
  expect(after).not.toBe(known);
  expect((await call("nobody", me, { headers })).answer.rights).toBe(after);
  await call("admin", changeUser, { params: { id }, body: { branches: ["batroun"] } });
  expect([known, after]).not.toContain(await said());
  await call("admin", changeUser, { params: { id }, body: { disabled: true } });
  expect(await said()).toBeNull();
});

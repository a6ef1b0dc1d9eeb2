import path from "node:path";
import Database from "better-sqlite3";
import { beforeEach, describe, expect, it } from "vitest";
import { checkAudit, exportAudit, listAudit } from "@/lib/audit/contract";
import { isNamedExport } from "@/lib/audit/export-words";
import { changeRole, listRoles } from "@/lib/auth/contract";
import { changeUser, resetPassword } from "@/lib/users/contract";
import { clockAt } from "../support/clocks";
import { call, enterHouse } from "../support/house";
import { makePerson } from "../support/people";
import { CONTRACTS } from "../support/routes";
import { EVENING } from "../support/tables";

let data = "";
beforeEach(() => {
  data = enterHouse();
  clockAt(EVENING);
});

async function wordsOfTrail(query: Record<string, string> = {}): Promise<string[]> {
  const { answer } = await call("admin", listAudit, { query: query as never });
  return answer.entries.map(({ what }) => what);
}

async function exported(): Promise<string> {
  return (await call("admin", exportAudit, { query: {} })).bytes.toString();
}

async function change(id: string, body: object): Promise<void> {
  expect((await call("admin", changeUser, { params: { id }, body: body as never })).status).toBe(200);
}

describe("what was done about a person", () => {
  it("says about whom, and what was before and is now", async () => {
    const rima = await makePerson("lina");
    await change(rima.id, { roles: ["admin"] });
    await change(rima.id, { branches: ["batroun", "tripoli"] });
    await change(rima.id, { disabled: true });
    await change(rima.id, { disabled: false });
    await change(rima.id, { roles: ["staff"], branches: null });
    await call("admin", resetPassword, { params: { id: rima.id }, body: { password: "nine iron candles" } });
    const words = await wordsOfTrail({ group: "people" });
    expect(words.slice(0, 7)).toEqual([
      "Gave lina a new password",
      "Changed roles of lina: admin → staff. Changed branches of lina: Batroun, Tripoli → every branch",
      "Let lina in again",
      "Disabled lina",
      "Changed branches of lina: every branch → Batroun, Tripoli",
      "Changed roles of lina: staff → admin",
      "Created lina (staff), for every branch",
    ]);
    expect(await wordsOfTrail({ group: "sign-ins" })).toContain("Ended 1 sign-in of lina (disabled)");
    const file = await exported();
    for (const one of words.slice(0, 7)) expect(file).toContain(one);
    expect((await call("admin", checkAudit)).answer.intact).toBe(true);
  });

  it("names them as they are called now, and by their id once their row is gone", async () => {
    const lina = await makePerson("lina");
    await change(lina.id, { roles: ["admin"] });
    const hub = new Database(path.join(data, "hub.db"));
    hub.prepare("UPDATE user SET username = 'lina.k', username_key = 'lina.k' WHERE id = ?").run(lina.id);
    expect(await wordsOfTrail({ group: "people" })).toContain("Changed roles of lina.k: staff → admin");
    hub.pragma("foreign_keys = OFF");
    hub.prepare("DELETE FROM user WHERE id = ?").run(lina.id);
    hub.close();
    expect(await wordsOfTrail({ group: "people" })).toContain(`Changed roles of ${lina.id}: staff → admin`);
  });

  it("says what a role may do now", async () => {
    const { staff = [] } = (await call("admin", listRoles)).answer.roles;
    const permissions = [...staff.filter((key) => key !== "nav_birthdays"), "merge_all"];
    await call("admin", changeRole, { params: { role: "staff" }, body: { permissions: permissions as never } });
    expect(await wordsOfTrail({ group: "people" })).toContain(
      "Changed what the role staff may do: gave Merge all saved tables; took Birthdays",
    );
  });
});

it("every call that takes something out has words", () => {
  const exports = CONTRACTS.filter(({ contract }) => "exports" in contract && contract.exports);
  expect(exports.length).toBeGreaterThan(5);
  const nameless = exports.map(({ contract }) => `${contract.method} ${contract.path}`).filter((one) => !isNamedExport(one));
  expect(nameless).toEqual([]);
});

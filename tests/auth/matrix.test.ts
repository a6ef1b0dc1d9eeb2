import { cpSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { decode, encode } from "next-auth/jwt";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import * as z from "zod";
import type { CallContract } from "@/lib/api/endpoint";
import { changeRole, logout } from "@/lib/auth/contract";
import { authSecret } from "@/lib/auth/secret";
import { hubStore } from "@/lib/db/find-store";
import { grantsAfterReset, PERMISSION_KEYS, type Permission } from "@/lib/permissions";
import { changeUser } from "@/lib/users/contract";
import { call, enterHouse, leaveHouse, tokenFor, WORKER_TOKEN } from "../support/house";
import { makePerson, makeRole } from "../support/people";
import { CONTRACTS } from "../support/routes";
import { type About, accessTo, DECLARED, expected, HANDS_OUT, nameOf, type Who } from "./access-table";

/** Everybody who may be at the other end, and what they hold; null where nobody is signed in. */
const CALLERS = {
  nobody: null,
  "a broken token": null,
  "a token that has run out": null,
  "a sign-in that has ended": null,
  "somebody who was disabled": null,
  "somebody without a key": [],
  staff: [
    "create_table",
    "open_saved_tables",
    "options_open",
    "nav_home",
    "nav_search_date",
    "nav_birthdays",
    "nav_guest_search",
    "nav_control",
    "nav_all_data",
    "auth_signin",
    "auth_logout",
    "nav_customer_service",
    "nav_menu_prices",
  ],
  "staff after Reset": [
    "create_table",
    "open_saved_tables",
    "options_open",
    "nav_home",
    "nav_search_date",
    "nav_birthdays",
    "nav_reservations",
    "nav_guest_search",
    "nav_control",
    "nav_competitions",
    "auth_signin",
    "auth_logout",
    "merge_all",
    "nav_menu_calibrator",
  ],
  "an admin": "everything",
  "a worker": "the calls of workers",
  "an admin of Batroun": "everything",
} as const;

type Caller = keyof typeof CALLERS;

/** Where a call says that it belongs: the server's own branch is Jounieh. */
const PLACES = [{}, { branch: "jounieh" }, { branch: "batroun" }, { query: "batroun" }] as const;
const PLACES_OF_BATROUN = [...PLACES, { query: "jounieh" }, { branch: "central" }, { query: "central" }] as const;
interface Place {
  branch?: string;
  query?: string;
}

let template = "";
const tokens = new Map<string, string>();

beforeAll(async () => {
  const data = enterHouse();
  for (const role of ["with", "without"]) {
    await makeRole(role, []);
    tokens.set(role, (await makePerson(role, { roles: [role] })).token);
  }
  await makeRole("reset staff", grantsAfterReset("staff") as Permission[]); // no "*": that is admin's alone
  const admin = await tokenFor("admin");
  const gone = await makePerson("gone", { roles: ["admin"] });
  const left = await makePerson("left", { roles: ["admin"] });
  expect((await call("admin", changeUser, { params: { id: gone.id }, body: { disabled: true } })).status).toBe(200);
  expect((await call("nobody", logout, { headers: left.headers })).status).toBe(200);
  const sid = (await decode({ token: admin, secret: authSecret() }))?.sid;
  tokens
    .set("a broken token", `${admin.slice(0, 60)}${admin[60] === "A" ? "B" : "A"}${admin.slice(61)}`)
    .set("a token that has run out", await encode({ token: { sid }, secret: authSecret(), maxAge: -3600 }))
    .set("a sign-in that has ended", left.token)
    .set("somebody who was disabled", gone.token)
    .set("somebody without a key", await tokenFor("keyless"))
    .set("staff", await tokenFor("staff"))
    .set("staff after Reset", (await makePerson("reset", { roles: ["reset staff"] })).token)
    .set("an admin", admin)
    .set("a worker", WORKER_TOKEN)
    .set("an admin of Batroun", (await makePerson("local", { roles: ["admin"], branches: ["batroun"] })).token);
  template = mkdtempSync(path.join(tmpdir(), "daftar-matrix-"));
  const { closeStores } = await import("@/lib/db/find-store");
  await closeStores();
  cpSync(data, template, { recursive: true });
  await leaveHouse();
});
afterAll(() => rmSync(template, { recursive: true, force: true }));

beforeEach(() => {
  enterHouse({}, template);
});

/** The same for somebody who is limited to Batroun and may do everything there. */
function expectedOfBatroun(who: Who, about: About, place: Place): string {
  const usual = expected("everything", who);
  if (usual !== "let in" || about === "none" || who === "public") return usual;
  if (about === "group") return "403 branch_forbidden";
  const asked = about === "central" ? "central" : (place.branch ?? place.query ?? "jounieh");
  if (asked === "batroun") return "let in";
  return asked === "central" && about === "restaurant" ? "400 unknown_branch" : "403 branch_forbidden";
}

/** Whether a call came past the questions who somebody is and what they may, where; what it then said is another matter. */
async function outcome(caller: string, contract: CallContract, { branch, query }: Place, said: object = {}): Promise<string> {
  const asked = branch ?? query ?? "jounieh";
  const params = Object.fromEntries([...contract.path.matchAll(/\{(\w+)\}/g)].map(([, name = ""]) => [name, asked]));
  const token = tokens.get(caller);
  const headers: Record<string, string> = token ? { authorization: `Bearer ${token}` } : {};
  const { status, answer } = await call("nobody", contract, {
    params,
    headers,
    branch,
    query: (query ? { branch: query } : {}) as never,
    ...said,
  });
  const code = (answer as { code?: string } | null)?.code;
  if (status >= 500) return `${status} ${code}`;
  return status === 401 || status === 403 || code === "unknown_branch" ? `${status} ${code}` : "let in";
}

/** The role holds these from now on. */
async function grant(role: string, permissions: readonly Permission[]): Promise<void> {
  expect((await call("admin", changeRole, { params: { role }, body: { permissions: ["auth_signin", ...permissions] } })).status).toBe(200);
}

describe.each(CONTRACTS.map(({ contract }) => [nameOf(contract), contract] as const))("%s", (name, contract) => {
  const [who, about] = accessTo(contract);

  it("lets in whom the table says, where it says", async () => {
    const said: Record<string, string> = {};
    const table: Record<string, string> = {};
    for (const caller of Object.keys(CALLERS) as Caller[]) {
      const isLocal = caller === "an admin of Batroun";
      for (const place of isLocal ? PLACES_OF_BATROUN : PLACES) {
        const at = `${caller} ${JSON.stringify(place)}`;
        said[at] = await outcome(caller, contract, place);
        table[at] = isLocal ? expectedOfBatroun(who, about, place) : expected(CALLERS[caller], who);
        if (name !== "POST /auth/logout") continue; // it has ended the sign-in
        await leaveHouse();
        enterHouse({}, template);
      }
    }
    expect(said).toEqual(table);
  });

  if (typeof who === "string") return;

  it("lets in somebody with just the keys it needs, and nobody with every key but those", async () => {
    for (const sufficient of "any" in who ? who.any.map((key) => [key]) : [who.all]) {
      await grant("with", sufficient);
      expect({ sufficient, is: await outcome("with", contract, {}) }).toEqual({ sufficient, is: "let in" });
    }
    for (const lacking of "any" in who ? [who.any] : who.all.map((key) => [key])) {
      await grant(
        "without",
        PERMISSION_KEYS.filter((key) => !lacking.includes(key)),
      );
      expect({ lacking, is: await outcome("without", contract, {}) }).toEqual({ lacking, is: "403 forbidden" });
      expect(lacking.length).toBeGreaterThan(0);
    }
  });
});

/** What a call takes in one of its parts, by the fields of its schema. */
function fieldsOf(schema: CallContract["body"]): string[] {
  if (!schema) return [];
  const { properties } = z.toJSONSchema(schema, { io: "input", unrepresentable: "any" }) as { properties?: object };
  return Object.keys(properties ?? {});
}

/** The names of all fields of an answer, however deep. */
function namesIn(schema: unknown): string[] {
  if (typeof schema !== "object" || schema === null) return [];
  const own = "properties" in schema ? Object.keys(schema.properties as object) : [];
  return [...own, ...Object.values(schema).flatMap(namesIn)];
}

describe("the whole group in place of a branch", () => {
  const OF_GROUP = CONTRACTS.filter(({ contract }) =>
    [contract.body, contract.query].some((part) => fieldsOf(part).includes("whole_group")),
  );

  it("can be counted, paused, cancelled and resumed", () => {
    const calls = ["GET /cancel-status", "POST /cancel-sending", "POST /queue/cancel-all", "POST /reset-cancel"];
    expect(OF_GROUP.map(({ contract }) => nameOf(contract)).sort()).toEqual(calls);
  });

  it.each(OF_GROUP.map(({ contract }) => [nameOf(contract), contract] as const))(
    "%s lets in who may do everything everywhere alone",
    async (_, contract) => {
      const said = contract.method === "GET" ? { query: { whole_group: "true" } } : { body: { whole_group: true } };
      for (const [caller, holds] of Object.entries(CALLERS)) {
        const place = caller === "an admin of Batroun" ? { branch: "batroun" } : {};
        const usual = holds === null ? "401 unauthenticated" : "403 forbidden";
        const is = await outcome(caller, contract, place, said);
        expect({ caller, is }).toEqual({ caller, is: caller === "an admin" ? "let in" : usual });
      }
    },
  );
});

describe("the table", () => {
  it("says of each call that hands out a token, a code, a link or a file, what that is and whose", () => {
    const gives = CONTRACTS.filter(({ contract }) => {
      const answer =
        "answer" in contract ? namesIn(z.toJSONSchema(contract.answer as z.ZodType, { io: "output", unrepresentable: "any" })) : [];
      return (
        "gives" in contract || contract.answersSecret || answer.some((name) => /token$|^code$|_url$|^url$|^svg$|^filename$/.test(name))
      );
    });
    // What is called a code there is that of a fault.
    const faults = ["GET /health", "GET /queue/limits", "PUT /queue/limits"];
    const names = gives.map(({ contract }) => nameOf(contract)).filter((name) => !faults.includes(name));
    expect(names.sort()).toEqual(Object.keys(HANDS_OUT).sort());
  });

  it("names no call that there is not", () => {
    expect([...DECLARED].sort()).toEqual(CONTRACTS.map(({ contract }) => nameOf(contract)).sort());
  });
});

describe("a refused call", () => {
  it("has changed nothing in any store", async () => {
    const changes = CONTRACTS.filter(
      ({ contract }) => contract.method !== "GET" && !["public", "signed in", "signed by Meta"].includes(String(accessTo(contract)[0])),
    );
    const before = await wholeHub();
    for (const { contract } of changes)
      await call("keyless", contract, { params: { role: "keyless", branch: "batroun" }, body: { permissions: ["*"] } as never });
    expect(await wholeHub()).toEqual(before);
  });
});

async function wholeHub() {
  const { read } = await hubStore();
  return {
    users: await read.user.findMany(),
    roles: await read.role.findMany(),
    staff: await read.staffMember.findMany(),
    customers: await read.loyaltyCustomer.findMany(),
    receipts: await read.receipt.findMany(),
  };
}

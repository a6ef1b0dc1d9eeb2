import { beforeEach, describe, expect, it } from "vitest";
import type { CallContract } from "@/lib/api/endpoint";
import { changeRole } from "@/lib/auth/contract";
import { hubStore } from "@/lib/db/stores";
import { PERMISSION_KEYS, type Permission } from "@/lib/permissions";
import { call, enterHouse, type Person } from "../support/house";
import { CONTRACTS } from "../support/routes";

type Rule = "public" | "signed in" | "everything" | "worker" | "signed by Meta" | { any: Permission[] } | { all: Permission[] };

const one = (key: Permission): Rule => ({ all: [key] });

/**
 * Who may call what, written from the API's description and not from the contracts, so that a wrong contract is found.
 * A path that is not here fails: nobody has thought of who may call it.
 */
const RULES: Record<string, Rule> = {
  "POST /auth/login": "public",
  "POST /auth/logout": "signed in",
  "GET /auth/me": "signed in",
  "POST /auth/new-user": one("user_create"),
  "GET /auth/roles": "signed in",
  "PUT /auth/roles/{role}": one("user_create"),
  "GET /auth/users": one("user_create"),
  "PATCH /auth/users/{id}": one("user_create"),
  "POST /auth/users/{id}/password": one("user_create"),
  "GET /auth/users/{id}/sessions": one("user_create"),
  "POST /auth/password": "signed in",
  "GET /auth/sessions": "signed in",
  "DELETE /auth/sessions/{id}": "signed in",
  "GET /health": "public",
  "GET /openapi.json": "signed in",
  "GET /contacts": { any: ["nav_home", "nav_guest_search"] },
  "PATCH /contacts": one("nav_guest_search"),
  "POST /contacts/import": { all: ["nav_all_data", "create_table"] },
  "POST /contacts/import/undo": { all: ["nav_all_data", "create_table"] },
  "GET /search": one("nav_customer_service"),
  "POST /save-table": { any: ["create_table", "open_saved_tables"] },
  "GET /saved-tables": one("open_saved_tables"),
  "GET /table/{name}": one("open_saved_tables"),
  "POST /merge-tables": one("merge_all"),
  "POST /end-of-day": one("end_of_day"),
  "GET /table-log": one("nav_home"),
  "GET /search-by-date": one("nav_search_date"),
  "POST /update-company-by-date": one("nav_search_date"),
  "GET /contacts/{id}/vcf": one("nav_guest_search"),
  "GET /contacts/{id}/card": one("nav_guest_search"),
  "GET /export-csv": one("nav_search_date"),
  "GET /export-vcf": one("nav_search_date"),
  "POST /dedupe-table": one("nav_search_date"),
  "POST /dedupe-table/undo": one("nav_search_date"),
  "POST /update-company-by-date/undo": one("nav_search_date"),
  "POST /update-contact": one("nav_search_date"),
  "DELETE /delete-contact": one("nav_search_date"),
  "GET /birthdays": one("nav_birthdays"),
  "GET /birthdays/campaign": one("nav_birthdays"),
  "GET /birthdays/stats": one("nav_birthdays"),
  "GET /birthdays/export-csv": one("nav_birthdays"),
  "GET /birthdays/export-vcf": one("nav_birthdays"),
  "GET /birthdays/failed-all": one("nav_birthdays"),
  "POST /birthdays/retry-all": { all: ["nav_birthdays", "send_all"] },
  "GET /birthdays/generate-vouchers-stream": one("nav_birthdays"),
  "GET /birthdays/vouchers": one("nav_birthdays"),
  "GET /vouchers/check": one("nav_guest_search"),
  "GET /vouchers/{id}/image": "public",
  "GET /vouchers/{id}/pdf": "public",
  "GET /vouchers/{id}/thumbnail": "public",
  "POST /vouchers/verify": { any: ["create_table", "nav_guest_search"] },
  "POST /vouchers/redeem": { any: ["create_table", "nav_guest_search"] },
  // What each batch needs is asked when it is known what it holds; tests/queue looks at that.
  "POST /queue/enqueue": "signed in",
  "POST /queue/enqueue/batch": "signed in",
  "POST /queue/enqueue-items": "signed in",
  "POST /queue/enqueue/single": "signed in",
  "POST /worker/register": "worker",
  "POST /worker/heartbeat": "worker",
  "POST /worker/claim": "worker",
  "POST /worker/begin": "worker",
  "POST /worker/ack": "worker",
  "POST /worker/inbound": "worker",
  "GET /whatsapp/webhook": "signed by Meta",
  "POST /whatsapp/webhook": "signed by Meta",
  "POST /worker/receipts": "worker",
  "POST /worker/recover": "worker",
  "GET /worker/media/{id}": "worker",
  "GET /worker-tokens": one("user_create"),
  "POST /worker-tokens": one("user_create"),
  "POST /worker-tokens/{id}/revoke": one("user_create"),
  "GET /queue/limits": one("user_create"),
  "PUT /queue/limits": one("user_create"),
  "PUT /queue/opted-out": { any: ["create_table", "nav_guest_search", "nav_customer_service"] },
  "GET /queue/menus": one("open_saved_tables"),
  "GET /queue/menus/sent": one("open_saved_tables"),
  "POST /queue/menus/retry": one("open_saved_tables"),
  "POST /queue/opted-out": { any: ["open_saved_tables", "nav_guest_search", "nav_customer_service"] },
  "GET /queue/stats": "signed in",
  "GET /queue/pending": "signed in",
  "GET /queue/{id}": "signed in",
  "GET /workers": "signed in",
  "GET /queue/workers": "signed in",
  "GET /queue/sandbox": { any: ["send_all", "nav_customer_service"] },
  "GET /queue/sandbox/{id}/file": { any: ["send_all", "nav_customer_service"] },
  "POST /queue/workers/{id}/resume": one("user_create"),
  "POST /cancel-sending": "signed in",
  "POST /queue/cancel-all": "signed in",
  "POST /reset-cancel": "signed in",
  "GET /cancel-status": "signed in",
  "GET /loyalty/customers/search": "signed in",
  "POST /loyalty/customers": "signed in",
  "POST /loyalty/visit": "signed in",
  "POST /proxy/echo": one("nav_merge_by_date_all"),
  "GET /merge-by-date/all-branches": one("nav_merge_by_date_all"),
  "GET /merge-by-date/waiting": one("nav_merge_by_date_all"),
  "GET /jobs": "signed in",
  "GET /jobs/{id}": "signed in",
  "POST /jobs/{id}/cancel": "signed in",
  "GET /jobs/{id}/stream": "signed in",
  "GET /staff/{branch}": "signed in",
  "POST /staff/{branch}/add": one("create_table"),
  "DELETE /staff/{branch}/remove": one("create_table"),
  "POST /staff/{branch}/reset-defaults": one("create_table"),
  "GET /audit": "everything",
  "GET /audit/export-csv": "everything",
  "GET /audit/check": "everything",
  "POST /logs/pack-zip": one("options_open"),
  "GET /logs/download/{filename}": one("options_open"),
  "GET /backend/browse": "signed in",
  "GET /backend/download": "signed in",
  "POST /backend/open-folder": "signed in",
  "POST /assist/start": one("remote_assist_share"),
  "POST /assist/join/{code}": one("remote_assist_view"),
  "POST /assist/end/{id}": { any: ["remote_assist_share", "remote_assist_view"] },
  "POST /assist/ticket": { any: ["remote_assist_share", "remote_assist_view"] },
};

const STAFF: Permission[] = [
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
];

const GRANTS: Record<Exclude<Person, "nobody" | "worker">, readonly Permission[]> = { admin: PERMISSION_KEYS, staff: STAFF, keyless: [] };

const nameOf = ({ method, path }: CallContract) => `${method} ${path}`;

function ruleOf(contract: CallContract): Rule {
  const rule = RULES[nameOf(contract)];
  if (!rule) throw new Error(`${nameOf(contract)} is not in the table of this test`);
  return rule;
}

function expected(person: Person, rule: Rule): "401" | "403" | "let in" {
  if (rule === "public") return "let in";
  if (rule === "signed by Meta") return "403"; // whoever it is: nobody here has signed it
  if (person === "nobody") return "401";
  // A worker has the calls of workers and no others, and no user has those, whatever the role.
  if (person === "worker" || rule === "worker") return person === "worker" && rule === "worker" ? "let in" : "403";
  if (rule === "signed in") return "let in";
  if (rule === "everything") return person === "admin" ? "let in" : "403";
  const holds = (key: Permission) => GRANTS[person].includes(key);
  return ("any" in rule ? rule.any.some(holds) : rule.all.every(holds)) ? "let in" : "403";
}

/** Whether the call came past the two questions who somebody is and what they may; what it then said is another matter. */
async function outcome(person: Person, contract: CallContract): Promise<string> {
  const params = Object.fromEntries([...contract.path.matchAll(/\{(\w+)\}/g)].map(([, name = ""]) => [name, "batroun"]));
  const { status, answer } = await call(person, contract, { params });
  if (status === 401 || status === 403) {
    expect(answer).toMatchObject({ code: status === 401 ? "unauthenticated" : "forbidden" });
    return String(status);
  }
  return "let in";
}

/** The role `keyless` holds these from now on. */
async function grant(permissions: Permission[]): Promise<void> {
  expect((await call("admin", changeRole, { params: { role: "keyless" }, body: { permissions } })).status).toBe(200);
}

beforeEach(() => {
  enterHouse();
});

describe.each(CONTRACTS.map(({ contract }) => [nameOf(contract), contract] as const))("%s", (_, contract) => {
  it.each(["nobody", "staff", "admin", "keyless", "worker"] as const)("as %s", async (person) => {
    expect(await outcome(person, contract)).toBe(expected(person, ruleOf(contract)));
  });

  const rule = ruleOf(contract);
  if (typeof rule === "string") return;
  const keys = "any" in rule ? rule.any : rule.all;

  it("lets in somebody with just the keys it needs", async () => {
    for (const sufficient of "any" in rule ? rule.any.map((key) => [key]) : [rule.all]) {
      await grant(sufficient);
      expect(await outcome("keyless", contract)).toBe("let in");
    }
  });

  it("refuses somebody with every key but those", async () => {
    for (const lacking of "any" in rule ? [rule.any] : rule.all.map((key) => [key])) {
      await grant(PERMISSION_KEYS.filter((key) => !lacking.includes(key)));
      expect(await outcome("keyless", contract)).toBe("403");
    }
    expect(keys.length).toBeGreaterThan(0);
  });
});

describe("a refused call", () => {
  it("has changed nothing in any store", async () => {
    const changes = CONTRACTS.filter(
      ({ contract }) => contract.method !== "GET" && !["public", "signed in", "signed by Meta"].includes(String(ruleOf(contract))),
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

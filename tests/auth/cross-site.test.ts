import { describe, expect, it } from "vitest";
import type { CallContract } from "@/lib/api/endpoint";
import { me } from "@/lib/auth/contract";
import { call, enterHouse, tokenFor } from "../support/house";
import { CONTRACTS } from "../support/routes";
import { allData } from "../support/stores";
import { seat } from "../support/tables";
import { nameOf } from "./access-table";

const HOST = "daftar.lan:8000";

/** What a browser says of a call that a page of another site made it send, of the newest to the oldest ones. */
const ELSEWHERE: Record<string, string>[] = [
  { "sec-fetch-site": "cross-site", origin: "https://evil.example" },
  { "sec-fetch-site": "cross-site", origin: `http://${HOST}`, host: HOST },
  { "sec-fetch-site": "same-site", origin: "http://other.daftar.lan:8000" },
  { "sec-fetch-site": "none" },
  { origin: "https://evil.example", host: HOST },
  { origin: "http://daftar.lan:8001", host: HOST },
  { origin: "null", host: HOST },
  { host: HOST },
  {},
];

/** What a form can send without being asked, and what a script of ours sends. */
const TYPES = ["application/json", "text/plain", "application/x-www-form-urlencoded", "multipart/form-data; boundary=x"];

/** Each call has met every site and every type; each of its sites with all types only together with the calls beside it. */
const typesOf = (at: number) => TYPES.filter((_, type) => process.env.THOROUGH || type === at % TYPES.length);

/** Everything that a page's cookie may not begin or change from another site. */
const CHANGES = CONTRACTS.filter(({ contract }) => contract.method !== "GET" || contract.bearerOnly || contract.ownPagesOnly);

/** So many calls at a time: a house of its own for each would be most of the work. */
const PART = 15;
const PARTS = Array.from({ length: Math.ceil(CHANGES.length / PART) }, (_, part) => {
  const contracts = CHANGES.slice(part * PART, (part + 1) * PART).map(({ contract }) => contract);
  return [nameOf(contracts[0] as CallContract), contracts] as const;
});

// docs/design/reliability.md S-14. That a GET of such a call is 405: tests/http/dispatch.test.ts; by a real browser:
// tests/e2e/other-site.spec.ts.
describe("a page of another site", () => {
  it.each(PARTS)("changes nothing by %s and the calls after it", async (_, contracts) => {
    const data = enterHouse();
    await seat([{ name: "Maya", phones: "03 111111" }]);
    const cookie = `next-auth.session-token=${await tokenFor("admin")}`;
    const params = { branch: "jounieh", role: "staff", name: "2026-11-20 table 12" };
    const before = allData(data);
    for (const [place, contract] of contracts.entries()) {
      // Past its fields, because a stream that nobody may begin can be joined: that is looked for behind them.
      const query = contract.ownPagesOnly ? { date: "2026-11-20" } : undefined;
      for (const [index, site] of ELSEWHERE.entries())
        for (const type of contract.method === "GET" ? [""] : typesOf(place + index)) {
          const headers = { cookie, ...site, ...(type ? { "content-type": type } : {}) };
          const raw = type ? '{"date":"2026-11-20","confirm":true}' : undefined;
          const { status, answer } = await call("nobody", contract, { params, headers, raw, query: query as never });
          const said = `${status} ${answer.code}`;
          expect({ call: nameOf(contract), site, type, said }).toEqual({ call: nameOf(contract), site, type, said: "403 cross_site" });
        }
    }
    expect(allData(data)).toEqual(before);
    expect((await call("nobody", me, { headers: { cookie } })).status).toBe(200);
  });

  it("is asked about for every call that changes something, and there are many", () => {
    expect(CHANGES.length).toBeGreaterThan(50);
  });
});
